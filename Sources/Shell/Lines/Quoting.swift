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
            || word.utf8.contains { byte in
                switch byte {
                case .space, .tab, .lineFeed, .singleQuote, .doubleQuote, .backslash: true
                default: false
                }
            }
        return needsQuotes ? "\"" + escape(word) + "\"" : word
    }

    /// Returns the word as written after an open quote, without the closing quote. Returns `nil` if the open
    /// quote is a single quote and the word contains a single quote, which can't be escaped.
    static func continuation(of word: String, in quote: Character) -> String? {
        if quote == "'" { return word.utf8.contains(.singleQuote) ? nil : word }
        return escape(word)
    }

    private static func escape(_ word: String) -> String {
        var result: [UInt8] = []
        for byte in word.utf8 {
            if byte == .doubleQuote || byte == .backslash { result.append(.backslash) }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
