import Localization
import ProgramKit
import Shell

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
    /// The launch with its time; `nil` if it is unknown.
    var launchMoment: Moment? {
        mission.launchDay.flatMap { day in facts?.launchTime.map { Moment(day, $0) } }
    }

    /// The splashdown with its time; `nil` if it is unknown.
    var splashdownMoment: Moment? {
        mission.splashdownDay.flatMap { day in facts?.splashdownTime.map { Moment(day, $0) } }
    }

    /// The minutes from the launch to the splashdown; `nil` if a time is unknown.
    var flightMinutes: Int? {
        launchMoment.flatMap { launch in
            splashdownMoment.map { Int((Double(launch.seconds(until: $0)) / 60).rounded()) }
        }
    }

    private typealias Field = ProgramKit.Field<MissionDetails>

    /// The fields of a mission. The data files have the values in the form of their own types.
    static let fields = FieldTable<MissionDetails> {
        Field.computed(
            "id", text("Number"), sentence: text("number"), stored: \.mission.number
        ) { details, _ in .identifier(details.mission.number) }
        .word("number").compared(as: .decimal).only(in: [.lists, .data])
        Field.computed("name", text("Mission"), stored: \.mission.name, \.mission.ownName) { details, _ in
            details.mission.nameCell
        }
        .compared(as: .line).listed(priority: 9).only(in: [.lists, .data])
        Field.computed(
            "launchDate", text("Launch"), sentence: text("launch date"), stored: \.mission.launch
        ) { details, _ in details.mission.launchDay.map { .day($0) } ?? .notAvailable }
        .word("launch").compared(as: .day).listed(priority: 8)
        Field.computed("splashdownDate", text("Splashdown"), stored: \.mission.splashdown) { details, _ in
            .day(details.mission.splashdownDay)
        }
        .word("splashdown").compared(as: .day).listed(priority: 5, onlyWide: true)
        Field.computed("days", text("Duration"), sentence: text("days")) { details, _ in
            details.mission.days.map { Cell(.integer($0), .text(text("%lld days", $0))) } ?? .empty
        }
        .compared(as: .decimal).listed(text("Days"), priority: 7, alignsRight: true) {
            .number($0.mission.days)
        }
        Field.computed(
            "landingSite", text("Landing site"), sentence: text("landing site"),
            stored: \.mission.landingSite, \.mission.landingSiteAsWritten
        ) { details, _ in details.mission.siteCell }
        .word("site").compared(as: .line).listed(priority: 6)
        Field.computed("crew", text("Crew"), stored: \.mission.crew) { details, _ in
            let crew = details.mission.crewInOrder.compactMap(\.astronaut)
            return .names(crew.map { ($0.key, $0.name) })
        }
        .compared(as: .line).listed(priority: 5, wraps: true).only(in: .lists)
        Field.computed(
            "description", text("Highlights"), stored: \.mission.highlights,
            \.mission.highlightsForPrograms
        ) { details, _ in .text(details.mission.highlightsForPrograms) }
        .compared(as: .line).only(in: .data)
        Field.computed("favourite", text("Favourite")) { details, _ in
            details.isFavourite ? Cell(.bool(true), .text(text("yes"))) : Cell(.bool(false), .empty)
        }
        .listed(.verbatim(""), spokenTitle: text("Favourite"), priority: 9) { .star($0.isFavourite) }
        Field.computed("note", text("Note")) { details, _ in .text(details.note) }
            .compared(as: .line).only(in: [.show, .data])
        fact("launchTime", text("Launch time (UTC)"), as: .clock) { facts, _ in .time(facts.launchTime) }
        fact("rocket", text("Rocket")) { facts, _ in .text(facts.rocket) }
        fact("launchPad", text("Launch pad")) { facts, _ in .text(facts.launchPad) }.word("pad")
        fact("launchCoordinates", text("Launched at"), as: .decimal) { facts, context in
            .place(facts.launchCoordinates, context.localizer)
        }
        .word("launch-place")
        fact("commandModule", text("Command module")) { facts, _ in .text(facts.commandModule) }
        fact("commandModuleNumber", text("CSM")) { facts, _ in .text(facts.commandModuleNumber) }.word("csm")
        fact("lunarModule", text("Lunar module")) { facts, _ in .text(facts.lunarModule) }
        fact("lunarModuleNumber", text("LM")) { facts, _ in .text(facts.lunarModuleNumber) }.word("lm")
        fact("landingDate", text("Moon landing"), as: .day) { facts, _ in .day(facts.landingDate) }.word(
            "landing")
        fact("landingCoordinates", text("Landed at"), as: .decimal) { facts, context in
            .place(facts.landingCoordinates, context.localizer)
        }
        .word("landing-place")
        fact("surfaceMinutes", text("Time on the Moon"), as: .factDuration) { facts, context in
            .duration(facts.surfaceMinutes, context.localizer)
        }
        .word("surface")
        fact("moonwalks", text("Moonwalks"), as: .decimal) { facts, _ in .number(facts.moonwalks) }
        fact("moonwalkMinutes", text("Time outside"), as: .factDuration) { facts, context in
            .duration(facts.moonwalkMinutes, context.localizer)
        }
        .word("moonwalk-time")
        fact("samples", text("Samples"), as: .decimal) { facts, context in
            .mass(facts.samples, context.localizer)
        }
        fact("earthOrbits", text("Earth orbits"), as: .decimal) { facts, _ in .number(facts.earthOrbits) }
        fact("lunarOrbits", text("Lunar orbits"), as: .decimal) { facts, _ in .number(facts.lunarOrbits) }
        fact("splashdownTime", text("Splashdown time (UTC)"), as: .clock) { facts, _ in
            .time(facts.splashdownTime)
        }
        fact("splashdownCoordinates", text("Splashdown at"), as: .decimal) { facts, context in
            .place(facts.splashdownCoordinates, context.localizer)
        }
        .word("splashdown-place")
        Field.computed("backupCrew", text("Backup crew")) { details, _ in
            guard !details.backupCrew.isEmpty else { return .empty }
            return Cell(
                .list(details.backupCrew.map { .string($0.key) }),
                .text(text("%@", TextArgument.list(details.backupCrew.map { .text($0.label) }))))
        }
        .compared(as: .line).only(in: [.show, .data])
        fact("recoveryShip", text("Recovery ship")) { facts, _ in .text(facts.recoveryShip) }
        fact("landingTime", text("Landing time (UTC)"), as: .clock) { facts, _ in
            .time(facts.event(.landing)?.start.time)
        }
        fact("moonwalkTimes", text("Moonwalks (UTC)")) { facts, _ in .periods(facts.events(.moonwalk)) }
        fact("liftoff", text("Liftoff from the Moon (UTC)")) { facts, _ in
            .moment(facts.event(.liftoff)?.start)
        }
        Field.computed("flightMinutes", text("Time of flight")) { details, context in
            .duration(details.flightMinutes, context.localizer)
        }
        .compared(as: .decimal).only(in: [.show, .data])
        Field.computed("backupRoles", text("Roles of the backup crew")) { details, _ in
            .list(details.facts?.backupRoles)
        }
        .compared(as: .line).only(in: .data)
        Field.computed("backupUntil", text("Backup crew until")) { details, _ in
            .list(details.facts?.backupUntil)
        }
        .compared(as: .line).only(in: .data)
        Field.computed("events", text("Events")) { details, _ in
            .list(details.facts?.events?.map(\.written))
        }
        .compared(as: .line).only(in: .data)
        Field.computed("about", text("Rounded values")) { details, _ in .list(details.facts?.about) }
            .compared(as: .line).only(in: .data)
        Field.computed("program", text("Programme"), stored: \.mission.program) { details, _ in
            .text(details.mission.program)
        }
        .compared(as: .line).only(in: [.show, .data])
    }

    /// Describes a fact of the data files, which lists show only if the user names it.
    private static func fact<Value: Equatable & Sendable>(
        _ key: String, _ label: LocalizedText, as type: FieldType<Value> = FieldType<String>.line,
        cell: @escaping @MainActor @Sendable (MissionFacts, FieldContext) -> Cell
    ) -> Field {
        .computed(key, label) { details, context in
            guard let facts = details.facts else { return .empty }
            let value = cell(facts, context)
            guard facts.about != nil || facts.otherSources != nil else { return value }
            return value.qualified(
                about: facts.about?.contains(key) == true,
                others: (facts.otherSources ?? []).map { cell($0, context) }, context.localizer)
        }
        .compared(as: type).only(in: [.show, .data])
    }

    /// The keys of the facts, in the order of the page.
    static let factKeys = Array(fields.fields.map(\.key).drop { $0 != "launchTime" })

    /// The keys of the facts that CSV exports have after those of astronauts, because columns keep their places.
    static let laterKeys = Array(factKeys.drop { $0 != "recoveryShip" })

    /// The fields by which lists can be sorted, and which can be their columns.
    static let choices = fields.fields
        .filter {
            !["description", "note", "backupRoles", "backupUntil", "events", "about"].contains($0.key)
        }
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
