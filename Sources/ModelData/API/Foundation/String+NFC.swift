import Foundation

extension String {
    /// The string in Unicode normalization form C (NFC), the form of all stored texts.
    ///
    /// Swift treats "é" and "e" with U+0301 as equal, but SQLite doesn't. So every text is converted before
    /// it is passed to SQLite as a value or as a query argument.
    var inNFC: String {
        if isSurelyNFC { return self }
        return precomposedStringWithCanonicalMapping
    }

    /// Whether the bytes alone show that the string is in NFC.
    ///
    /// Scalars below U+0300 never combine with the previous one and have no other NFC form. The same is true
    /// of most punctuation, ideographs and emoji. All other scalars need Unicode's tables.
    private var isSurelyNFC: Bool {
        let isNFC = utf8.withContiguousStorageIfAvailable { bytes -> Bool in
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
        return isNFC ?? false
    }
}
