import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The options that filter and sort a list of destinations, and the settings that store them.
enum ListOptions {
    static let sort = Parameter.option(
        "sort", .choice(DestinationOrder.choices),
        help: text("The field to sort by: name, priority (highest first) or date."))
    static let reverse = Parameter.flag("reverse", help: text("Reverse the order."))
    static let future = Parameter.flag(
        "future",
        help: text("Show only future trips: trips that aren't over yet, and destinations without a date."))
    static let all = Parameter.flag("all", help: text("Show everything and forget the filter."))
    static let priority = Parameter.option(
        "priority", .priorityRange,
        help: text("Show only this priority, such as must, or a range such as maybe..must."))

    static var declarations: [ParameterDeclaration] {
        [sort.declaration, reverse.declaration, future.declaration, all.declaration, priority.declaration]
    }

    static let defaultOrder = Setting.choice(
        "sort", DestinationOrder.choices, defaultWord: "name", .name,
        help: text("The order of lists without --sort."))
    static let defaultTimes = Setting.choice(
        "show",
        [Choice("all", false, text("everything")), Choice("future", true, text("future trips only"))],
        defaultWord: "all", false, help: text("Whether lists show everything or only future trips."))
    static let defaultPriorities = Setting.choice(
        "priority", PriorityFilter.all.map { Choice($0.word, $0) }, defaultWord: PriorityFilter.any.word,
        .any,
        help: text("The priorities that lists show."))

    static let settings: [SettingDeclaration] = [
        defaultOrder.declaration, defaultTimes.declaration, defaultPriorities.declaration,
    ]
}

/// A range of priorities, which a setting can store.
struct PriorityFilter: Sendable, Hashable {
    let range: ClosedRange<Priority>

    static let any = PriorityFilter(range: .meh ... .must)

    static let all: [PriorityFilter] = Priority.allCases.flatMap { low in
        Priority.allCases.filter { $0 >= low }.map { PriorityFilter(range: low...$0) }
    }

    /// The setting's value, such as `must` or `maybe..must`.
    var word: String {
        range.lowerBound == range.upperBound
            ? range.lowerBound.word : "\(range.lowerBound.word)..\(range.upperBound.word)"
    }

    /// The range in the user's language.
    var name: LocalizedText {
        range.lowerBound == range.upperBound
            ? range.lowerBound.name : text("%1$@ to %2$@", range.lowerBound.name, range.upperBound.name)
    }
}

/// The order and filter of a call of `list` or `search`. They come from the call's options; for missing
/// options, from the settings.
@MainActor
struct ListChoice {
    let order: DestinationOrder
    let reversed: Bool
    let onlyFuture: Bool
    let priorities: PriorityFilter
    /// Whether the command line sets the order. If not, the stored setting is used.
    private let isOrderGiven: Bool
    private let isTimeFilterGiven: Bool
    private let isPriorityFilterGiven: Bool
    let today: CivilDate

    init(_ invocation: Invocation, _ session: TripSession) throws {
        let all = try invocation[ListOptions.all]
        let future = try invocation[ListOptions.future]
        if all, future {
            throw ValueError.refused(
                text("“--all” and “--future” can't be used together."), remedy: text("Use only one of them."))
        }
        order =
            try invocation[ListOptions.sort] ?? session.remembered(ListOptions.defaultOrder, for: invocation)
        reversed = try invocation[ListOptions.reverse]
        onlyFuture = future || (!all && session.remembered(ListOptions.defaultTimes, for: invocation))
        priorities =
            try invocation[ListOptions.priority].map { PriorityFilter(range: $0) }
            ?? (all ? .any : session.remembered(ListOptions.defaultPriorities, for: invocation))
        isOrderGiven = invocation.has(ListOptions.sort)
        isTimeFilterGiven = all || future
        isPriorityFilterGiven = all || invocation.has(ListOptions.priority)
        today = session.today
    }

    /// Stores the call's order and filter in the settings, if the call is of a user at a terminal. If storing fails,
    /// returns a warning, because the list can still be shown.
    func remember(_ invocation: Invocation, in session: TripSession) -> [Block] {
        do {
            if isOrderGiven {
                try session.remember(ListOptions.defaultOrder, as: order.rawValue, for: invocation)
            }
            if isTimeFilterGiven {
                let word = onlyFuture ? "future" : "all"
                try session.remember(ListOptions.defaultTimes, as: word, for: invocation)
            }
            if isPriorityFilterGiven {
                try session.remember(ListOptions.defaultPriorities, as: priorities.word, for: invocation)
            }
            return []
        } catch {
            guard let problem = (error as? any PresentableError)?.problem else { return [] }
            return [.warning(text("The choice can't be remembered: %@", problem))]
        }
    }

    /// A description of the filter; `nil` if all destinations are shown.
    var filterNote: LocalizedText? {
        switch (onlyFuture, priorities == .any) {
        case (false, true): nil
        case (true, true): text("only future trips (“list --all” shows everything)")
        case (false, false):
            text("only priority %@ (“list --all” shows everything)", priorities.name)
        case (true, false):
            text("only future trips of priority %@ (“list --all” shows everything)", priorities.name)
        }
    }

    /// Returns the destinations in order, without fetching their sights.
    ///
    /// - Parameters:
    ///   - wanted: A text that name, details or sights must contain. Default: none.
    ///   - session: The session.
    func destinations(containing wanted: String? = nil, in session: TripSession) throws -> [Destination] {
        var found: [Destination]
        if let wanted {
            found = try session.fetchReadable(FetchDescriptor(predicate: Self.predicate(containing: wanted)))
            // If no destination contains the whole text, look for its words: “osaka castle” finds a castle in Osaka.
            let words = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
            if found.isEmpty, words.count > 1 {
                let matches = try words.map {
                    try session.fetchReadable(FetchDescriptor(predicate: Self.predicate(containing: $0)))
                }
                let numbers = matches.dropFirst().map { Set($0.map(\.persistentModelID)) }
                found = matches[0].filter { match in
                    numbers.allSatisfy { $0.contains(match.persistentModelID) }
                }
            }
            // One predicate for the filter and the text would take the compiler minutes.
            if let predicate { found = try found.filter(predicate.evaluate) }
        } else {
            found = try session.fetchReadable(FetchDescriptor(predicate: predicate))
        }
        return order.sorted(found, collator: Collator(session.localizer.language), reversed: reversed)
    }

    /// The condition for the filter; `nil` if all destinations are shown.
    private var predicate: Predicate<Destination>? {
        var conditions: [Predicate<Destination>] = []
        if onlyFuture {
            let midnight = today.utcDate, long = Date.distantPast
            conditions.append(
                #Predicate<Destination> { $0.start == nil || ($0.end ?? $0.start ?? long) >= midnight })
        }
        if priorities != .any {
            let shown = Priority.allCases.filter(priorities.range.contains)
            conditions.append(#Predicate<Destination> { shown.contains($0.priority) })
        }
        return conditions.isEmpty ? nil : .all(conditions)
    }

    static func predicate(containing wanted: String) -> Predicate<Destination> {
        #Predicate<Destination> {
            $0.name.localizedStandardContains(wanted) || $0.details.localizedStandardContains(wanted)
                || $0.sights.contains {
                    $0.name.localizedStandardContains(wanted) || $0.note.localizedStandardContains(wanted)
                        || $0.address.localizedStandardContains(wanted)
                        || $0.otherName.localizedStandardContains(wanted)
                }
        }
    }
}

/// The order of a list of destinations.
enum DestinationOrder: String, CaseIterable, Sendable {
    case name, priority, date

    /// The order's name in the user's language.
    var title: LocalizedText {
        switch self {
        case .name: text("name")
        case .priority: text("priority")
        case .date: text("date")
        }
    }

    static let choices: [Choice<DestinationOrder>] = allCases.map { Choice($0.rawValue, $0, $0.title) }

    /// Returns destinations in this order: by name and then date, by priority (highest first) and then name,
    /// or by date and then name. Destinations without a date come last, also in reverse order.
    ///
    /// - Parameters:
    ///   - destinations: The destinations.
    ///   - collator: The language's order of names.
    ///   - reversed: Whether to reverse the order. Default: `false`.
    func sorted(_ destinations: [Destination], collator: Collator, reversed: Bool = false) -> [Destination] {
        switch self {
        case .name:
            // The sort by name is stable, so destinations with equal names stay in order of date.
            let byName = collator.sorted(
                destinations.sorted(byKeys: destinations.map(\.start), reversed: false), by: \.name)
            return reversed ? byName.reversed() : byName
        case .priority:
            let byName = collator.sorted(destinations, by: \.name)
            return byName.sorted(byKeys: byName.map(\.priority.rawValue), reversed: !reversed)
        case .date:
            let byName = collator.sorted(destinations, by: \.name)
            return byName.sorted(byKeys: byName.map(\.start), reversed: reversed)
        }
    }
}

/// `list`: lists the destinations.
struct ListCommand: Command {
    static let conditions = Parameter.rest(
        "condition", .condition(source: TripCompletions.destinationConditions).keepingQuotes,
        help: text(
            "Words and conditions such as priority:must, date:2027-04-05..2027-04-30, trip:japan or is:unplanned, with “or”, “not” or a hyphen, and parentheses."
        )
    ).takingHyphens
        .replacingOptions {
            ConditionVocabulary<Destination>.condition(
                forOption: $0, $1, of: Destination.fields, other: ["country": "country", "sight": "sight"])
        }

    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the destinations."),
        discussion: [
            text(
                "At a terminal, “list” remembers the order and the filter, also for “search”. “list --all” shows everything again."
            ),
            text(
                "In scripts, in other stores, and with --json and --csv, only the options of the call count."),
        ],
        parameters: [conditions.declaration] + ListOptions.declarations,
        examples: [
            .verbatim("list"), .verbatim("list priority:maybe.. -is:past"),
            .verbatim("list --sort priority"),
            .verbatim("list --future --priority maybe..must"),
            .verbatim("list --all"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let choice = try ListChoice(invocation, session)
        let warnings = choice.remember(invocation, in: session)
        let condition = try session.condition(invocation[Self.conditions], session.destinationConditions)
        return try Self.output(
            choice.destinations(in: session).filter { try condition.holds(for: $0) }, above: warnings,
            note: choice.filterNote, in: session)
    }

    /// Returns a list of destinations, or the reason why it is empty.
    static func output(
        _ destinations: [Destination], above: [Block], note: LocalizedText?, in session: TripSession
    ) throws -> Output {
        guard destinations.isEmpty else {
            let table = Destination.table(
                destinations, session.fieldContext.forList, note: note, trips: try session.hasTrips)
            return Output(above + [.table(table)])
        }
        return Output(
            above + [.message(try emptyList(in: session))],
            data: [.table(Destination.table([], session.fieldContext))])
    }

    /// Returns the reason why a list is empty.
    static func emptyList(in session: TripSession) throws -> LocalizedText {
        try session.context.fetchCount(FetchDescriptor<Destination>()) == 0
            ? text(
                "There are no destinations yet. Add the first one with “add”, or add sample trips with “samples”."
            )
            : text("No destination matches. “list --all” shows everything.")
    }
}
