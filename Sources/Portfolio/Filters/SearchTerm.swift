import Localization
import Shell

/// A term of a list: a text, or a tag; or one that must not be there.
///
/// `word` is a text in the title or the content, `#word` a tag; a hyphen before either negates it, as in the search
/// fields of mail programs and forges. `text:` stands before a text that would mean something else.
struct SearchTerm: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text(String)
        case tag(String)
    }

    var kind: Kind
    var isNegated = false

    /// Reads a term. Throws ``ValueError/blank`` where nothing is named.
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

    /// A tag by its name; a hyphen before it negates it.
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
    /// A word to look for, or a tag as `#tag`.
    static var term: ValueType<SearchTerm> {
        ValueType(placeholder: "TERM", completion: .live(LiveValues.terms)) { string, _ in
            try SearchTerm(string)
        }
    }

    /// A tag that an issue must have, or must not have.
    static var wantedTag: ValueType<SearchTerm> {
        ValueType(placeholder: "NAME", completion: .live(LiveValues.tags)) { string, _ in
            try SearchTerm(tag: string)
        }
    }
}
