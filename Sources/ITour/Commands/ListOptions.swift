import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The options that narrow and order a list of destinations, and the settings that remember them.
enum ListOptions {
    static let sort = Parameter.option(
        "sort", .choice(DestinationOrder.choices),
        help: text("What to sort by: name, priority (the highest first) or date."))
    static let reverse = Parameter.flag("reverse", help: text("Turns the order round."))
    static let future = Parameter.flag(
        "future", help: text("Only what lies ahead: what isn't over yet, and what has no date."))
    static let all = Parameter.flag("all", help: text("Everything, whatever the filter was."))
    static let priority = Parameter.option(
        "priority", .priorityRange, help: text("Only such a priority: must, or a range such as maybe..must."))

    static var declarations: [ParameterDeclaration] {
        [sort.declaration, reverse.declaration, future.declaration, all.declaration, priority.declaration]
    }

    static let usualOrder = Setting.choice(
        "sort", DestinationOrder.choices, usually: "name", .name,
        help: text("What lists are sorted by, where --sort doesn't say."))
    static let usualTimes = Setting.choice(
        "show", [Choice("all", false, text("everything")), Choice("future", true, text("what lies ahead"))],
        usually: "all", false, help: text("Whether lists show everything, or only what lies ahead."))
    static let usualPriorities = Setting.choice(
        "priority", PriorityFilter.all.map { Choice($0.word, $0) }, usually: PriorityFilter.any.word, .any,
        help: text("The priorities that lists show."))

    static let settings: [SettingDeclaration] = [
        usualOrder.declaration, usualTimes.declaration, usualPriorities.declaration,
    ]
}

/// A range of priorities, as a setting keeps it.
struct PriorityFilter: Sendable, Hashable {
    let range: ClosedRange<Priority>

    static let any = PriorityFilter(range: .meh ... .must)

    static let all: [PriorityFilter] = Priority.allCases.flatMap { low in
        Priority.allCases.filter { $0 >= low }.map { PriorityFilter(range: low...$0) }
    }

    /// The word that means it: `must`, `maybe..must`.
    var word: String {
        range.lowerBound == range.upperBound
            ? range.lowerBound.word : "\(range.lowerBound.word)..\(range.upperBound.word)"
    }

    /// The range in the words of the person's language.
    var name: LocalizedText {
        range.lowerBound == range.upperBound
            ? range.lowerBound.name : text("%1$@ to %2$@", range.lowerBound.name, range.upperBound.name)
    }
}

/// What a call of `list` or `search` asks for, with what is remembered where it doesn't say.
@MainActor
struct ListChoice {
    let order: DestinationOrder
    let reversed: Bool
    let onlyFuture: Bool
    let priorities: PriorityFilter
    /// What the call itself says, and not an earlier one.
    private let saysOrder: Bool
    private let saysTimes: Bool
    private let saysPriorities: Bool
    private let today: CivilDate

    init(_ invocation: Invocation, _ session: TripSession) throws {
        let all = try invocation[ListOptions.all]
        let future = try invocation[ListOptions.future]
        if all, future { throw ListChoiceError.allAndFuture }
        order = try invocation[ListOptions.sort] ?? session.preferences[ListOptions.usualOrder]
        reversed = try invocation[ListOptions.reverse]
        onlyFuture = future || (!all && session.preferences[ListOptions.usualTimes])
        priorities =
            try invocation[ListOptions.priority].map { PriorityFilter(range: $0) }
            ?? (all ? .any : session.preferences[ListOptions.usualPriorities])
        saysOrder = invocation.has(ListOptions.sort)
        saysTimes = all || future
        saysPriorities = all || invocation.has(ListOptions.priority)
        today = session.today
    }

    /// What is left out since an earlier call asked for it: whoever doesn't see the count must be told.
    var omission: LocalizedText? {
        saysTimes || saysPriorities ? nil : filterNote.map { text("There is a filter: %@.", $0) }
    }

    /// Remembers the order and the filter that the call asks for; what is in the way of that is said, and nothing else
    /// fails.
    func remember(in session: TripSession) -> [Block] {
        let preferences = session.preferences
        do {
            if saysOrder { try preferences.remember(ListOptions.usualOrder, as: order.rawValue) }
            if saysTimes {
                try preferences.remember(ListOptions.usualTimes, as: onlyFuture ? "future" : "all")
            }
            if saysPriorities { try preferences.remember(ListOptions.usualPriorities, as: priorities.word) }
            return []
        } catch {
            guard let problem = (error as? any PresentableError)?.problem else { return [] }
            return [.warning(text("The choice isn't remembered: %@", problem))]
        }
    }

    /// What is left out, in words; `nil` where nothing is.
    var filterNote: LocalizedText? {
        switch (onlyFuture, priorities == .any) {
        case (false, true): nil
        case (true, true): text("only what lies ahead (“list --all” shows everything)")
        case (false, false):
            text("only priorities %@ (“list --all” shows everything)", priorities.name)
        case (true, false):
            text("only priorities %@ that lie ahead (“list --all” shows everything)", priorities.name)
        }
    }

    /// The destinations in order. Their sights aren't read.
    func destinations(containing wanted: String? = nil, in session: TripSession) throws -> [Destination] {
        let found = try session.context.fetch(FetchDescriptor(predicate: predicate(containing: wanted)))
        return order.sorted(found, collator: Collator(session.localizer.language), reversed: reversed)
    }

    private func predicate(containing wanted: String?) -> Predicate<Destination>? {
        let anyTime = !onlyFuture
        let midnight = today.utcDate
        let long = Date.distantPast
        let anyPriority = priorities == .any
        let shown = Priority.allCases.filter(priorities.range.contains)
        guard let wanted else {
            if anyTime, anyPriority { return nil }
            return #Predicate<Destination> {
                (anyTime || $0.start == nil || ($0.end ?? $0.start ?? long) >= midnight)
                    && (anyPriority || shown.contains($0.priority))
            }
        }
        return #Predicate<Destination> {
            (anyTime || $0.start == nil || ($0.end ?? $0.start ?? long) >= midnight)
                && (anyPriority || shown.contains($0.priority))
                && ($0.name.localizedStandardContains(wanted) || $0.details.localizedStandardContains(wanted)
                    || $0.sights.contains {
                        $0.name.localizedStandardContains(wanted) || $0.note.localizedStandardContains(wanted)
                            || $0.address.localizedStandardContains(wanted)
                    })
        }
    }
}

/// Options that contradict each other.
enum ListChoiceError: PresentableError {
    case allAndFuture

    var problem: LocalizedText { text("“--all” and “--future” contradict each other.") }
    var remedy: LocalizedText? { text("Give one of them.") }
    var failure: FailureKind { .usage }
}
