import Localization
import Shell

/// The filters that are always there, and the tags.
enum SmartFilter: Hashable, Sendable {
    /// All issues.
    case all
    /// The issues that changed in the last seven days.
    case recent
    /// The issues with a tag, by the tag's number.
    case tag(Int64)

    /// How many days back what is recent reaches.
    static let recentDays = 7
}

/// A filter as a person names it.
enum FilterReference: Hashable, Sendable {
    case all
    case recent
    /// A tag by its name.
    case tag(String)
}

extension ValueType where Value == FilterReference {
    /// `all`, `recent`, or a tag; `#all` is a tag that is called all.
    static var filter: ValueType<FilterReference> {
        ValueType(placeholder: "all|recent|TAG", completion: .live(LiveValues.filters)) { string, context in
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

/// The filter by status and priority, which is switched on and off as one.
struct SwitchedFilter: Hashable, Sendable {
    var status = Wanted<IssueStatus>.any
    var priority = Wanted<Priority>.any
}

/// What a person wants of a property: anything, one value, or anything but that.
enum Wanted<Value: Hashable & Sendable>: Hashable, Sendable {
    case any
    case only(Value)
    case anythingBut(Value)
}

extension ValueType {
    /// One of several values, `all`, or, with a hyphen before it, anything but that value.
    static func wanted<Choosable>(_ choices: [Choice<Choosable>]) -> ValueType<Wanted<Choosable>>
    where Value == Wanted<Choosable> {
        let all = Choice("all", Wanted<Choosable>.any, Portfolio.text("all"))
        let positive = ValueType<Wanted<Choosable>>.choice(
            [all]
                + choices.map {
                    Choice($0.name, Wanted.only($0.value), $0.words.first ?? .verbatim($0.name))
                })
        let negative = ValueType<Choosable>.choice(choices)
        return ValueType(placeholder: positive.placeholder, completion: positive.completion) {
            string, context in
            guard string.hasPrefix("-") else { return try positive.parse(string, context) }
            return .anythingBut(try negative.parse(String(string.dropFirst()), context))
        }
    }
}
