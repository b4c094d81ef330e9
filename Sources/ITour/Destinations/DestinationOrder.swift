import Localization
import ProgramKit
import Shell

/// The order of a list of destinations.
enum DestinationOrder: String, CaseIterable, Sendable {
    case name, priority, date

    /// The order's name in the user's language.
    var title: LocalizedText {
        switch self {
        case .name: text("by name")
        case .priority: text("by priority")
        case .date: text("by date")
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
