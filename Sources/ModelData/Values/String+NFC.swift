import Foundation

extension String {
    /// The text in Unicode's NFC, the one form in which texts are stored.
    ///
    /// Swift holds "é" and "e" with U+0301 for the same text and SQLite doesn't, so every text that
    /// reaches SQLite, as a value or as an argument of a query, passes here.
    var inNFC: String {
        if isSurelyNFC { return self }
        return precomposedStringWithCanonicalMapping
    }

    /// Whether a look at the bytes is enough to know that the text is in NFC.
    ///
    /// No scalar below U+0300 ever combines with the one before it or has another form; the same holds
    /// for most punctuation, the ideographs and the emoji. Whatever else there is needs Unicode's tables.
    private var isSurelyNFC: Bool {
        let answer = utf8.withContiguousStorageIfAvailable { bytes -> Bool in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0xCC {
                    index += 1
                } else if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80,
                    bytes[index + 2] >= 0x82
                {
                    index += 3  // U+2002 to U+203F
                } else if byte >= 0xE4, byte <= 0xE9 {
                    index += 3  // U+4000 to U+9FFF
                } else if byte == 0xF0, index + 1 < bytes.count, bytes[index + 1] == 0x9F {
                    index += 4  // U+1F000 to U+1FFFF
                } else {
                    return false
                }
            }
            return true
        }
        return answer ?? false
    }
}
