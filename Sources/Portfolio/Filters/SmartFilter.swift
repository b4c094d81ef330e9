import Localization
import Shell

/// A filter that the user can select: a built-in filter or a tag.
enum SmartFilter: Hashable, Sendable {
    /// All issues.
    case all
    /// The issues that changed in the last seven days.
    case recent
    /// The issues with a tag, by the tag's number.
    case tag(Int64)

    /// The number of days during which a changed issue is recent.
    static let recentDays = 7
}

/// A filter as the user names it in a command.
enum FilterReference: Hashable, Sendable {
    case all
    case recent
    /// A tag by its name.
    case tag(String)
}

extension ValueType where Value == FilterReference {
    /// `all`, `recent`, or a tag. For a tag that is called “all”, the user types `#all`.
    static var filter: ValueType<FilterReference> {
        ValueType(
            placeholder: Portfolio.text("all|recent|TAG"), completion: .source(IssueCompletions.filters)
        ) { string, context in
            let name = string.trimmingSpaces
            if name.hasPrefix("#") {
                let tag = String(name.dropFirst())
                if tag.trimmingSpaces.isEmpty { throw ValueError.blank }
                return .tag(tag)
            }
            if name.isEmpty { throw ValueError.blank }
            for (word, filter, title) in [
                ("all", FilterReference.all, Portfolio.text("All Issues")),
                ("recent", .recent, Portfolio.text("Recent Issues")),
            ]
            where name.lowercased() == word
                || name.lowercased() == context.localizer.string(title).lowercased()
            { return filter }
            return .tag(name)
        }
    }
}

/// The filter by status and priority, which the user switches on and off.
struct SwitchedFilter: Hashable, Sendable {
    var status = ValueFilter<IssueStatus>.any
    var priority = ValueFilter<Priority>.any
}

/// A filter of a property. It allows any value, only a given value, or all values except a given value.
enum ValueFilter<Value: Hashable & Sendable>: Hashable, Sendable {
    case any
    case only(Value)
    case except(Value)
}

extension ValueType {
    /// The value type for a filter of a property: `all`, a value, or a value with a hyphen before it. With
    /// the hyphen, the filter allows all values except the given value.
    static func wanted<Choosable>(_ choices: [Choice<Choosable>]) -> ValueType<ValueFilter<Choosable>>
    where Value == ValueFilter<Choosable> {
        let all = Choice("all", ValueFilter<Choosable>.any, Portfolio.text("all"))
        let positive = ValueType<ValueFilter<Choosable>>.choice(
            [all]
                + choices.map {
                    Choice($0.name, ValueFilter.only($0.value), $0.words.first ?? .verbatim($0.name))
                })
        let negative = ValueType<Choosable>.choice(choices)
        return ValueType(placeholder: positive.placeholder, completion: positive.completion) {
            string, context in
            guard string.hasPrefix("-") else { return try positive.parse(string, context) }
            return .except(try negative.parse(String(string.dropFirst()), context))
        }
    }
}
