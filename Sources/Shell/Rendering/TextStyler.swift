import Foundation
import Localization

/// Converts localized texts and values to the strings of a presentation: without control characters, and in
/// ASCII if the terminal doesn't support Unicode.
final class TextStyler {
    let presentation: Presentation
    /// Takes the beginning of a long output; `nil` to keep all of it.
    let sink: OutputSink?
    private let localizer: Localizer
    private var days: [CivilDate: String] = [:]
    private var texts: [LocalizedText: String] = [:]
    /// The number of texts that are kept. A long table has as many different ones as rows, such as its places.
    private static let mostTexts = 5000

    init(_ presentation: Presentation, sink: OutputSink? = nil) {
        self.presentation = presentation
        self.sink = sink
        let style = presentation.localizer.dayStyle
        // Screen readers get dates with month names: they may read “3/4” as a fraction.
        let isSpoken = presentation.format == .accessible
        localizer = presentation.localizer.with(
            asciiOnly: !presentation.usesUnicode, dayStyle: isSpoken && style != .full ? .long : style,
            isSpoken: isSpoken)
    }

    /// The mark of a truncated text.
    var ellipsis: String { presentation.usesUnicode ? "…" : "..." }

    /// Returns a localized text. It may have several lines.
    func string(_ text: LocalizedText) -> String {
        if let known = texts[text] { return known }
        let string = encodable(localizer.string(text))
        if texts.count == Self.mostTexts { texts.removeAll(keepingCapacity: true) }
        texts[text] = string
        return string
    }

    /// Returns a month of a year, formatted for the language.
    func month(year: Int, month: Int) -> String {
        encodable(localizer.month(year: year, month: month))
    }

    /// Returns a warning with its label.
    func warning(_ warning: LocalizedText) -> String {
        string(text("Warning: %@", warning))
    }

    /// Returns the displayed value of a cell in one line.
    func string(_ display: Cell.Display) -> String {
        switch display {
        case .verbatim(let string): shown(string, keepingLines: false)
        default: multiline(display)
        }
    }

    /// Returns the displayed value of a cell, which may have several lines.
    func multiline(_ display: Cell.Display) -> String {
        switch display {
        case .empty: return ""
        case .verbatim(let string): return shown(string, keepingLines: true)
        case .text(let text): return string(text)
        case .integer(let number): return integer(number)
        case .day(let day):
            if let known = days[day] { return known }
            let string = encodable(localizer.day(day))
            days[day] = string
            return string
        case .instant(let date, let timeZone):
            return encodable(localizer.instant(date, timeZone: timeZone))
        case .symbol(let symbol, let ascii, _):
            return presentation.usesUnicode ? symbol : encodable(ascii)
        }
    }

    /// Returns the value of a cell for screen readers.
    func spoken(_ display: Cell.Display) -> String {
        if case .symbol(_, _, let spoken) = display { return string(spoken) }
        return multiline(display)
    }

    /// Returns a text from the data with visible control characters.
    private func shown(_ string: String, keepingLines: Bool) -> String {
        if string.isPrintableASCII { return string }
        if keepingLines {
            // All line end characters start a new line. A carriage return could overwrite a line on the
            // terminal.
            let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return encodable(
                lines.map { visible(String($0), asciiOnly: localizer.asciiOnly) }.joined(separator: "\n"))
        }
        guard string.contains(where: \.isNewline) else {
            return encodable(visible(string, asciiOnly: localizer.asciiOnly))
        }
        let words = string.split(whereSeparator: \.isNewline).joined(separator: " ")
        return encodable(visible(words, asciiOnly: localizer.asciiOnly))
    }

    /// Returns a number, formatted for the language.
    func integer(_ number: Int) -> String {
        // Numbers below 1000 have no grouping separator in any language.
        if 0..<1000 ~= number { return String(number) }
        return encodable(localizer.integer(number))
    }

    private func encodable(_ string: String) -> String {
        presentation.usesUnicode ? string : ASCIIText.of(string)
    }

    /// Returns the lines of a text, wrapped between words if the width is known.
    func wrapped(_ string: String) -> [String] {
        Wrapping.lines(of: string, width: presentation.width)
    }

    /// The highlighting of a text.
    enum Emphasis {
        case heading
        case warning
        case problem
    }

    /// Returns the text with escape sequences for its highlighting, if colours are enabled.
    func colored(_ string: String, _ emphasis: Emphasis) -> String {
        guard presentation.usesColor, !string.isEmpty else { return string }
        return switch emphasis {
        case .heading: "\u{1B}[1m\(string)\u{1B}[0m"
        case .warning: "\u{1B}[33m\(string)\u{1B}[0m"
        case .problem: "\u{1B}[31m\(string)\u{1B}[0m"
        }
    }
}

extension TextStyler {
    /// Returns the text in a colour, if colours are enabled.
    func colored(_ string: String, _ color: TerminalColor?) -> String {
        guard let color, presentation.usesColor, !string.isEmpty else { return string }
        return "\u{1B}[\(color.code)m\(string)\u{1B}[0m"
    }
}

extension String {
    /// Whether the text contains only printable ASCII characters.
    var isPrintableASCII: Bool {
        let isPrintable = utf8.withContiguousStorageIfAvailable { bytes in
            // Without a branch, the compiler checks many bytes at a time.
            var others: UInt8 = 0
            for byte in bytes { others |= byte &- 0x20 > 0x5E ? 1 : 0 }
            return others == 0
        }
        return isPrintable ?? utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
}

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

/// Right-to-left scripts.
enum RightToLeft {
    /// Whether a text contains right-to-left characters.
    static func occurs(in text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                true
            default: false
            }
        }
    }

    /// Returns a text, between Unicode's isolation marks if it has right-to-left letters, so that it doesn't reorder the
    /// text around it. The marks have no width.
    static func isolated(_ text: String) -> String {
        // In UTF-8, right-to-left letters begin with D6 or a higher byte, which texts in Latin letters don't have.
        guard text.utf8.contains(where: { $0 >= 0xD6 }), occurs(in: text) else { return text }
        return "\u{2068}\(text)\u{2069}"
    }
}
