/// How a language's alphabet differs from the root order, in a part of the syntax of CLDR's collation rules.
///
/// `&C<cs<<<Cs` puts the letter cs behind c, and tells Cs from it by case. `<` starts a new letter, `<<` differs in
/// the accent, `<<<` in the case. `&cs<<<ccs/cs` orders ccs as cs and another cs. White space means nothing.
struct CollationRules {
    /// One character or more that get a place of their own.
    struct Rule: Hashable {
        /// What it stands behind.
        let anchor: String
        /// What differs: 1 for the letter, 2 for the accent, 3 for the case.
        let level: Int
        /// The characters.
        let text: String
        /// What they are ordered as in addition.
        let expansion: String
    }

    /// The rules, in order.
    let rules: [Rule]

    /// Reads rules; `nil` where they are not in the syntax.
    init?(_ source: String) {
        var rules: [Rule] = []
        let source = source.filter { !$0.isWhitespace }
        for chain in source.split(separator: "&") {
            var rest = chain[...]
            var anchor = Self.text(&rest)
            guard !anchor.isEmpty else { return nil }
            while !rest.isEmpty {
                let level = rest.prefix { $0 == "<" }.count
                rest = rest.dropFirst(level)
                let text = Self.text(&rest)
                var expansion = ""
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

    private static func text(_ rest: inout Substring) -> String {
        let text = rest.prefix { $0 != "<" && $0 != "/" }
        rest = rest.dropFirst(text.count)
        return String(text)
    }
}
