import Basics

/// Folding of texts for search, completion and the detection of duplicates.
public enum SearchFold {
    /// Returns the text without case and accents: “Łódź” and “LODZ” both become `lodz`.
    ///
    /// Letters that Unicode doesn't decompose also lose their strokes (`ł`, `ø`, `đ`, `ħ`) or become their
    /// usual replacements: `ß` becomes `ss`, `æ` becomes `ae`, `œ` becomes `oe`, `þ` becomes `th`, `ı`
    /// becomes `i`. Vowel signs of scripts such as Devanagari are kept. The search of ModelData folds alike.
    public static func fold(_ text: String) -> String { FoldedText.letters(text) }

    /// Returns whether a text contains a folded one. “ä”, “ö” and “ü” are found as “a” and as “ae”, as in the search of
    /// ModelData.
    public static func contains(_ text: String, folded wanted: String) -> Bool {
        FoldedText.contains(text, folded: wanted)
    }

    /// Returns the text as names are compared: folded, with one kind of apostrophe and hyphen, and with initials without
    /// full stops and spaces. “J. K. Rowling” and “JK Rowling” both become `jk rowling`.
    public static func foldName(_ text: String) -> String { FoldedText.name(text) }
}

/// Returns the text without white space at its ends.
func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
}
