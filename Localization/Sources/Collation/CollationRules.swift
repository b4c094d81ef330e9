import Foundation

/// The differences between a language's alphabet and the root order, in a subset of the syntax of CLDR's
/// collation rules.
///
/// `&C<cs<<<Cs` puts the letter cs after c, and puts Cs after cs with a difference in case. `<` starts a new
/// letter, `<<` means a difference in the accent, `<<<` in the case. `&cs<<<ccs/cs` orders ccs like cs
/// followed by cs. White space is ignored. All characters are stored in canonically decomposed form.
struct CollationRules {
    /// A rule that gives characters an explicit position.
    struct Rule: Hashable {
        /// The characters after which the rule inserts its characters.
        let anchor: [Unicode.Scalar]
        /// The difference from the anchor: 1 for the letter, 2 for the accent, 3 for the case.
        let level: Int
        /// The characters that the rule inserts into the order.
        let text: [Unicode.Scalar]
        /// The characters after the slash, as in `&cs<<<ccs/cs`. There, “ccs” is ordered like “cs” followed
        /// by these characters.
        let expansion: [Unicode.Scalar]
    }

    /// The rules, in order.
    let rules: [Rule]

    /// Parses rules; `nil` if the syntax is invalid or not of the subset.
    init?(_ source: String) {
        var rules: [Rule] = []
        let scalars = Self.decomposed(source.unicodeScalars.filter { !$0.properties.isWhitespace })
        guard !scalars.contains(where: { "[]'=*|".unicodeScalars.contains($0) }) else { return nil }
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
