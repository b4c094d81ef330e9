import Foundation
import Localization
import ModelData
import Shell

/// The order of a list of issues: by one field or several, such as `priority,due,-modified`.
struct IssueOrder: Hashable, Sendable {
    enum Key: String, CaseIterable, Sendable {
        case created, modified, due, priority, title, number

        /// The name in the user's language.
        var name: LocalizedText {
            switch self {
            case .created: text("created")
            case .modified: text("modified")
            case .due: text("due")
            case .priority: text("priority")
            case .title: text("title")
            case .number: text("number")
            }
        }

        /// Whether the field is a date for which the newest comes first.
        var isNewestFirst: Bool { self == .created || self == .modified }

        static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }
    }

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
        let key: Key
        var isReversed = false
    }

    /// The fields, the most important first; at least one.
    private(set) var parts = [Part(key: .created)]

    /// The usual order: the newest issue first.
    init() {}

    /// Creates the order by a date.
    init(key: Key, direction: Direction = .newest) {
        parts = [Part(key: key, isReversed: direction == .oldest)]
    }

    /// Creates an order by several fields; `nil` without fields.
    init?(_ parts: [Part]) {
        if parts.isEmpty { return nil }
        self.parts = parts
    }

    /// The order as the user writes it, such as `priority,-created`.
    var written: String { parts.map { ($0.isReversed ? "-" : "") + $0.key.rawValue }.joined(separator: ",") }

    /// Returns this order, or its reverse if it begins with a date and the oldest should come first.
    func directed(_ direction: Direction) -> IssueOrder {
        guard direction == .oldest, parts[0].key.isNewestFirst else { return self }
        var order = self
        order.parts[0].isReversed.toggle()
        return order
    }

    /// Whether the store can sort in this order. It can't sort by priority or in the order of a language.
    var isDoneByStore: Bool { parts.count == 1 && parts[0].key.isNewestFirst }

    /// The order for the store, if it can sort in this order: by date, then by title.
    var descriptors: [SortDescriptor<Issue>] {
        let order: SortOrder = parts[0].isReversed ? .forward : .reverse
        let title = SortDescriptor(\Issue.title, comparator: .lexical)
        return parts[0].key == .modified
            ? [SortDescriptor(\Issue.modified, order: order), title]
            : [SortDescriptor(\Issue.created, order: order), title]
    }

    /// Sorts issues. If all fields are equal, the newest issue comes first, then the first title, then the lowest
    /// number.
    ///
    /// - Parameters:
    ///   - issues: The issues.
    ///   - collator: The language's order of titles.
    func ordering(_ issues: [Issue], collator: Collator) -> [Issue] {
        let titleRanks = parts.contains { $0.key == .title } ? Self.titleRanks(issues, collator) : []
        var fields = parts
        if !isDoneByStore { fields.append(Part(key: .created)) }
        // The ranks of all issues are in one array, since an array for each issue takes much longer.
        var ranks: [Double] = []
        ranks.reserveCapacity(issues.count * fields.count)
        for (index, issue) in issues.enumerated() {
            for field in fields {
                ranks.append(field.rank(issue, title: titleRanks.isEmpty ? 0 : titleRanks[index]))
            }
        }
        return ranks.withUnsafeBufferPointer { ranks in
            var order = issues.indices.sorted { left, right in
                for field in fields.indices {
                    let first = ranks[left * fields.count + field]
                    let second = ranks[right * fields.count + field]
                    if first != second { return first < second }
                }
                if isDoneByStore { return left < right }
                let first = issues[left], second = issues[right]
                if first.title == second.title { return first.number < second.number }
                return first.title.utf8.lexicographicallyPrecedes(second.title.utf8)
            }
            if isDoneByStore { Self.orderTies(&order, of: issues, collator) { ranks[$0] } }
            return order.map { issues[$0] }
        }
    }

    /// Returns the rank of each issue's title. Equal titles have equal ranks.
    private static func titleRanks(_ issues: [Issue], _ collator: Collator) -> [Double] {
        let titles = collator.sorted(Array(Set(issues.map(\.title))))
        let ranks = Dictionary(zip(titles, titles.indices.map(Double.init))) { first, _ in first }
        return issues.map { ranks[$0.title] ?? 0 }
    }

    /// Sorts issues with equal dates by title, in the order of the user's language: the store can only sort
    /// by code points. Issues with equal titles are sorted by number.
    ///
    /// - Parameters:
    ///   - order: The indices of the issues, sorted by date.
    ///   - issues: The issues.
    ///   - collator: The language's order of titles.
    ///   - date: Returns the date of the issue with an index.
    private static func orderTies(
        _ order: inout [Int], of issues: [Issue], _ collator: Collator, by date: (Int) -> Double
    ) {
        var start = 0
        while start < order.count {
            let first = date(order[start])
            var end = start + 1
            while end < order.count, date(order[end]) == first { end += 1 }
            if end - start > 1 {
                let equals = order[start..<end].sorted { issues[$0].number < issues[$1].number }
                order.replaceSubrange(start..<end, with: collator.sorted(equals, by: { issues[$0].title }))
            }
            start = end
        }
    }

    /// Returns the date by which the store sorts an issue.
    func date(of issue: Issue) -> Date { parts[0].key == .modified ? issue.modified : issue.created }
}

extension IssueOrder.Part {
    /// Returns the place of an issue by this field; smaller values come first.
    fileprivate func rank(_ issue: Issue, title: Double) -> Double {
        let rank: Double
        switch key {
        case .created: rank = -issue.created.timeIntervalSinceReferenceDate
        case .modified: rank = -issue.modified.timeIntervalSinceReferenceDate
        case .due:
            // Issues without a due day come last in both directions.
            guard let due = issue.due else { return .infinity }
            rank = due.timeIntervalSinceReferenceDate
        case .priority:
            switch issue.priority {
            case .high: rank = 0
            case .medium: rank = 1
            case .low: rank = 2
            }
        case .title: rank = title
        case .number: rank = Double(issue.number)
        }
        return isReversed ? -rank : rank
    }
}

extension ValueType where Value == IssueOrder {
    /// An order of lists: fields separated by commas, each with a hyphen for the reverse order.
    static var order: ValueType<IssueOrder> {
        let key = ValueType<IssueOrder.Key>.choice(IssueOrder.Key.choices)
        return ValueType(placeholder: Portfolio.text("KEY"), completion: key.completion) { string, context in
            let parts = try string.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let name = String(part).trimmingSpaces
                let isReversed = name.hasPrefix("-")
                return IssueOrder.Part(
                    key: try key.parse(isReversed ? String(name.dropFirst()) : name, context),
                    isReversed: isReversed)
            }
            let keys = parts.map(\.key)
            if let twice = keys.first(where: { key in keys.count { $0 == key } > 1 }) {
                throw ValueError.refused(
                    Portfolio.text("“%@” occurs twice.", twice.rawValue),
                    remedy: Portfolio.text("Name each field once, as in priority,due,-modified."))
            }
            guard let order = IssueOrder(parts) else { throw ValueError.blank }
            return order
        }
    }
}
