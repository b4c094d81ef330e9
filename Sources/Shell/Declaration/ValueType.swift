import Localization

/// The type of an argument's values: how a text is parsed, its placeholder in usage lines, and its
/// completion.
public struct ValueType<Value: Sendable>: Sendable {
    /// The placeholder for a value in usage lines, such as `DATE`.
    public private(set) var placeholder: LocalizedText
    /// How Tab completes a value.
    public internal(set) var completion: Completion
    /// Parses a text; throws a ``PresentableError`` if the text isn't a value of this type.
    public let parse: @Sendable (String, ParseContext) throws -> Value
    /// Whether the quoted parts of a word stay in double quotes, as in ``Word/written``, because quotes make keys and
    /// operators a text.
    public private(set) var keepsQuotes = false
    /// Whether a value that is given by its name, as in `--name a:b`, is a text, as in double quotes.
    public private(set) var isTextByName = false
    /// Whether a value can't have more words, so that the next word of a line is clearly not a part of it.
    private(set) var isOneWord: (@Sendable (_ value: String) -> Bool)?
    /// Whether the next word of a line belongs to the value, too.
    public let isContinued: (@Sendable (_ value: String, _ next: String) -> Bool)?

    /// Creates a type of values.
    ///
    /// ```swift
    /// ValueType(placeholder: text("PAGE")) { string, _ in string.trimmingCharacters(in: .whitespaces) }
    /// ```
    ///
    /// - Parameters:
    ///   - placeholder: The placeholder for a value in usage lines, in capitals.
    ///   - completion: How Tab completes a value.
    ///   - isContinued: Returns whether the next word of a line belongs to the value, too, such as the time in
    ///     `--depart 2027-04-08 09:12`. Default: a value is one word.
    ///   - parse: Parses a text; throws a ``PresentableError`` if the text isn't a value of this type.
    public init(
        placeholder: LocalizedText, completion: Completion = .none,
        isContinued: (@Sendable (_ value: String, _ next: String) -> Bool)? = nil,
        parse: @escaping @Sendable (String, ParseContext) throws -> Value
    ) {
        self.placeholder = placeholder
        self.completion = completion
        self.isContinued = isContinued
        self.parse = parse
    }

    /// Returns this type with a more specific placeholder.
    ///
    /// ```swift
    /// Parameter.option("data", .path.named(text("DIR")), help: text("The directory with the data."))
    /// ```
    public func named(_ placeholder: LocalizedText) -> ValueType {
        var type = self
        type.placeholder = placeholder
        return type
    }

    /// Returns this type for values of which some can't have more words, although a text of several words is a value, too. A
    /// text after such an option begins with the next word.
    ///
    /// ```swift
    /// // note --issue 12 Called the printer.
    /// let issue = ValueType<String>.nonBlank.oneWord { $0.allSatisfy(\.isNumber) }
    /// ```
    ///
    /// - Parameter isOneWord: Returns whether a value is complete, such as the number of a record.
    public func oneWord(if isOneWord: @escaping @Sendable (_ value: String) -> Bool) -> ValueType {
        var type = self
        type.isOneWord = isOneWord
        return type
    }

    /// This type for words whose quoted parts stay in double quotes.
    public var keepingQuotes: ValueType {
        var type = self
        type.keepsQuotes = true
        return type
    }

    /// This type for texts in which some words have a meaning, such as keys, unless they are in quotes: quoted parts stay in
    /// double quotes, and a value that is given by its name has them.
    public var textByName: ValueType {
        var type = keepingQuotes
        type.isTextByName = true
        return type
    }
}

/// What the parsing of arguments depends on: the language, the day and the home directory.
public struct ParseContext: Sendable {
    /// The user's language.
    public let localizer: Localizer
    /// The user's home directory, for `~/` in paths.
    public let home: String?
    private let makeToday: @Sendable () -> CivilDate

    /// The current day in the user's time zone.
    public var today: CivilDate { makeToday() }

    /// Creates a context. The day is only determined if an argument is a date.
    ///
    /// - Parameters:
    ///   - localizer: The user's language.
    ///   - today: The current day in the user's time zone. Evaluated whenever ``today`` is read.
    ///   - home: The absolute path of the home directory. Default: `nil`, which keeps `~` in paths.
    public init(
        localizer: Localizer, today: @autoclosure @escaping @Sendable () -> CivilDate, home: String? = nil
    ) {
        self.localizer = localizer
        self.home = home
        makeToday = today
    }
}

/// How Tab completes a value.
public enum Completion: Sendable, Hashable {
    /// No completion.
    case none
    /// One of these words.
    case words([CompletionWord])
    /// One of the words that the dictionary has for the previous argument.
    case wordsAfter([String: [CompletionWord]])
    /// A file's path. If there are endings, such as `csv`, only directories and files with one of these endings.
    case files(endings: [String] = [])
    /// A candidate from the session's completion source of this name, such as `books`. Candidates that would
    /// otherwise be parsed differently get the mark as a prefix.
    case source(String, mark: ValueMark? = nil)

    /// The prefix that some candidates get; `nil` if none does.
    var mark: ValueMark? {
        if case .source(_, let mark) = self { mark } else { nil }
    }
}

/// A prefix for values that would be parsed differently without it, such as `title:` before a title that is a
/// number.
///
/// If the user types the mark, the value after it is completed too.
///
/// ```swift
/// ValueMark("title:") { $0.allSatisfy(\.isNumber) }
/// ```
public struct ValueMark: Sendable, Hashable {
    /// The mark, such as `title:`.
    public let text: String
    /// Returns whether a value needs the mark.
    public let isNeeded: @Sendable (String) -> Bool

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - text: The mark. Its case doesn't matter when it is typed.
    ///   - isNeeded: Returns whether a value would be parsed differently without the mark.
    public init(_ text: String, isNeeded: @escaping @Sendable (String) -> Bool) {
        self.text = text
        self.isNeeded = isNeeded
    }

    /// Returns whether the texts of two marks are equal.
    public static func == (left: ValueMark, right: ValueMark) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Splits a word into the mark as typed and the value after it; returns `nil` if the word doesn't begin
    /// with the mark.
    func split(_ word: String) -> (mark: String, value: String)? {
        let typed = word.prefix(text.count)
        guard typed.lowercased() == text.lowercased() else { return nil }
        return (String(typed), String(word.dropFirst(text.count)))
    }
}

/// A word that Tab completes, with its forms in the user's language.
///
/// ```swift
/// Completion.words(["bash", .localized("on-shelf", [text("on shelf")]), .day(.today)])
/// ```
public enum CompletionWord: Sendable, Hashable {
    /// A word that is the same in every language.
    case fixed(String)
    /// An English word and its translations, the most common first.
    case localized(String, [LocalizedText])
    /// A word for a day, such as `today`.
    case day(NamedDay)

    /// Returns the words of the user's language, or the English word if there are none.
    func own(_ localizer: Localizer) -> [String] {
        switch self {
        case .fixed(let word): [word]
        case .localized(let name, let words):
            // In English, offer the stable name, which scripts use too.
            words.isEmpty || localizer.language == .english ? [name] : words.map(localizer.string)
        case .day(let day): localizer.words(for: day)
        }
    }

    /// The English word, which is accepted in every language.
    public var english: String {
        switch self {
        case .fixed(let word): word
        case .localized(let name, _): name
        case .day(let day): day.rawValue
        }
    }
}

extension CompletionWord: ExpressibleByStringLiteral {
    /// Creates a word that is the same in every language.
    public init(stringLiteral word: String) { self = .fixed(word) }
}

extension Choice {
    /// The choice as a word that Tab completes.
    var completionWord: CompletionWord { words.isEmpty ? .fixed(name) : .localized(name, words) }
}

extension NamedDay {
    /// The words for days, ordered for values that are usually in the past: today, yesterday, tomorrow.
    public static var past: [CompletionWord] { [.day(.today), .day(.yesterday), .day(.tomorrow)] }

    /// The words for days, ordered for values that are usually in the future: today, tomorrow, yesterday.
    public static var coming: [CompletionWord] { [.day(.today), .day(.tomorrow), .day(.yesterday)] }
}
