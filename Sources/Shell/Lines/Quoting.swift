/// Quotes words so that the tokenizer reads them back.
public enum Quoting {
    /// Returns the word, in double quotes if it needs them.
    ///
    /// ```swift
    /// Quoting.quote("War and Peace")  // "War and Peace", with the quotes
    /// Quoting.quote("Solaris")        // Solaris
    /// ```
    public static func quote(_ word: String) -> String {
        let needsQuotes =
            word.isEmpty
            || word.unicodeScalars.contains { scalar in
                switch scalar {
                case " ", "\t", "\n", "\\": true
                default: QuoteMark(rawValue: Character(scalar)) != nil
                }
            }
        return needsQuotes ? written(word, in: .double, isWhole: true) : word
    }

    /// Returns the word with an opening quote and, if it is whole, the closing quote. Double quotes replace
    /// single quotes if these can't contain the word.
    static func written(_ word: String, in quote: QuoteMark, isWhole: Bool) -> String {
        if quote == .single, !isReadable(word, isWhole: isWhole) {
            return written(word, in: .double, isWhole: isWhole)
        }
        var text = ""
        for scalar in word.unicodeScalars {
            if quote.escapable.contains(Character(scalar)) { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return String(quote.rawValue) + text + (isWhole ? String(quote.closing) : "")
    }

    /// Whether the word can be written in single quotes: each apostrophe in it is between letters.
    private static func isReadable(_ word: String, isWhole: Bool) -> Bool {
        guard word.utf8.contains(UInt8(ascii: "'")) else { return true }
        let line = "'" + word + (isWhole ? "'" : "")
        let partial = Tokenizer.partialWords(of: line, upTo: line.utf8.count)
        return partial.words.isEmpty && partial.word.utf8.elementsEqual(word.utf8)
            && (partial.quote == nil) == isWhole
    }
}

/// A mark that opens a quoted text in a line.
///
/// The typographic marks are those in which the programs print titles, so that printed text can be typed again.
enum QuoteMark: Character, CaseIterable {
    case single = "'"
    case double = "\""
    case high = "“"
    case low = "„"
    case angle = "«"

    /// The mark that closes the text.
    var closing: Character {
        switch self {
        case .single, .double: rawValue
        case .high, .low: "”"
        case .angle: "»"
        }
    }

    /// The marks that open another quoted text inside. Its closing mark doesn't close the outer text:
    /// `“Say “Hi””`.
    var nested: [QuoteMark] {
        switch self {
        case .single, .double: []
        case .high, .low: [.high, .low]
        case .angle: [.angle]
        }
    }

    /// The characters that a backslash escapes in the text.
    var escapable: [Character] {
        self == .single ? [] : ["\\", closing] + nested.map(\.rawValue)
    }

    /// Whether a byte of UTF-8 may begin a mark.
    static func isFirstByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0xC2, 0xE2: true
        default: false
        }
    }
}
