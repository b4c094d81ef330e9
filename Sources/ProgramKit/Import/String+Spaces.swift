extension String {
    /// The text without surrounding white space, and with a single space for each run of white space inside.
    /// Exports often contain double spaces.
    ///
    /// A combining mark after a space stays, although Swift treats the space and the mark as one character.
    public var collapsingSpaces: String {
        var text = self
        guard text.withUTF8(Self.mayHaveUnneededSpaces) else { return self }
        // Most of these texts have only a space at an end, as the parts of a list do.
        var trimmed = text.utf8[...]
        while trimmed.first == 0x20 { trimmed.removeFirst() }
        while trimmed.last == 0x20 { trimmed.removeLast() }
        text = String(decoding: trimmed, as: UTF8.self)
        guard text.withUTF8(Self.mayHaveUnneededSpaces) else { return text }
        return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { String($0) }.joined(separator: " ")
    }

    /// Whether a text may have white space other than single spaces between words.
    private static func mayHaveUnneededSpaces(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var previousIsSpace = true
        for byte in bytes {
            switch byte {
            case 0x20:
                if previousIsSpace { return true }
                previousIsSpace = true
            // ASCII white space, and the first bytes of all other white space: U+0085, U+00A0, U+1680, U+2000
            // to U+205F, and U+3000.
            case 0x09...0x0D, 0xC2, 0xE1, 0xE2, 0xE3: return true
            default: previousIsSpace = false
            }
        }
        return previousIsSpace && !bytes.isEmpty
    }

    /// The text without U+0000, which text files can't hold.
    ///
    /// ```swift
    /// let title = "So\u{0}laris".withoutNUL  // Solaris
    /// ```
    ///
    /// A JSON file may contain the character as an escape. If it were imported, exported files could not be
    /// read again.
    public var withoutNUL: String {
        var text = self
        guard text.withUTF8({ $0.contains(0) }) else { return self }
        text.unicodeScalars.removeAll { $0.value == 0 }
        return text
    }
}
