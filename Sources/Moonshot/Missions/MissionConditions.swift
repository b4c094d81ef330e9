import Localization
import ModelData
import ProgramKit
import Shell

extension MoonshotSession {
    /// What conditions can ask of missions: every field that a list can show, the year, the crew and its roles.
    var missionConditions: ConditionVocabulary<MissionDetails> {
        ConditionVocabulary(
            MissionDetails.fields,
            keys: [
                ConditionKey("year", type: .number(1...9999, isGrouped: false)) { details in
                    details.mission.launchDay.map { [$0.year] } ?? []
                },
                ConditionKey("crew", "astronaut", type: .line) { details in
                    details.mission.crew.compactMap(\.astronaut).flatMap { [$0.key, $0.name] }
                },
                ConditionKey("backup", type: .line) { details in
                    details.backupCrew.flatMap { [$0.key, $0.name] }
                },
                ConditionKey("role", type: .line) { [localizer] details in
                    details.mission.crew.flatMap { [$0.role, localizer.string($0.roleName)] }
                        + (details.backupCrew.isEmpty ? [] : ["backup"])
                },
            ],
            flags: [
                ConditionFlag("landed") { _ in ConditionTest { $0.facts?.landingDate != nil } },
                ConditionFlag("favourite", "favorite") { _ in ConditionTest { $0.isFavourite } },
                ConditionFlag("noted") { _ in ConditionTest { $0.note != nil } },
            ], past: ["launchDate", "splashdownDate", "landingDate"]
        ) { [weak self] text in try self?.missions(containing: text) ?? ConditionTest { _ in true } }
    }

    /// Returns the test for missions that contain a text: in their names, highlights, landing sites, crews and facts.
    func missions(containing text: String) throws -> ConditionTest<MissionDetails> {
        let found =
            try MissionReference.spellings(of: text, localizer)
            .flatMap { try missions(MissionOptions.containing($0)) } + missions(MissionOptions.withCrew(text))
        let numbers = Set(found.map(\.number))
        let search = MissionSearch(text, in: self)
        return ConditionTest { numbers.contains($0.mission.number) || search.finds($0) }
    }
}
