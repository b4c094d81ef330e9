import Foundation

/// Texts without case and accents, on two levels: letters for every search, and names for the comparison of what people
/// type with names and titles.
package enum FoldedText {
    /// Returns a text in lower case, without accents and strokes: ł becomes l, ø becomes o, and ß becomes ss. Dashes become
    /// hyphens, and quotation marks and apostrophes those of typewriters, because people can't type all of them.
    package static func letters(_ text: String) -> String {
        var text = text
        let isFolded = text.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
        }
        if isFolded { return text }
        return text.withUTF8 { String(decoding: letters($0), as: UTF8.self) }
    }

    /// Returns the folded form of a text in UTF-8.
    package static func letters(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(lowercasedASCII) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 8)
        var scalars = String(decoding: text, as: UTF8.self).unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar.value {
            case 0..<0x80: result.append(lowercasedASCII(UInt8(truncatingIfNeeded: scalar.value)))
            case 0xA0: result.append(0x20)
            case 0xAB, 0xBB: result.append(0x22)
            case 0x80..<0xC0: result.append(contentsOf: Array(String(scalar).utf8))
            case 0xC0..<UInt32(0xC0 + latin.count): result.append(contentsOf: latin[Int(scalar.value - 0xC0)])
            default: result.append(contentsOf: FoldedScalar.bytes(of: scalar))
            }
        }
        return result
    }

    /// Returns whether a text contains a folded one. Umlauts are also found as “ae”, “oe” and “ue”, as people write them
    /// without a German keyboard: “mueller” finds “Müller”, which “muller” finds, too. No text contains an empty one, such as
    /// a folded accent.
    package static func contains(_ text: String, folded wanted: String) -> Bool {
        var text = text
        return text.withUTF8 { contains($0, folded: Array(wanted.utf8)) }
    }

    /// Returns whether a folded text has “ae”, “oe” or “ue”, so that it could mean an umlaut.
    package static func hasSpelledUmlaut(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        zip(text, text.dropFirst()).contains { "aou".utf8.contains($0) && $1 == UInt8(ascii: "e") }
    }

    /// Returns a text in UTF-8, folded, with “ae”, “oe” and “ue” for its umlauts; nil if it has none.
    package static func spellingUmlauts(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var spelled: [UInt8] = []
        var isSpelled = false
        var index = 0
        while index < text.count {
            if text[index] == 0xC3, index + 1 < text.count, let vowel = umlauts[text[index + 1]] {
                spelled += [vowel, UInt8(ascii: "e")]
                isSpelled = true
                index += 2
            } else {
                spelled.append(text[index])
                index += 1
            }
        }
        return isSpelled ? spelled.withUnsafeBufferPointer { letters($0) } : nil
    }

    /// The vowels of ä, ö, ü and their capitals, by the second byte of the umlaut in UTF-8.
    private static let umlauts: [UInt8: UInt8] = [
        0xA4: UInt8(ascii: "a"), 0x84: UInt8(ascii: "a"), 0xB6: UInt8(ascii: "o"), 0x96: UInt8(ascii: "o"),
        0xBC: UInt8(ascii: "u"), 0x9C: UInt8(ascii: "u"),
    ]

    /// The folded forms of U+00C0 to U+024F, the block with nearly all accented Latin letters. They are written down
    /// because their decompositions take as long as a start of a program.
    static let latin: [[UInt8]] = """
        a a a a a a ae c e e e e i i i i d n o o o o o × o u u u u y th ss a a a a a a ae c e e e e i i i i d n \
        o o o o o ÷ o u u u u y th y a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h \
        h h i i i i i i i i i i ij ij j j k k k l l l l l l l l l l n n n n n n n n n o o o o o o oe oe r r r r \
        r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s b ɓ ƃ ƃ ƅ ƅ ɔ ƈ ƈ ɖ ɗ ƌ \
        ƌ ƍ ǝ ə ɛ f f ɠ ɣ ƕ ɩ i ƙ ƙ ƚ ƛ ɯ ɲ ƞ ɵ o o ƣ ƣ ƥ ƥ ʀ ƨ ƨ ʃ ƪ ƫ ƭ ƭ ʈ u u ʊ ʋ ƴ ƴ z z ʒ ƹ ƹ ƺ ƻ ƽ ƽ ƾ ƿ \
        ǀ ǁ ǂ ǃ dz dz dz lj lj lj nj nj nj a a i i o o u u u u u u u u u u ǝ a a a a ae ae g g g g k k o o o o ʒ \
        ʒ j dz dz dz g g ƕ ƿ n n a a ae ae o o a a a a e e e e i i i i o o o o r r r r u u u u s s t t ȝ ȝ h h ƞ \
        ȡ ȣ ȣ z z a a e e o o o o o o o o y y ȴ ȵ ȶ j ȸ ȹ a c c ƚ t ȿ ɀ ɂ ɂ b ʉ ʌ e e j j ɋ ɋ r r y y
        """.utf8.split(separator: 0x20).map(Array.init)

    private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    /// Returns a name in the form that comparisons use: folded letters with one kind of apostrophe and hyphen, and
    /// initials without full stops and spaces. “J. K. Rowling”, “J.K. Rowling” and “JK Rowling” are the same.
    package static func name(_ text: String) -> String { name(folded: letters(text)) }

    /// Returns ``name(_:)`` of a text whose letters are folded already.
    package static func name(folded text: String) -> String {
        var words: [String] = []
        var initials = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ".")
            if word.contains("."), parts.allSatisfy({ $0.count == 1 && $0.first?.isLetter == true }) {
                initials += parts.joined()
                continue
            }
            if !initials.isEmpty { words.append(initials) }
            initials = ""
            words.append(String(word.map { same[$0] ?? $0 }))
        }
        if !initials.isEmpty { words.append(initials) }
        return words.joined(separator: " ")
    }

    /// The marks that people type for an apostrophe beside those that every search folds.
    private static let same: [Character: Character] = ["`": "'"]
}

/// Folds single scalars: converts them to lower case without accents and strokes.
enum FoldedScalar {
    /// Returns the folded scalar in UTF-8; empty for a combining accent.
    static func bytes(of scalar: Unicode.Scalar) -> [UInt8] {
        if let replacement = replacement(of: scalar) { return replacement }
        if let mark = typewritten(scalar) { return [mark] }
        if !mayDecompose(scalar) { return Array(scalar.properties.lowercaseMapping.utf8) }
        return String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.flatMap { part in
            // A letter's lower case may be a letter with a stroke, or consist of two scalars.
            replacement(of: part)
                ?? part.properties.lowercaseMapping.unicodeScalars.flatMap {
                    replacement(of: $0) ?? Array(String($0).utf8)
                }
        }
    }

    /// Returns the hyphen, quotation mark or apostrophe that people type for a dash or a mark of print.
    private static func typewritten(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x2010...0x2015, 0x2212: UInt8(ascii: "-")
        case 0x2018...0x201B, 0x2032, 0x2BC, 0x2039, 0x203A: UInt8(ascii: "'")
        case 0x201C...0x201F, 0x2033: UInt8(ascii: "\"")
        default: nil
        }
    }

    /// Returns the letters for a letter with a stroke, and none for an accent. Returns nil for other scalars.
    private static func replacement(of scalar: Unicode.Scalar) -> [UInt8]? {
        if let letters = strokes[scalar] { return Array(letters.utf8) }
        return isAccent(scalar) ? [] : nil
    }

    /// Returns whether a scalar may have a decomposition. Skips ideographs and emoji, for speed: they have no
    /// accents.
    private static func mayDecompose(_ scalar: Unicode.Scalar) -> Bool {
        !(0x4E00...0x9FFF).contains(scalar.value) && !(0x1F000...0x1FAFF).contains(scalar.value)
    }

    /// Returns whether a scalar is a combining accent, including the vowel signs of Hebrew and Arabic.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7,
            0x610...0x61A, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Letters that Unicode doesn't decompose into a base letter and an accent, with their folded forms.
    private static let strokes: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th",
        "Þ": "th", "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ħ": "h", "Ħ": "h",
        "ı": "i", "İ": "i", "ŋ": "n", "Ŋ": "n", "ŧ": "t", "Ŧ": "t", "ĸ": "k", "ſ": "s", "ƀ": "b", "ŀ": "l",
        "Ŀ": "l", "ŉ": "n",
        "Ƀ": "b", "ƒ": "f", "Ƒ": "f", "ɨ": "i", "Ɨ": "i", "ƶ": "z", "Ƶ": "z", "ǥ": "g", "Ǥ": "g",
        "ȥ": "z", "Ȥ": "z", "ɍ": "r", "Ɍ": "r", "ɏ": "y", "Ɏ": "y", "ⱥ": "a", "Ⱥ": "a", "ȼ": "c",
        "Ȼ": "c", "ɇ": "e", "Ɇ": "e", "ɉ": "j", "Ɉ": "j", "ȷ": "j", "ᵽ": "p", "Ᵽ": "p", "ⱦ": "t",
        "Ⱦ": "t", "ς": "σ",
    ]
}

/// Searches for a byte sequence in another one.
package enum ByteSearch {
    /// Returns the first offset, from `start` on, at which a byte sequence contains another, which must not be empty.
    package static func offset(
        of part: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Int? {
        guard let base = bytes.baseAddress, let search = part.baseAddress, let first = part.first else {
            return nil
        }
        var position = start
        let last = bytes.count - part.count
        while position <= last {
            guard let found = memchr(base + position, Int32(first), last - position + 1) else { return nil }
            position = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
            if memcmp(found, search, part.count) == 0 { return position }
            position += 1
        }
        return nil
    }

    /// Returns whether a byte sequence contains another, which must not be empty.
    package static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>)
        -> Bool
    { offset(of: part, in: bytes) != nil }
}

extension FoldedText {
    /// Returns whether a text in UTF-8 contains an already folded search text.
    package static func contains(_ text: UnsafeBufferPointer<UInt8>, folded needle: [UInt8]) -> Bool {
        if needle.isEmpty { return false }
        if isASCII(text) { return containsASCII(text, needle) }
        return needle.withUnsafeBufferPointer { needle in
            if letters(text).withUnsafeBufferPointer({ ByteSearch.contains($0, needle) }) {
                return true
            }
            guard hasSpelledUmlaut(needle), let spelled = spellingUmlauts(text) else {
                return false
            }
            return spelled.withUnsafeBufferPointer { ByteSearch.contains($0, needle) }
        }
    }

    private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte >= 0x80 { return false }
        return true
    }

    private static func containsASCII(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard text.count >= needle.count else { return false }
        let first = needle[0]
        for start in 0...(text.count - needle.count) where lowercasedASCII(text[start]) == first {
            var offset = 1
            while offset < needle.count, lowercasedASCII(text[start + offset]) == needle[offset] {
                offset += 1
            }
            if offset == needle.count { return true }
        }
        return false
    }
}
