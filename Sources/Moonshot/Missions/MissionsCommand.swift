import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The options that filter and sort a list of missions.
enum MissionOptions {
    static let sort = Parameter.option(
        "sort", .field(MissionDetails.choices),
        help: text(
            "The field to sort by, such as launch, days, site or rocket. Every field of --columns is possible."
        ))
    /// The words of the setting fit in a line of the manual page.
    static let defaultOrder = Setting.choice(
        "sort", MissionDetails.choices.filter { ["number", "launch", "days", "site"].contains($0.name) },
        defaultWord: "number", "id", help: text("The field that mission lists are sorted by without --sort."))
    static let reverse = Parameter.flag("reverse", help: text("Reverses the order."))
    static let year = Parameter.option(
        "year", .integer(in: 1...9999), help: text("Only missions launched in this year."))
    static let crew = Parameter.option(
        "crew",
        ValueType<String>.text.named(text("ASTRONAUT")).completed(from: MissionCompletions.astronauts),
        help: text("Only missions with this astronaut."))
    static let conditions = Parameter.rest(
        "condition", .condition(source: MissionCompletions.conditions).keepingQuotes,
        help: text(
            "Words and conditions such as year:1969, crew:lovell, samples:>50, is:landed or lunar-module:none, with “or”, “not” or a hyphen, and parentheses."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<MissionDetails>.condition(
                forOption: $0, $1, of: MissionDetails.fields,
                other: ["astronaut": "crew", "backup": "backup", "role": "role"])
        }
    static let layout = Parameter.option(
        "layout", .choice(MissionLayout.choices), help: text("Grid or list, for this call only."))
    static let columns = Parameter.option(
        "columns", .fields(MissionDetails.choices),
        help: text(
            "The columns of the list, separated by commas: %@.",
            MissionDetails.choices.map(\.name).joined(separator: ", ")))

    static var declarations: [ParameterDeclaration] {
        [
            sort.declaration, reverse.declaration, year.declaration, crew.declaration, layout.declaration,
            columns.declaration,
        ]
    }

    /// Returns the missions that match the options and meet a condition.
    @MainActor
    static func list(
        _ invocation: Invocation, meeting condition: Condition<MissionDetails>, in session: MoonshotSession
    ) throws -> MissionList {
        let astronaut = try invocation[crew].map { try session.astronaut(named: $0).key }
        let missions = try session.missions(narrowing(to: try invocation[year], crew: astronaut))
        let key = try invocation[sort] ?? session.remembered(defaultOrder, for: invocation)
        let columns = try invocation[columns], isReversed = try invocation[reverse]
        let facts = MissionDetails.factKeys
        let details =
            try condition.isEmpty
            ? session.details(
                of: missions, withFacts: ([key] + (columns ?? [])).contains(where: facts.contains))
            : session.details(of: missions).filter { try condition.holds(for: $0) }
        let context = session.fieldContext.forList
        func sorted(asData: Bool) -> [MissionDetails] {
            // The missions are in the order of their numbers.
            if key == "id" { return isReversed ? details.reversed() : details }
            return MissionDetails.fields.sorted(
                details, byCellsOf: key, reversed: isReversed, context, asData: asData)
        }
        return MissionList(
            missions: sorted(asData: false), missionsForPrograms: sorted(asData: true),
            layout: try invocation[layout] ?? session.chosenLayout
                ?? session.remembered(MissionLayout.setting, for: invocation),
            columns: columns, context: context)
    }

    /// Returns a predicate for the missions of a year, an astronaut or both. Returns `nil` if neither is
    /// given.
    static func narrowing(to year: Int?, crew: String?) -> Predicate<Mission>? {
        var conditions: [Predicate<Mission>] = []
        if let year {
            let (first, next) = days(of: year)
            conditions.append(#Predicate { ($0.launch ?? next) >= first && ($0.launch ?? next) < next })
        }
        if let crew {
            conditions.append(#Predicate { mission in mission.crew.contains { $0.astronaut?.key == crew } })
        }
        return conditions.isEmpty ? nil : .all(conditions)
    }

    /// Returns a predicate for missions with a text in their names, highlights or landing sites.
    static func containing(_ searched: String) -> Predicate<Mission> {
        #Predicate { mission in
            mission.name.localizedStandardContains(searched)
                || mission.highlights.localizedStandardContains(searched)
                || (mission.landingSite ?? "").localizedStandardContains(searched)
        }
    }

    /// Returns a predicate for missions with a text in a crew member's name.
    static func withCrew(_ searched: String) -> Predicate<Mission> {
        #Predicate<Mission> {
            $0.crew.contains { $0.astronaut?.name.localizedStandardContains(searched) == true }
        }
    }

    /// Returns the beginning of a year and the beginning of the next year.
    private static func days(of year: Int) -> (Date, Date) {
        let first = CivilDate(year: year, month: 1, day: 1) ?? .first
        let last = CivilDate(year: year, month: 12, day: 31) ?? .last
        return (first.utcDate, last.utcDate.addingTimeInterval(86_400))
    }
}

/// `missions`: lists the missions as a grid of cards or a list.
struct MissionsCommand: Command {
    let declaration = CommandDeclaration(
        "missions", aliases: ["list", "ls"], group: .looking, summary: text("Lists the missions."),
        discussion: [text("“layout” selects a grid of cards or a list. The choice is remembered.")],
        parameters: [MissionOptions.conditions.declaration] + MissionOptions.declarations,
        examples: [
            .verbatim("missions"), .verbatim("missions --year 1969"),
            .verbatim("missions samples:20.. -crew:cernan"),
            .verbatim("missions --crew lovell --sort launch"),
            .verbatim("missions --columns name,rocket,lunar-module --sort samples"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let condition = try session.condition(
            invocation[MissionOptions.conditions], session.missionConditions)
        let list = try MissionOptions.list(invocation, meeting: condition, in: session)
        if !list.missions.isEmpty { return list.output }
        let isAny = try session.context.fetchCount(FetchDescriptor<Mission>()) > 0
        let message =
            isAny
            ? text("No mission matches. “missions” without options shows all missions.")
            : text("The data files contain no missions.")
        return Output([.message(message)], data: [.table(list.tableForPrograms)])
    }
}

/// `layout`: sets how missions are listed.
struct LayoutCommand: Command {
    static let layout = Parameter.required(
        "layout", .choice(MissionLayout.choices), placeholder: text("LAYOUT"),
        help: text("Grid or list."), question: text("Grid or list"))

    let declaration = CommandDeclaration(
        "layout", group: .looking,
        summary: text("Selects how missions are listed: as a grid of cards or as a list."),
        discussion: [
            text("The layout is a setting: “set layout” shows it, and “set layout default” resets it.")
        ],
        parameters: [layout.declaration], examples: [.verbatim("layout list"), .verbatim("layout grid")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let layout = try invocation[Self.layout]
        session.chosenLayout = layout
        try session.remember(MissionLayout.setting, as: layout.rawValue, for: invocation)
        return Output(
            layout == .grid
                ? text("Missions are now listed as a grid.") : text("Missions are now listed one per line."),
            fields: [.init("layout", text("Layout"), .text(layout.rawValue))])
    }
}

/// Missions as a grid of cards or as a list.
@MainActor
struct MissionList {
    let missions: [MissionDetails]
    /// The same missions in the order for machine-readable output.
    let missionsForPrograms: [MissionDetails]
    let layout: MissionLayout
    /// The keys of the columns that the user named; `nil` for those of every list.
    var columns: [String]?
    let context: FieldContext

    /// The missions as a command's output.
    var output: Output {
        let block: Block =
            layout == .grid && columns == nil
            ? .cards(cards) : .table(Self.table(missions, columns: columns, context))
        return Output([block]) { [.table(tableForPrograms)] }
    }

    /// The missions for machine-readable output.
    var tableForPrograms: Table { Self.table(missionsForPrograms, columns: columns, context) }

    /// Returns missions as a table.
    ///
    /// - Parameters:
    ///   - missions: The missions in order.
    ///   - key: The table's key in `--json`. Default: `missions`.
    ///   - columns: The keys of the columns; `nil` for those of every list.
    ///   - context: What the values depend on.
    static func table(
        _ missions: [MissionDetails], _ key: String = "missions", columns: [String]?, _ context: FieldContext
    ) -> Table {
        let fields = MissionDetails.fields, count = text("%lld missions", missions.count)
        return columns.map { fields.table(key, missions, context, columns: $0, count: count) }
            ?? fields.table(key, missions, context, count: count)
    }

    private var cards: Cards {
        Cards(
            missions.map { details in
                Cards.Card(
                    picture: Badge.of(details.mission.number).picture, title: .text(details.mission.name),
                    details: ["launchDate", "favourite"].compactMap {
                        MissionDetails.fields.listed($0, of: details, context)
                    })
            }, spokenTitle: text("Mission"), pictureTitle: text("Badge"),
            count: text("%lld missions", missions.count))
    }
}
