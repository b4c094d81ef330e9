import Foundation
import Localization
import ModelData
import Shell

/// The order of a list of issues: by one field or several, such as `priority,due,-modified`.
struct IssueOrder: Hashable, Sendable {
    /// The keys of the times by which the store sorts.
    fileprivate static let times = ["created", "modified"]

    enum Direction: String, CaseIterable, Sendable {
        case newest, oldest

        /// The name in the user's language.
        var name: LocalizedText {
            switch self {
            case .newest: text("newest")
            case .oldest: text("oldest")
            }
        }

        static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
    }

    /// A field of the order. Naturally, the newest date, the earliest due day, the highest priority, the first
    /// title and the lowest number come first.
    struct Part: Hashable, Sendable {
        /// The key of a field.
        let key: String
        var isReversed = false

        /// Whether the field is a time. The newest comes first.
        var isNewestFirst: Bool { key == "closed" || key == "started" || IssueOrder.times.contains(key) }
    }

    /// The fields, the most important first; at least one.
    private(set) var parts = [Part(key: "created")]

    /// The usual order: the newest issue first.
    init() {}

    /// Creates the order by a date.
    init(key: String, direction: Direction = .newest) {
        parts = [Part(key: key, isReversed: direction == .oldest)]
    }

    /// Creates an order by several fields; `nil` without fields.
    init?(_ parts: [Part]) {
        if parts.isEmpty { return nil }
        self.parts = parts
    }

    /// Returns this order, or its reverse if it begins with a date and the oldest should come first.
    func directed(_ direction: Direction) -> IssueOrder {
        guard direction == .oldest, parts[0].isNewestFirst else { return self }
        var order = self
        order.parts[0].isReversed.toggle()
        return order
    }

    /// Whether the store can sort in this order. It can't sort by priority or in the order of a language.
    var isDoneByStore: Bool { parts.count == 1 && Self.times.contains(parts[0].key) }

    /// The order for the store, if it can sort in this order: by date, then by title.
    var descriptors: [SortDescriptor<Issue>] {
        let order: SortOrder = parts[0].isReversed ? .forward : .reverse
        let title = SortDescriptor(\Issue.title, comparator: .lexical)
        return parts[0].key == "modified"
            ? [SortDescriptor(\Issue.modified, order: order), title]
            : [SortDescriptor(\Issue.created, order: order), title]
    }
}
