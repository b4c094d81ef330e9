import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The options that narrow and order a list of missions.
enum MissionOptions {
    static let sort = Parameter.option(
        "sort", .choice(MissionOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }),
        help: text("What to sort by: number, launch, days or site."))
    static let usualOrder = Setting.choice(
        "sort", MissionOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }, usually: "number", .number,
        help: text("What lists of missions are sorted by, where --sort doesn't say."))
    static let reverse = Parameter.flag("reverse", help: text("Turns the order round."))
    static let year = Parameter.option(
        "year", .integer(in: 1...9999), help: text("Only missions that were launched in this year."))
    static let crew = Parameter.option(
        "crew",
        ValueType(placeholder: "NAME", completion: .live(LiveValues.astronauts), parse: { name, _ in name }),
        help: text("Only missions that this astronaut flew on."))
    static let layout = Parameter.option(
        "layout", .choice(MissionLayout.choices), help: text("Grid or list, for this time only."))

    static var declarations: [ParameterDeclaration] {
        [sort.declaration, reverse.declaration, year.declaration, crew.declaration, layout.declaration]
    }

    /// The missions that the options and a text ask for.
    @MainActor
    static func list(
        _ invocation: Invocation, containing wanted: String? = nil, in session: MoonshotSession
    ) throws -> MissionList {
        let astronaut = try invocation[crew].map { try session.astronaut(named: $0).key }
        var missions = try session.missions(narrowing(to: try invocation[year], crew: astronaut))
        if let wanted {
            let found =
                try MissionReference.spellings(of: wanted, session.localizer)
                .flatMap { try session.missions(containing($0)) } + session.missions(withCrew(wanted))
            let numbers = Set(found.map(\.number))
            missions.removeAll { !numbers.contains($0.number) }
        }
        let order = try invocation[sort] ?? session.preferences[usualOrder]
        let isReversed = try invocation[reverse]
        return MissionList(
            missions: order.sorted(
                missions, collator: Collator(session.localizer.language), reversed: isReversed),
            missionsForPrograms: order.sortedForPrograms(missions, reversed: isReversed),
            layout: try invocation[layout] ?? session.preferences[MissionLayout.setting],
            favourites: try session.favouriteKeys(.mission))
    }

    /// Lets the missions of a year and of an astronaut through, or all.
    ///
    /// A predicate for each case: the compiler takes minutes for one that says it all.
    static func narrowing(to year: Int?, crew: String?) -> Predicate<Mission>? {
        let (first, next) = days(of: year ?? 1)
        if year == nil && crew == nil { return nil }
        if year == nil {
            return #Predicate<Mission> { $0.crew.contains { $0.astronaut?.key == crew } }
        }
        if crew == nil {
            return #Predicate<Mission> { ($0.launch ?? next) >= first && ($0.launch ?? next) < next }
        }
        return #Predicate<Mission> {
            ($0.launch ?? next) >= first && ($0.launch ?? next) < next
                && $0.crew.contains { $0.astronaut?.key == crew }
        }
    }

    /// Lets the missions with a text in their names, highlights or landing sites through.
    static func containing(_ searched: String) -> Predicate<Mission> {
        #Predicate { mission in
            mission.name.localizedStandardContains(searched)
                || mission.highlights.localizedStandardContains(searched)
                || (mission.landingSite ?? "").localizedStandardContains(searched)
        }
    }

    /// Lets the missions through whose crew has a name with a text in it.
    static func withCrew(_ searched: String) -> Predicate<Mission> {
        #Predicate<Mission> {
            $0.crew.contains { $0.astronaut?.name.localizedStandardContains(searched) == true }
        }
    }

    /// The first moment of a year, and that of the next.
    private static func days(of year: Int) -> (Date, Date) {
        let first = CivilDate(year: year, month: 1, day: 1) ?? .first
        let last = CivilDate(year: year, month: 12, day: 31) ?? .last
        return (first.utcDate, last.utcDate.addingTimeInterval(86_400))
    }
}

/// `missions`: the missions as a grid of cards or a list.
struct MissionsCommand: Command {
    let declaration = CommandDeclaration(
        "missions", aliases: ["list", "ls"], group: .looking, summary: text("Lists the missions."),
        discussion: [text("As a grid of cards or as a list; “layout” says which, and it is remembered.")],
        parameters: MissionOptions.declarations,
        examples: ["missions", "missions --year 1969", "missions --crew lovell --sort launch"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let list = try MissionOptions.list(invocation, in: session)
        if !list.missions.isEmpty { return list.output }
        let isAny = try session.context.fetchCount(FetchDescriptor<Mission>()) > 0
        let message =
            isAny ? text("No mission fits. “missions” alone shows all.") : text("The data have no missions.")
        return Output(
            [.message(message)], data: list.output.data.isEmpty ? list.output.blocks : list.output.data)
    }
}

/// `search`: the missions with a text in them, and the astronauts.
struct SearchCommand: Command {
    static let wanted = Parameter.rest(
        "text", .nonBlank, minimum: 1,
        help: text(
            "What to look for in missions, landing sites, crews and biographies; case and accents don't matter."
        ),
        question: text("Search for"))

    let declaration = CommandDeclaration(
        "search", aliases: ["find"], group: .looking,
        summary: text("Finds missions and astronauts by a text in them."),
        parameters: [wanted.declaration] + MissionOptions.declarations,
        examples: ["search rover", "search fra mauro --year 1971"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let searched = try invocation[Self.wanted].joined(separator: " ")
        let list = try MissionOptions.list(invocation, containing: searched, in: session)
        // What narrows the missions says nothing of astronauts.
        let isNarrowed = invocation.has(MissionOptions.year) || invocation.has(MissionOptions.crew)
        let astronauts =
            isNarrowed
            ? []
            : try session.astronauts(containing: searched)
        let table = AstronautList.table(astronauts, favourites: try session.favouriteKeys(.astronaut))
        var output = list.output
        let missions = output.data.isEmpty ? output.blocks : output.data
        if list.missions.isEmpty {
            output.blocks = astronauts.isEmpty ? [.message(text("Nothing has “%@” in it.", searched))] : []
        }
        if !astronauts.isEmpty { output.blocks.append(.table(table)) }
        output.data = missions + [.table(table)]
        return output
    }
}

/// `layout`: how missions are listed from now on.
struct LayoutCommand: Command {
    static let layout = Parameter.required(
        "layout", .choice(MissionLayout.choices), help: text("Grid or list."), question: text("Grid or list"))

    let declaration = CommandDeclaration(
        "layout", group: .looking,
        summary: text("Lists missions as a grid of cards or as a list from now on."),
        discussion: [text("It is a setting: “set layout” shows it, and “set layout default” goes back.")],
        parameters: [layout.declaration], examples: ["layout list", "layout grid"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let layout = try invocation[Self.layout]
        try session.preferences.set(MissionLayout.setting, to: layout.rawValue)
        return Output(
            [
                .message(
                    layout == .grid
                        ? text("Missions are listed as a grid now.")
                        : text("Missions are listed one a line now."))
            ],
            data: [.record(Record(fields: [.init("layout", text("Layout"), .text(layout.rawValue))]))])
    }
}
