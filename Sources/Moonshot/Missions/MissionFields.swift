import Localization
import Shell
import Suite

/// A mission with its facts and the user's marks: what lists, pages and exports show.
final class MissionDetails {
    let mission: Mission
    /// The facts of the data files; `nil` if they are unknown or weren't needed.
    let facts: MissionFacts?
    let backupCrew: [BackupMember]
    let isFavourite: Bool
    let note: String?

    init(
        _ mission: Mission, facts: MissionFacts? = nil, backupCrew: [BackupMember] = [],
        isFavourite: Bool = false, note: String? = nil
    ) {
        self.mission = mission
        self.facts = facts
        self.backupCrew = backupCrew
        self.isFavourite = isFavourite
        self.note = note
    }
}

extension MissionDetails {
    private typealias Field = Suite.Field<MissionDetails>

    /// The fields of a mission. The data files have the values in the form of their own types.
    static let fields = FieldTable<MissionDetails> {
        Field.computed(
            "id", text("Number"), sentence: text("number"), stored: \.mission.number
        ) { details, _ in .identifier(details.mission.number) }
        .word("number").only(in: [.lists, .data])
        Field.computed("name", text("Mission"), stored: \.mission.name) { details, _ in
            details.mission.nameCell
        }
        .listed(priority: 9).only(in: [.lists, .data])
        Field.computed(
            "launchDate", text("Launch"), sentence: text("launch date"), stored: \.mission.launch
        ) { details, context in
            details.mission.launchDay.map { .fullDay($0, context.localizer) } ?? .notAvailable
        }
        .word("launch").listed(priority: 8) { $0.mission.launchDay.map { .day($0) } ?? .notAvailable }
        Field.computed("splashdownDate", text("Splashdown"), stored: \.mission.splashdown) {
            details, context in
            details.mission.splashdownDay.map { .fullDay($0, context.localizer) } ?? .empty
        }
        .word("splashdown").listed(priority: 5, onlyWide: true) { .day($0.mission.splashdownDay) }
        Field.computed("days", text("Duration"), sentence: text("days")) { details, _ in
            details.mission.days.map { Cell(.integer($0), .text(text("%lld days", $0))) } ?? .empty
        }
        .listed(text("Days"), priority: 7, alignsRight: true) { .number($0.mission.days) }
        Field.computed(
            "landingSite", text("Landing site"), sentence: text("landing site"),
            stored: \.mission.landingSite, \.mission.landingSiteAsWritten
        ) { details, _ in details.mission.siteCell }
        .word("site").listed(priority: 6)
        Field.computed("crew", text("Crew"), stored: \.mission.crew) { details, _ in
            let crew = details.mission.crewInOrder.compactMap(\.astronaut)
            return .names(crew.map { ($0.key, $0.name) })
        }
        .listed(priority: 5, wraps: true).only(in: .lists)
        Field.computed(
            "description", text("Highlights"), stored: \.mission.highlights,
            \.mission.highlightsForPrograms
        ) { details, _ in .text(details.mission.highlightsForPrograms) }
        .only(in: .data)
        Field.computed("favourite", text("Favourite")) { details, _ in
            details.isFavourite ? Cell(.bool(true), .text(text("yes"))) : Cell(.bool(false), .empty)
        }
        .listed(.verbatim(""), spokenTitle: text("Favourite"), priority: 9) { .star($0.isFavourite) }
        Field.computed("note", text("Note")) { details, _ in .text(details.note) }.only(in: [.show, .data])
        fact("launchTime", text("Launch time (UTC)")) { facts, _ in .text(facts.launchTime?.text) }
        fact("rocket", text("Rocket")) { facts, _ in .text(facts.rocket) }
        fact("launchPad", text("Launch pad")) { facts, _ in .text(facts.launchPad) }.word("pad")
        fact("launchCoordinates", text("Launched at")) { facts, context in
            .place(facts.launchCoordinates, context.localizer)
        }
        .word("launch-place")
        fact("commandModule", text("Command module")) { facts, _ in .text(facts.commandModule) }
        fact("commandModuleNumber", text("CSM")) { facts, _ in .text(facts.commandModuleNumber) }.word("csm")
        fact("lunarModule", text("Lunar module")) { facts, _ in .text(facts.lunarModule) }
        fact("lunarModuleNumber", text("LM")) { facts, _ in .text(facts.lunarModuleNumber) }.word("lm")
        fact("landingDate", text("Moon landing")) { facts, _ in .day(facts.landingDate) }.word("landing")
        fact("landingCoordinates", text("Landed at")) { facts, context in
            .place(facts.landingCoordinates, context.localizer)
        }
        .word("landing-place")
        fact("surfaceMinutes", text("Time on the Moon")) { facts, _ in .duration(facts.surfaceMinutes) }
            .word("surface")
        fact("moonwalks", text("Moonwalks")) { facts, _ in .number(facts.moonwalks) }
        fact("moonwalkMinutes", text("Time outside")) { facts, _ in .duration(facts.moonwalkMinutes) }
            .word("moonwalk-time")
        fact("samples", text("Samples")) { facts, _ in
            facts.samples.map { Cell(.decimal($0), .text(text("%@ kg", $0))) } ?? .empty
        }
        fact("earthOrbits", text("Earth orbits")) { facts, _ in .number(facts.earthOrbits) }
        fact("lunarOrbits", text("Lunar orbits")) { facts, _ in .number(facts.lunarOrbits) }
        fact("splashdownTime", text("Splashdown time (UTC)")) { facts, _ in .text(facts.splashdownTime?.text)
        }
        fact("splashdownCoordinates", text("Splashdown at")) { facts, context in
            .place(facts.splashdownCoordinates, context.localizer)
        }
        .word("splashdown-place")
        Field.computed("backupCrew", text("Backup crew")) { details, _ in
            details.backupCrew.isEmpty ? .empty : .names(details.backupCrew.map { ($0.key, $0.name) })
        }
        .only(in: [.show, .data])
    }

    /// Describes a fact of the data files, which lists show only if the user names it.
    private static func fact(
        _ key: String, _ label: LocalizedText,
        cell: @escaping @MainActor @Sendable (MissionFacts, FieldContext) -> Cell
    ) -> Field {
        .computed(key, label) { details, context in details.facts.map { cell($0, context) } ?? .empty }
            .only(in: [.show, .data])
    }

    /// The keys of the facts, in the order of the page.
    static let factKeys = Array(fields.fields.map(\.key).drop { $0 != "launchTime" })

    /// The fields by which lists can be sorted, and which can be their columns.
    static let choices = fields.fields.filter { !["description", "note"].contains($0.key) }
        .map { Choice($0.word, $0.key, $0.sentence) }
}

extension MoonshotSession {
    /// Returns missions with the user's marks.
    ///
    /// - Parameter withFacts: Whether the facts are needed.
    func details(of missions: [Mission], withFacts: Bool = true) throws -> [MissionDetails] {
        let favourites = try favouriteKeys(.mission)
        let notes = Dictionary(try notes().map { ($0.mission, $0.text) }) { first, _ in first }
        let facts = withFacts ? try facts() : nil
        return try missions.map { mission in
            MissionDetails(
                mission, facts: facts?.missions[mission.number],
                backupCrew: withFacts ? try backupCrew(of: mission) : [],
                isFavourite: favourites.contains(String(mission.number)), note: notes[mission.number])
        }
    }
}
