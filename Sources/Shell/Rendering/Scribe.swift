import Localization

/// Puts what outputs are made of into the texts that a presentation can show: localized, without control
/// characters, and in ASCII where nothing else is understood.
final class Scribe {
    let presentation: Presentation
    private let localizer: Localizer
    private var days: [CivilDate: String] = [:]
    private var texts: [LocalizedText: String] = [:]

    init(_ presentation: Presentation) {
        self.presentation = presentation
        let style = presentation.localizer.dayStyle
        // People who listen get dates spelled out: “3/4” may be said as a fraction.
        let isSpoken = presentation.format == .accessible && style != .full
        localizer = Localizer(
            presentation.localizer.language, asciiOnly: !presentation.usesUnicode,
            dayStyle: isSpoken ? .long : style, dayOrder: presentation.localizer.dayOrder)
    }

    /// What stands where a text was cut.
    var ellipsis: String { presentation.usesUnicode ? "…" : "..." }

    /// A localized text. It may have several lines.
    func string(_ text: LocalizedText) -> String {
        if let known = texts[text] { return known }
        let string = encodable(localizer.string(text))
        texts[text] = string
        return string
    }

    /// A month of a year in the language's form.
    func month(year: Int, month: Int) -> String {
        encodable(localizer.month(year: year, month: month))
    }

    /// A warning, which says that it is one.
    func warning(_ warning: LocalizedText) -> String {
        string(text("Warning: %@", warning))
    }

    /// What a person sees of a cell, in one line.
    func string(_ display: Cell.Display) -> String {
        switch display {
        case .verbatim(let string): shown(string, keepingLines: false)
        default: several(display)
        }
    }

    /// What a person sees of a cell, which may be several lines.
    func several(_ display: Cell.Display) -> String {
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
            return presentation.usesUnicode ? symbol : ascii
        }
    }

    /// What a person hears of a cell.
    func spoken(_ display: Cell.Display) -> String {
        if case .symbol(_, _, let words) = display { return string(words) }
        return several(display)
    }

    /// A text from the data: control characters become visible.
    private func shown(_ string: String, keepingLines: Bool) -> String {
        if string.isPrintableASCII { return string }
        if keepingLines {
            // A line end of any kind ends a line; no carriage return is left to overwrite one.
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

    /// A number in the language's form.
    func integer(_ number: Int) -> String {
        // No language groups three digits.
        if 0..<1000 ~= number { return String(number) }
        return encodable(localizer.integer(number))
    }

    private func encodable(_ string: String) -> String {
        presentation.usesUnicode ? string : ASCIIText.of(string)
    }

    /// The lines of a text, broken at words where the width is known.
    func wrapped(_ string: String) -> [String] {
        Wrapping.lines(of: string, width: presentation.width)
    }

    /// How something stands out.
    enum Emphasis {
        case heading
        case warning
        case problem
    }

    /// The text, standing out where there is colour.
    func colored(_ string: String, _ emphasis: Emphasis) -> String {
        guard presentation.usesColor, !string.isEmpty else { return string }
        return switch emphasis {
        case .heading: "\u{1B}[1m\(string)\u{1B}[0m"
        case .warning: "\u{1B}[33m\(string)\u{1B}[0m"
        case .problem: "\u{1B}[31m\(string)\u{1B}[0m"
        }
    }
}

extension Scribe {
    /// The text in a colour, where there are colours.
    func colored(_ string: String, _ tint: Tint?) -> String {
        guard let tint, presentation.usesColor, !string.isEmpty else { return string }
        return "\u{1B}[\(tint.code)m\(string)\u{1B}[0m"
    }
}

extension String {
    /// Whether the text is made of nothing but ASCII's letters, digits, signs and spaces.
    var isPrintableASCII: Bool {
        utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }
}
