import Localization
import Shell
import Suite

/// What a list of destinations is sorted by.
enum DestinationOrder: String, CaseIterable, Sendable {
    case name, priority, date

    /// The order in words.
    var title: LocalizedText {
        switch self {
        case .name: text("by name")
        case .priority: text("by priority")
        case .date: text("by date")
        }
    }

    static let choices: [Choice<DestinationOrder>] = allCases.map { Choice($0.rawValue, $0, $0.title) }

    /// The destinations in this order: by name, then date; by priority, the highest first, then name; by date, then
    /// name. What has no date stands last, also in reverse.
    func sorted(_ destinations: [Destination], collator: Collator, reversed: Bool = false) -> [Destination] {
        switch self {
        case .name:
            // Sorting by name keeps the order of equals, which is by date then.
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
