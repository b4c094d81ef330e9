import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension IssueOrder {
    /// The fields of orders, by their words.
    static let choices = Issue.fields.sortChoices(
        Issue.fields.fields.filter { $0.order != nil && $0.places.contains(.lists) }.map(\.key))

    /// The order as the user writes it, such as `priority,-created`.
    var written: String { parts.map(\.written).joined(separator: ",") }

    /// Sorts issues. If all fields are equal, the newest issue comes first, then the first title, then the lowest
    /// number.
    ///
    /// - Parameters:
    ///   - issues: The issues.
    ///   - collator: The language's order of titles.
    func ordering(_ issues: [Issue], collator: Collator) -> [Issue] {
        var fields = parts
        if !isDoneByStore { fields.append(Part(key: "created")) }
        // The ranks of all issues are in one array, since an array for each issue takes much longer.
        var ranks = [Double](repeating: .infinity, count: issues.count * fields.count)
        for (place, field) in fields.enumerated() {
            guard let order = Issue.fields[field.key]?.order else { continue }
            let orders = issues.map(order)
            let texts = Self.ranks(ofTexts: orders, collator)
            for (index, position) in orders.enumerated() {
                // Issues without a value come last in both directions.
                let rank: Double
                switch position {
                case .number(let number)?: rank = number
                case .text(let text, _)?: rank = texts[text] ?? 0
                case nil: continue
                }
                ranks[index * fields.count + place] = field.isReversed ? -rank : rank
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

    /// Returns the ranks of texts in the order of the user's language.
    private static func ranks(ofTexts orders: [FieldOrder?], _ collator: Collator) -> [String: Double] {
        var texts: Set<String> = []
        for case .text(let text, _)? in orders { texts.insert(text) }
        return Dictionary(
            uniqueKeysWithValues: zip(collator.sorted(Array(texts)), (0...).lazy.map(Double.init)))
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
    func date(of issue: Issue) -> Date { parts[0].key == "modified" ? issue.modified : issue.created }
}

extension IssueOrder.Part {
    /// The name in the user's language.
    var name: LocalizedText { Issue.fields[key]?.sentence ?? .verbatim(key) }
    /// The order as the user writes it.
    fileprivate var written: String { (isReversed ? "-" : "") + (Issue.fields[key]?.word ?? key) }
}

extension ValueType where Value == IssueOrder {
    /// An order of lists: fields separated by commas, each with a hyphen for the reverse order.
    static var order: ValueType<IssueOrder> {
        let key = ValueType<String>.choice(IssueOrder.choices)
        return ValueType(placeholder: Portfolio.text("KEY"), completion: key.completion) { string, context in
            let parts = try string.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let name = String(part).trimmingWhitespace()
                let isReversed = name.hasPrefix("-")
                return IssueOrder.Part(
                    key: try key.parse(isReversed ? String(name.dropFirst()) : name, context),
                    isReversed: isReversed)
            }
            let keys = parts.map(\.key)
            if let twice = keys.first(where: { key in keys.count { $0 == key } > 1 }) {
                throw ValueError.refused(
                    Portfolio.text("“%@” occurs twice.", twice),
                    remedy: Portfolio.text("Name each field once, as in priority,due,-modified."))
            }
            guard let order = IssueOrder(parts) else { throw ValueError.blank }
            return order
        }
    }
}
