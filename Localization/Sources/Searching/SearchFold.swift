import Foundation

/// Folding of texts for search, completion and the detection of duplicates.
public enum SearchFold {
    /// Returns the text without case and accents: “Łódź” and “LODZ” both become `lodz`.
    ///
    /// Letters that Unicode doesn't decompose also lose their strokes (`ł`, `ø`, `đ`, `ħ`) or become their
    /// usual replacements: `ß` becomes `ss`, `æ` becomes `ae`, `œ` becomes `oe`, `þ` becomes `th`, `ı`
    /// becomes `i`. Vowel signs of scripts such as Devanagari are kept.
    public static func fold(_ text: String) -> String {
        var text = text
        let kind = text.withUTF8(Kind.init)
        switch kind {
        case .folded: return text
        case .ascii:
            return text.withUTF8 { bytes in
                String(unsafeUninitializedCapacity: bytes.count) { buffer in
                    for (index, byte) in bytes.enumerated() { buffer[index] = lowercased(byte) }
                    return bytes.count
                }
            }
        case .latin: return foldedLatin(text) ?? foldedAny(text)
        case .any: return foldedAny(text)
        }
    }

    /// The range of characters in a text, which determines how the text is folded.
    private enum Kind {
        /// Only ASCII characters, without upper-case letters.
        case folded
        /// Only ASCII characters.
        case ascii
        /// Only characters up to U+017F, the last Latin letter of European languages.
        case latin
        /// Any characters.
        case any

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var hasUpperCase = false
            var isASCII = true
            for byte in bytes {
                if byte >= 0x80 {
                    isASCII = false
                    // Lead bytes up to C5 encode characters up to U+017F.
                    if byte > 0xC5 {
                        self = .any
                        return
                    }
                } else if (65...90).contains(byte) {
                    hasUpperCase = true
                }
            }
            self = !isASCII ? .latin : hasUpperCase ? .ascii : .folded
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }

    private static func foldedLatin(_ text: String) -> String? {
        let table = LatinFold.table
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let value = Int(scalar.value)
            if value < 0x80 {
                result.append(lowercased(UInt8(value)))
            } else if value >= 0xC0 {
                result += table[value - 0xC0]
            } else if scalar == "\u{AA}" || scalar == "\u{BA}" {
                return nil
            } else {
                result += [0xC2, UInt8(value)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Folds any text: decomposes it, drops accents, and converts the rest to lower case.
    static func foldedAny(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                result.append(Unicode.Scalar(lowercased(UInt8(scalar.value))))
            } else if let replacement = LatinFold.special(scalar) {
                result.append(contentsOf: replacement.unicodeScalars)
            } else if !isAccent(scalar) {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
                    result.append(lower == "ς" ? "σ" : lower)
                }
            }
        }
        return String(result).precomposedStringWithCanonicalMapping
    }

    /// Whether a character only modifies the preceding letter. Marks of the combining classes 7 to 9 (nukta,
    /// kana voicing, virama) and 0 (vowel signs) turn it into another letter.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
        return combiningClass == 1 || combiningClass >= 10
    }
}

/// The folded forms of Latin letters.
enum LatinFold {
    /// The folded UTF-8 of the characters U+00C0 to U+017F.
    static let table: [[UInt8]] = (0xC0...0x17F).map { value in
        guard let scalar = Unicode.Scalar(UInt32(value)) else { return [] }
        return Array(SearchFold.foldedAny(String(scalar)).utf8)
    }

    /// Returns the usual replacement of a letter that Unicode doesn't decompose.
    static func special(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "ß", "ẞ": "ss"
        case "æ", "Æ": "ae"
        case "œ", "Œ": "oe"
        case "ø", "Ø": "o"
        case "ł", "Ł": "l"
        case "đ", "Đ", "ð", "Ð": "d"
        case "ħ", "Ħ": "h"
        case "ŧ", "Ŧ": "t"
        case "þ", "Þ": "th"
        case "ŋ", "Ŋ": "n"
        case "ı": "i"
        case "ſ": "s"
        case "ŀ", "Ŀ": "l"
        case "ĸ": "k"
        case "ŉ": "n"
        case "ĳ", "Ĳ": "ij"
        case "ƶ", "Ƶ": "z"
        case "ƀ", "Ƀ": "b"
        case "ɨ", "Ɨ": "i"
        default: nil
        }
    }
}
