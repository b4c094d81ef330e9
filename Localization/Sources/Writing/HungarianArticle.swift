import Foundation

/// The definite article of Hungarian, which depends on how the word behind it begins: “a” or “az”.
///
/// A translator who can't know that word writes `a(z)` before its placeholder, and readers get the one that is right:
///
/// ```
/// "Taken off the shelf “%1$@”: %2$@." = "Lekerült a(z) „%1$@” polcról: %2$@.";
/// ```
enum HungarianArticle {
    private static let open = "a(z)"

    /// Decides the article that a text ends with, if it is open.
    ///
    /// - Parameters:
    ///   - text: What stands before the word: it ends with the article, and perhaps with quotation marks.
    ///   - word: What comes behind it.
    static func settle(_ text: inout String, before word: String) {
        // Few texts have one, and it is near the end of what was written so far.
        guard text.utf8.suffix(8).contains(UInt8(ascii: ")")) else { return }
        let beginning = text[...].trimmingOpeningMarks()
        guard beginning.suffix(open.count).lowercased() == open else { return }
        let end = beginning.endIndex
        let start = text.index(end, offsetBy: -3)
        text.replaceSubrange(start..<end, with: isAz(before: word) ? "z" : "")
    }

    /// Whether a word is said with a vowel first.
    private static func isAz(before word: String) -> Bool {
        let word = word.drop { !$0.isLetter && !$0.isNumber }
        guard let first = word.first else { return false }
        if first.isNumber {
            // Said aloud: egy, ezer and egymillió, but tíz and száz; öt, ötven and ötezer.
            let digits = word.prefix { $0.isNumber }.count
            return first == "5" || (first == "1" && digits % 3 == 1)
        }
        let letters = word.prefix { $0.isLetter }.map(bare)
        // What has no vowel is spelled out, letter by letter: “az SMS”, “az FTP”, “az X”, but “a BBC”.
        guard letters.count > 1, letters.contains(where: { $0 == "y" || Self.vowels.contains($0) }) else {
            return letters.first.map { Self.vowels.contains($0) || "flmnrsxy".contains($0) } ?? false
        }
        return Self.vowels.contains(letters[0])
    }

    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u"]

    /// A letter without its case and accents; those of other languages as the vowels that they are said like.
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
    /// The text without the spaces and quotation marks at its end.
    fileprivate func trimmingOpeningMarks() -> Substring {
        var text = self
        while let last = text.last, last == " " || last == "\u{A0}" || "„“\"'»’-".contains(last) {
            text = text.dropLast()
        }
        return text
    }
}
