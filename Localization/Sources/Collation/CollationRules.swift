import Foundation

/// How a language's alphabet differs from the root order, in a part of the syntax of CLDR's collation rules.
///
/// `&C<cs<<<Cs` puts the letter cs behind c, and tells Cs from it by case. `<` starts a new letter, `<<` differs in
/// the accent, `<<<` in the case. `&cs<<<ccs/cs` orders ccs as cs and another cs. White space means nothing.
/// Everything is canonically decomposed here.
struct CollationRules {
    /// One character or more that get a place of their own.
    struct Rule: Hashable {
        /// What it stands behind.
        let anchor: [Unicode.Scalar]
        /// What differs: 1 for the letter, 2 for the accent, 3 for the case.
        let level: Int
        /// The characters.
        let text: [Unicode.Scalar]
        /// What they are ordered as in addition.
        let expansion: [Unicode.Scalar]
    }

    /// The rules, in order.
    let rules: [Rule]

    /// Reads rules; `nil` where they are not in the syntax.
    init?(_ source: String) {
        var rules: [Rule] = []
        let scalars = Self.decomposed(source.unicodeScalars.filter { !$0.properties.isWhitespace })
        for chain in scalars.split(separator: "&") {
            var rest = chain
            var anchor = Self.text(&rest)
            guard !anchor.isEmpty else { return nil }
            while !rest.isEmpty {
                let level = rest.prefix { $0 == "<" }.count
                rest = rest.dropFirst(level)
                let text = Self.text(&rest)
                var expansion: [Unicode.Scalar] = []
                if rest.first == "/" {
                    rest = rest.dropFirst()
                    expansion = Self.text(&rest)
                    if expansion.isEmpty { return nil }
                }
                guard (1...3).contains(level), !text.isEmpty else { return nil }
                rules.append(Rule(anchor: anchor, level: level, text: text, expansion: expansion))
                anchor = text
            }
        }
        self.rules = rules
    }

    private static func decomposed(_ source: String.UnicodeScalarView) -> [Unicode.Scalar] {
        Array(String(source).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func text(_ rest: inout ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let text = rest.prefix { $0 != "<" && $0 != "/" }
        rest = rest.dropFirst(text.count)
        return Array(text)
    }
}
