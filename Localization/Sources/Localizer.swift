import Foundation

/// One language's way to write texts, numbers, dates and lists, and to read dates and answers.
///
/// ```swift
/// let localizer = Localizer(Language(matching: "pl_PL") ?? .english)
/// localizer.list(["a", "b", "c"])  // a, b i c
/// localizer.decimal(12345.5)       // 12 345,5
/// ```
///
/// Making one is cheap: tables are searched where they lie in the binary, and nothing is asked of the system.
public struct Localizer: Sendable {
    /// The language.
    public let language: Language
    /// Whether what is shown in place of control characters is plain ASCII.
    public let asciiOnly: Bool
    /// How days are written where nothing else is asked for, also within texts.
    public let dayStyle: DayStyle
    /// In which order days are written and read in numbers, where the language doesn't say.
    public let dayOrder: DayOrder

    let facts: LanguageFacts
    private let fallbacks: [Language]
    private let pseudo: PseudoLanguage?

    /// Makes the localizer of a language.
    public init(_ language: Language) {
        self.init(language, asciiOnly: false)
    }

    /// Makes the localizer of a language for a terminal that shows only ASCII, or any character.
    public init(_ language: Language, asciiOnly: Bool) {
        self.init(language, asciiOnly: asciiOnly, dayStyle: .medium)
    }

    /// Makes the localizer of a language.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - asciiOnly: Whether what is shown in place of control characters is plain ASCII, for a terminal that shows
    ///     nothing else.
    ///   - dayStyle: How days are written where nothing else is asked for.
    ///   - dayOrder: In which order days are written and read in numbers, where the language doesn't say.
    public init(
        _ language: Language, asciiOnly: Bool = false, dayStyle: DayStyle, dayOrder: DayOrder = .monthFirst
    ) {
        self.language = language
        self.asciiOnly = asciiOnly
        self.dayStyle = dayStyle
        self.dayOrder = dayOrder
        facts = LanguageFacts.of(language)
        fallbacks = language.fallbacks
        pseudo = PseudoLanguage(language)
    }

    /// The text in this language.
    ///
    /// A key that no table has is shown itself: it is the English text. A placeholder without a value stays as it
    /// is. Whatever the arguments are, nothing fails.
    public func string(_ text: LocalizedText) -> String {
        var formatter = TextFormatter(localizer: self, arguments: text.arguments)
        switch entry(for: text) {
        case .text(let format): return formatter.string(format)
        case .plural(let plural): return formatter.string(plural)
        }
    }

    /// Whether a table of this language, or of English, has the text's key.
    public func knows(_ text: LocalizedText) -> Bool {
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

    /// The argument as it stands in a text.
    func string(_ argument: TextArgument) -> String {
        switch argument {
        case .string(let string): visible(string, asciiOnly: asciiOnly)
        case .integer(let number): integer(number)
        case .decimal(let number): decimal(number)
        case .day(let day): self.day(day)
        case .moment(let day, let minute): moment(day, minute: minute)
        case .time(let minute): time(minute: minute)
        case .text(let text): string(text)
        case .list(let items): list(items.map(string))
        case .choice(let items): choice(items.map(string))
        }
    }
}
