import Localization
import Shell

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
            let byName = collator.sorted(Self.byDate(destinations, reversed: false), by: \.name)
            return reversed ? byName.reversed() : byName
        case .priority:
            let byName = collator.sorted(destinations, by: \.name)
            return Self.sorted(byName, by: { $0.priority.rawValue }) { reversed ? $0 < $1 : $0 > $1 }
        case .date:
            return Self.byDate(collator.sorted(destinations, by: \.name), reversed: reversed)
        }
    }

    private static func byDate(_ destinations: [Destination], reversed: Bool) -> [Destination] {
        sorted(destinations, by: \.start) { left, right in
            switch (left, right) {
            case (let left?, let right?): reversed ? left > right : left < right
            case (.some, nil): true
            default: false
            }
        }
    }

    /// The destinations by a key that is read once of each; equals keep their order.
    private static func sorted<Key>(
        _ destinations: [Destination], by key: (Destination) -> Key, _ precedes: (Key, Key) -> Bool
    ) -> [Destination] {
        let keys = destinations.map(key)
        return destinations.indices.sorted { left, right in
            if precedes(keys[left], keys[right]) { return true }
            return precedes(keys[right], keys[left]) ? false : left < right
        }.map { destinations[$0] }
    }
}
