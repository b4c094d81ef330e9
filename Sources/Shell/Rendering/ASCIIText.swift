import Foundation

/// Conversion of texts to ASCII.
enum ASCIIText {
    /// Returns the text in ASCII: letters lose their accents, typographic characters become plain ones, and
    /// other characters become `\u{…}`.
    static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let plain = plainForms[scalar] {
                result += plain
            } else if scalar.properties.generalCategory != .nonspacingMark {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return result
    }

    private static let plainForms: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE",
        "œ": "oe", "Œ": "OE", "ı": "i", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D",
        "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'",
        "–": "-", "—": "-", "‑": "-", "−": "-", "…": "...", "•": "*", "·": ".", "×": "x",
        "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ", "★": "*", "☆": "-", "✓": "x", "→": "->", "↑": "^",
    ]
}
