import Foundation

/// The Hungarian definite article, “a” or “az”, which depends on the pronunciation of the following word.
///
/// If the following word is a placeholder, the translator writes `a(z)` before it. The correct article is
/// chosen when the text is shown:
///
/// ```
/// "Taken off the shelf “%1$@”: %2$@." = "Lekerült a(z) „%1$@” polcról: %2$@.";
/// ```
enum HungarianArticle {
    private static let open = "a(z)"

    /// Replaces an open article (`a(z)`) at the end of a text with “a” or “az”.
    ///
    /// - Parameters:
    ///   - text: The text before the word. It may end with an open article and quotation marks.
    ///   - word: The word that follows.
    static func resolve(_ text: inout String, before word: String) {
        // Few texts have an `a(z)` to replace, and it is always near the end. To be fast, first look for its
        // parenthesis in the last bytes.
        guard text.utf8.suffix(8).contains(UInt8(ascii: ")")) else { return }
        let beginning = text[...].trimmingOpeningMarks()
        guard beginning.suffix(open.count).lowercased() == open else { return }
        let end = beginning.endIndex
        let start = text.index(end, offsetBy: -3)
        text.replaceSubrange(start..<end, with: isAz(before: word) ? "z" : "")
    }

    /// Whether the pronunciation of a word starts with a vowel.
    private static func isAz(before word: String) -> Bool {
        let word = word.drop { !$0.isLetter && !$0.isNumber }
        guard let first = word.first else { return false }
        if first.isNumber {
            // The pronunciation starts with a vowel for the numbers egy, ezer, egymillió, öt, ötven and
            // ötezer, but not for tíz and száz.
            let digits = word.prefix { $0.isNumber }.count
            return first == "5" || (first == "1" && digits % 3 == 1)
        }
        let letters = word.prefix { $0.isLetter }.map(bare)
        // Words without a vowel are spelled out letter by letter: “az SMS”, “az FTP”, “az X”, but “a BBC”.
        guard letters.count > 1, letters.contains(where: { $0 == "y" || Self.vowels.contains($0) }) else {
            return letters.first.map { Self.vowels.contains($0) || "flmnrsxy".contains($0) } ?? false
        }
        return Self.vowels.contains(letters[0])
    }

    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u"]

    /// Returns a letter in lower case without accents. A foreign letter that is pronounced like a vowel
    /// becomes that vowel.
    private static func bare(_ letter: Character) -> Character {
        switch letter.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.first {
        case "ø", "œ": "o"
        case "æ": "e"
        case let scalar?: Character(scalar)
        case nil: letter
        }
    }
}

extension Substring {
    /// Returns the text without trailing spaces and quotation marks.
    fileprivate func trimmingOpeningMarks() -> Substring {
        var text = self
        while let last = text.last, last == " " || last == "\u{A0}" || "„“\"'»’-".contains(last) {
            text = text.dropLast()
        }
        return text
    }
}
