import Foundation

/// Formats texts, numbers, dates and lists in a language, and parses dates and answers.
///
/// ```swift
/// let localizer = Localizer(Language(matching: "pl_PL") ?? .english)
/// localizer.list(["a", "b", "c"])  // a, b i c
/// localizer.decimal(12345.5)       // 12 345,5
/// ```
///
/// Creating a localizer is cheap: the string tables are constant data in the binary and need no parsing, and
/// no system locale is loaded.
public struct Localizer: Sendable {
    /// The language.
    public let language: Language
    /// Whether the visible forms of control characters use only ASCII.
    public let asciiOnly: Bool
    /// The default format of days, also within texts.
    public let dayStyle: DayStyle
    /// Whether a screen reader speaks the texts, so that abbreviations are words.
    public let isSpoken: Bool
    /// The territory, whose conventions apply to languages of several territories.
    public let territory: Territory

    let facts: LanguageFacts
    private let fallbacks: [Language]
    private let pseudo: PseudoLanguage?
    private let chosenWeekday: Weekday?
    private let chosenHours: HoursOfDay?

    /// Creates the localizer of a language.
    public init(_ language: Language) {
        self.init(language, asciiOnly: false)
    }

    /// Creates the localizer of a language.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - asciiOnly: Whether control characters are shown as plain ASCII.
    public init(_ language: Language, asciiOnly: Bool) {
        self.init(language, asciiOnly: asciiOnly, dayStyle: .medium)
    }

    /// Creates the localizer of a language.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - asciiOnly: Whether control characters are shown as plain ASCII, for a terminal without Unicode.
    ///   - dayStyle: The default format of days.
    ///   - isSpoken: Whether a screen reader speaks the texts. Default: no.
    ///   - territory: The territory, whose conventions apply to languages of several territories. Default:
    ///     unknown.
    ///   - firstWeekday: The weekday on which weeks start. Default: that of the language and the territory.
    ///   - hours: Whether times have 12 or 24 hours. Default: as usual in the language and the territory.
    public init(
        _ language: Language, asciiOnly: Bool = false, dayStyle: DayStyle, isSpoken: Bool = false,
        territory: Territory = Territory(code: nil), firstWeekday: Weekday? = nil, hours: HoursOfDay? = nil
    ) {
        self.language = language
        self.asciiOnly = asciiOnly
        self.dayStyle = dayStyle
        self.isSpoken = isSpoken
        self.territory = territory
        chosenWeekday = firstWeekday
        chosenHours = hours
        facts = LanguageFacts.of(language)
        fallbacks = language.fallbacks
        pseudo = PseudoLanguage(language)
    }

    /// Returns a localizer of the same language and conventions.
    ///
    /// - Parameters:
    ///   - asciiOnly: Whether control characters are shown as plain ASCII.
    ///   - dayStyle: The default format of days.
    ///   - isSpoken: Whether a screen reader speaks the texts. Default: no.
    public func with(asciiOnly: Bool, dayStyle: DayStyle, isSpoken: Bool = false) -> Localizer {
        Localizer(
            language, asciiOnly: asciiOnly, dayStyle: dayStyle, isSpoken: isSpoken, territory: territory,
            firstWeekday: chosenWeekday, hours: chosenHours)
    }

    /// The weekday on which weeks start.
    public var firstWeekday: Weekday {
        let usual = isSpokenInManyTerritories ? territory.firstWeekday : nil
        return chosenWeekday ?? usual ?? Int(facts[.firstWeekday]).flatMap(Weekday.init(rawValue:)) ?? .monday
    }

    /// Whether times have 12 or 24 hours.
    public var hours: HoursOfDay {
        let usual = isSpokenInManyTerritories ? territory.hours : nil
        return chosenHours ?? usual ?? (facts[.hours] == "12" ? .twelve : .twentyFour)
    }

    /// Returns the text in this language.
    ///
    /// If no table has the key, the key itself is shown, which is the English text. A placeholder without a
    /// value is left unchanged. The function never fails.
    public func string(_ text: LocalizedText) -> String {
        var formatter = TextFormatter(localizer: self, arguments: text.arguments)
        switch entry(for: text) {
        case .text(let format): return formatter.string(format)
        case .plural(let plural): return formatter.string(plural)
        }
    }

    /// Whether a table of this language or of its fallbacks has the text's key.
    public func hasEntry(for text: LocalizedText) -> Bool {
        fallbacks.contains { StringTable(text.table, language: $0)?.entry(for: text.key) != nil }
    }

    private func entry(for text: LocalizedText) -> StringTable.Entry {
        if !text.table.isEmpty {
            for language in fallbacks {
                if let entry = StringTable(text.table, language: language)?.entry(for: text.key) {
                    return pseudo.map { $0.entry(entry) } ?? entry
                }
            }
        }
        return .text(text.key)
    }

    /// Returns the text that replaces the placeholder of an argument.
    func string(_ argument: TextArgument) -> String {
        switch argument {
        case .string(let string): visible(string, asciiOnly: asciiOnly)
        case .integer(let number): integer(number)
        case .decimal(let number): decimal(number)
        case .day(let day): self.day(day)
        case .moment(let day, let minute): moment(day, minute: minute)
        case .time(let minute): time(minute: minute)
        case .text(let text): string(text)
        case .abbreviation(let short, let spoken): string(isSpoken ? spoken : short)
        case .list(let items): list(items.map(string))
        case .choice(let items): choice(items.map(string))
        }
    }
}
