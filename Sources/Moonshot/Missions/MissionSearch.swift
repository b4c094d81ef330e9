import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `search`: lists the missions and astronauts that contain a text or meet conditions.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text", .condition(source: MissionCompletions.conditions).named(text("TEXT")).textByName,
        minimum: 1,
        help: text(
            "The text to find in missions, years, crews, roles, biographies and facts, such as landing sites, spacecraft and launch pads, or conditions such as year:1969. Case and accents don't matter."
        ),
        question: text("Search for")
    ).takingHyphens

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text("Finds missions and astronauts that contain a text."),
        discussion: [text("Conditions find missions, astronauts or both, as they have their keys.")],
        parameters: [wanted.declaration] + MissionOptions.declarations,
        examples: [
            .verbatim("search rover"), .verbatim("search fra mauro --year 1971"),
            .verbatim("search born:..1929"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let terms = try invocation[Self.wanted]
        let searched = QuotedText.unquoted(terms.joined(separator: " "))
        // The options for missions don't apply to astronauts.
        let isNarrowed = invocation.has(MissionOptions.year) || invocation.has(MissionOptions.crew)
        let areConditions = session.missionConditions.areConditions(terms, session.localizer)
        var list = try MissionOptions.list(
            invocation,
            meeting: areConditions ? .any([]) : .test(session.missions(containing: searched)), in: session)
        var astronauts =
            try isNarrowed || areConditions
            ? [] : session.details(of: session.astronauts(containing: searched))
        // “lovell or young” may be a text.
        let hasOperator = ConditionOperators(session.localizer).areIn(terms)
        if areConditions || hasOperator && list.missions.isEmpty && astronauts.isEmpty {
            (list, astronauts) = try found(terms, invocation, isNarrowed, session)
        }
        let table = AstronautDetails.table(astronauts, session.fieldContext)
        var output = list.output.withData
        if list.missions.isEmpty {
            let none =
                areConditions
                ? text("No mission or astronaut matches “%@”.", searched)
                : text("No mission or astronaut contains “%@”.", searched)
            output.blocks = astronauts.isEmpty ? [.message(none)] : []
        }
        if !astronauts.isEmpty { output.blocks.append(.table(table)) }
        output.data.append(.table(table))
        return output
    }

    /// Returns the missions and the astronauts that meet conditions.
    ///
    /// - Throws: `ConditionError` if neither can have them.
    private func found(
        _ terms: [String], _ invocation: Invocation, _ isNarrowed: Bool, _ session: MoonshotSession
    ) throws -> (MissionList, [AstronautDetails]) {
        var mistakes: [ConditionError] = []
        let ofMissions = try session.condition(terms, session.missionConditions, mistakes: &mistakes)
        let ofAstronauts = try session.condition(terms, session.astronautConditions, mistakes: &mistakes)
        if ofMissions == nil, ofAstronauts == nil, let first = mistakes.first {
            throw mistakes.first { !$0.isUnknownKey } ?? first
        }
        let list = try MissionOptions.list(invocation, meeting: ofMissions ?? .any([]), in: session)
        guard let ofAstronauts, !isNarrowed else { return (list, []) }
        return (
            list,
            try session.details(of: session.astronauts()).filter { try ofAstronauts.holds(for: $0) }
        )
    }
}

/// Finds missions by what their texts don't contain: the year, roles of the crew, the landing site in English, and all
/// facts.
@MainActor
struct MissionSearch {
    private let text: TextSearch
    private let session: MoonshotSession

    /// The fields whose text isn't compared, because other conditions do that.
    private static let others = [
        "id", "name", "launchDate", "splashdownDate", "crew", "favourite", "description", "note",
    ]
    /// The fields of names, which are found by a part, also by a number.
    private static let names = [
        "commandModule", "commandModuleNumber", "lunarModule", "lunarModuleNumber", "rocket", "landingSite",
    ]

    init(_ wanted: String, in session: MoonshotSession) {
        text = TextSearch(wanted, session.localizer)
        self.session = session
    }

    /// Returns whether a mission has the text.
    func finds(_ details: MissionDetails) -> Bool {
        let mission = details.mission
        if let launch = mission.launchDay, String(launch.year) == text.wanted { return true }
        if mission.landingSiteAsWritten.map(TextSearch.spelling)?.contains(text.spelling) == true {
            return true
        }
        let isOfCrew = mission.crew.contains { seat in text.finds(seat, session.localizer) }
        if isOfCrew { return true }
        return MissionDetails.fields.fields.contains { field in
            if Self.others.contains(field.key) { return false }
            let texts = text.texts(of: field.cell(of: details, session.fieldContext))
            return Self.names.contains(field.key)
                ? texts.contains { TextSearch.spelling($0).contains(text.spelling) } : text.matches(texts)
        }
    }
}

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
                    details.mission.crew.compactMap(\.astronaut).flatMap {
                        [$0.key] + Astronaut.names(of: $0.name)
                    }
                },
                ConditionKey("backup", type: .line) { details in
                    details.backupCrew.flatMap { [$0.key] + Astronaut.names(of: $0.name) }
                },
                ConditionKey("role", type: .line) { [localizer] details in
                    details.mission.crew.flatMap { [$0.role, localizer.string($0.roleName)] }
                        + (details.backupCrew.isEmpty ? [] : ["backup"])
                },
                ConditionKey("number", "id", names: [text("Number")], type: .number(0...Int.max)) { details in
                    [details.mission.number]
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
