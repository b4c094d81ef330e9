import Localization
import ProgramKit
import Shell

/// A filter as the user names it in a command.
enum FilterReference: Hashable, Sendable {
    case all
    case recent
    /// A tag or a view by its name.
    case named(String)
    /// A tag by its name.
    case tag(String)
    case query(String)

    /// Parses the words of `filter`. For a tag that is called “all”, the user types `#all`.
    ///
    /// - Throws: `ValueError.blank`.
    init(
        _ words: [String], _ vocabulary: ConditionVocabulary<Issue>, _ localizer: Localizer
    ) throws(ValueError) {
        guard words.count == 1, let word = words.first?.trimmingSpaces else {
            self = .query(vocabulary.joined(words, localizer))
            return
        }
        let name = QuotedText.unquoted(word)
        if name.isEmpty { throw ValueError.blank }
        if let view = BuiltInView(named: name, localizer), BuiltInView.filters.contains(view) {
            self = view == .all ? .all : .recent
            return
        }
        if word.hasPrefix("#"), word != name || !name.contains(where: \.isWhitespace) {
            let tag = String(name.dropFirst())
            if tag.isEmpty { throw ValueError.blank }
            self = .tag(tag)
        } else if vocabulary.isMeant(by: word, localizer) {
            self = .query(word)
        } else {
            self = .named(name)
        }
    }
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

extension ValueType where Value == WantedTag {
    /// A tag that an issue must have. With a hyphen, a tag that it must not have.
    static var wantedTag: ValueType<WantedTag> {
        ValueType(placeholder: Portfolio.text("NAME"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            var rest = Substring(string.trimmingSpaces)
            let isNegated = rest.hasPrefix("-")
            if isNegated { rest = rest.dropFirst() }
            if rest.hasPrefix("#") { rest = rest.dropFirst() }
            if rest.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return WantedTag(name: String(rest), isNegated: isNegated)
        }
    }
}
