import Localization
import Shell

/// A search term of `list`: a text or a tag that issues must have, or must not have.
///
/// `word` is a text in the title or the content, and `#word` is a tag. A hyphen before a term negates the
/// term, as in the search fields of mail programs. For texts that begin with `#` or a hyphen, there is the
/// prefix `text:`.
struct SearchTerm: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text(String)
        case tag(String)
    }

    var kind: Kind
    var isNegated = false

    /// Parses a term. Throws `ValueError.blank` if the term is empty.
    init(_ string: String) throws(ValueError) {
        var rest = Substring(string.trimmingSpaces)
        if rest.count > 1, rest.hasPrefix("-") {
            isNegated = true
            rest = rest.dropFirst()
        }
        if rest.hasPrefix("#"), rest.count > 1 {
            kind = .tag(String(rest.dropFirst()))
        } else if rest.lowercased().hasPrefix("text:") {
            kind = .text(String(rest.dropFirst(5)))
        } else {
            kind = .text(String(rest))
        }
        switch kind {
        case .text(let words), .tag(let words):
            if words.trimmingSpaces.isEmpty { throw ValueError.blank }
        }
    }

    /// Parses the name of a tag. A hyphen before the name negates the term. Throws `ValueError.blank` if the
    /// name is empty.
    init(tag string: String) throws(ValueError) {
        var rest = Substring(string.trimmingSpaces)
        if rest.hasPrefix("-") {
            isNegated = true
            rest = rest.dropFirst()
        }
        if rest.hasPrefix("#") { rest = rest.dropFirst() }
        if rest.allSatisfy(\.isWhitespace) { throw ValueError.blank }
        kind = .tag(String(rest))
    }
}

extension ValueType where Value == SearchTerm {
    /// A text to search for, or a tag as `#tag`.
    static var term: ValueType<SearchTerm> {
        ValueType(placeholder: Portfolio.text("TERM"), completion: .source(IssueCompletions.terms)) {
            string, _ in
            try SearchTerm(string)
        }
    }

    /// A tag that an issue must have, or must not have.
    static var wantedTag: ValueType<SearchTerm> {
        ValueType(placeholder: Portfolio.text("NAME"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            try SearchTerm(tag: string)
        }
    }
}
