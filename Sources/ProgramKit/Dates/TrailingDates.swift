import Localization
import ModelData
import Shell

/// The dates at the end of a line, in commands that take entries and dates: `finish emma 20 nov`, `add Kyoto 5 April
/// 8 April`.
///
/// The longest date counts, and at least one word stays before the dates. If the last words are a title as a whole,
/// they name the entry. A date that is also a part of a title could mean either, so it is refused.
///
/// ```text
/// let line = try TrailingDates(words, date: { try context.dayIfAny($0) }, title: { _ in .none })
/// line.words  // the entries
/// line.dates  // the dates, in the order of the line
/// ```
public struct TrailingDates<Value> {
    /// The words before the dates.
    public private(set) var words: [String]
    /// The dates, in the order of the line.
    public private(set) var dates: [Value] = []

    /// Separates the dates from the words before them.
    ///
    /// - Parameters:
    ///   - words: The words of a line.
    ///   - most: The largest number of dates that the command takes. Default: 1.
    ///   - minimum: The number of words that the command needs before the dates. Default: 1.
    ///   - longest: The largest number of words in a date. Default: 6, as in “the 3rd of April 2027”.
    ///   - option: The option that takes the date, for the remedy of an error. Default: `on`.
    ///   - date: Returns the date that a text means; `nil` for other texts. It throws a `ValueError` for a text that
    ///     looks like a date and isn't one. A command that takes months and years alone returns them, too.
    ///   - title: Tells whether a text is a title, or a part of one.
    /// - Throws: ``TrailingDateError``, and the errors of the closures.
    public init(
        _ words: [String], most: Int = 1, leaving minimum: Int = 1, longest: Int = 6, option: String = "on",
        date: (String) throws(ValueError) -> Value?,
        title: (String) throws -> TitleUse
    ) throws {
        self.words = words
        while dates.count < most, let (value, count) = try lastDate(minimum, longest, option, date, title) {
            dates.insert(value, at: 0)
            self.words.removeLast(count)
        }
    }

    /// Returns the date at the end of the words, and the number of its words.
    private func lastDate(
        _ minimum: Int, _ longest: Int, _ option: String,
        _ date: (String) throws(ValueError) -> Value?, _ title: (String) throws -> TitleUse
    ) throws -> (Value, count: Int)? {
        var count = min(words.count - minimum, longest)
        while count > 0 {
            let typed = words.suffix(count).joined(separator: " ")
            let reading = Result { () throws(ValueError) in try date(typed) }
            if case .success(nil) = reading {
                count -= 1
                continue
            }
            for start in max(0, words.count - longest - count)...words.count - count
            where try title(words[start...].joined(separator: " ")) == .whole {
                return nil
            }
            let value = try reading.get()
            switch try title(typed) {
            case .none, .whole: return value.map { ($0, count) }
            case .part(let name): throw TrailingDateError(typed, title: name, option: option)
            case .new(let name): throw TrailingDateError(typed, title: name, option: option, isNew: true)
            }
        }
        return nil
    }
}

/// How a text is used in the titles of entries.
public enum TitleUse: Hashable, Sendable {
    /// No title contains it.
    case none
    /// It is a title.
    case whole
    /// The title contains it as whole words.
    case part(of: String)
    /// It may belong to the name of a new entry.
    case new(name: String)
}

/// The error of a date at the end of a line that is also a part of a title.
public struct TrailingDateError: PresentableError, Hashable {
    let typed: String
    let title: String
    private let option: String
    private let isNew: Bool

    init(_ typed: String, title: String, option: String, isNew: Bool = false) {
        self.typed = typed
        self.title = title
        self.option = option
        self.isNew = isNew
    }

    /// Both meanings.
    public var problem: LocalizedText {
        isNew
            ? text("“%1$@” can be a date or a part of the name “%2$@”.", typed, title)
            : text("“%1$@” can be a date or a part of the title “%2$@”.", typed, title)
    }
    /// How to write each of them.
    public var remedy: LocalizedText? {
        isNew
            ? text(
                "Write the date as --%1$@ %2$@, or the name in quotation marks: %3$@.", option,
                Quoting.quote(typed), Quoting.quote(title))
            : text(
                "Write the date as --%1$@ %2$@, or name the entry by its number.", option,
                Quoting.quote(typed))
    }
    /// A usage error.
    public var failure: FailureKind { .usage }
}

extension ParseContext {
    /// Returns the day of a text; `nil` if it doesn't look like a date.
    ///
    /// - Parameters:
    ///   - string: The text that the user typed.
    ///   - isComing: Whether the day is usually in the future. Default: `false`.
    /// - Throws: `ValueError.impossibleDay` and `ValueError.unclearDay`.
    public func dayIfAny(_ string: String, isComing: Bool = false) throws(ValueError) -> CivilDate? {
        do {
            return try day(string, isComing: isComing)
        } catch ValueError.notADay {
            // “on 2027-04-05”, “to friday”
            guard let space = string.firstIndex(of: " "),
                DateWords(localizer).canPrecedeDate(string[..<space])
            else { return nil }
            return try dayIfAny(String(string[string.index(after: space)...]), isComing: isComing)
        }
    }
}

extension StoreSession {
    /// Returns the error of a date at the end of words that has a mistyped word, such as “fridya” or “1 Apirl 2027”; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - words: The words of a line, which name no entry.
    ///   - isNewName: Whether the words are the name of a new entry, so that only a word after a number counts. Default:
    ///     `false`.
    public func mistypedDate(atEndOf words: [String], isNewName: Bool = false) -> ValueError? {
        let isYear = words.last.flatMap { Int($0) } != nil
        let end = words.count - (isYear ? 2 : 1)
        guard end > 0, localizer.endsWithMistypedDateWord(words[end]) else { return nil }
        let start = Int(words[end - 1]) == nil ? end : end - 1
        if isNewName, start == end { return nil }
        return .notADay(words[start...].joined(separator: " "))
    }

    /// Separates the dates at the end of a line, as ``TrailingDates`` does. A user at a terminal is asked about a date
    /// that could be a part of a title.
    ///
    /// - Throws: ``TrailingDateError`` in a script, and the errors of the closures.
    public func trailingDates<Value>(
        _ words: [String], most: Int = 1, leaving minimum: Int = 1, longest: Int = 6, option: String = "on",
        date: (String) throws(ValueError) -> Value?, title: (String) throws -> TitleUse
    ) async throws -> TrailingDates<Value> {
        var answers: [String: TitleUse] = [:]
        while true {
            do {
                return try TrailingDates(
                    words, most: most, leaving: minimum, longest: longest, option: option, date: date,
                    title: { try answers[$0] ?? title($0) })
            } catch let error as TrailingDateError where interaction.isInteractive {
                let isDate = try await interaction.confirm(
                    text("Is “%1$@” the date, not a part of “%2$@”?", error.typed, error.title))
                answers[error.typed] = isDate ? TitleUse.none : .whole
            }
        }
    }

    /// Tells whether a text is the title of a record, or a part of one. Case and accents are ignored.
    ///
    /// - Throws: `ModelDataError` if the store can't be read.
    public func titleUse<Model: TitledModel>(of text: String, in type: Model.Type) throws -> TitleUse {
        let titles = try context.fetch(FetchDescriptor(predicate: Model.titled(containing: text))).map(
            \.recordTitle)
        let wanted = SearchFold.fold(text)
        if titles.contains(where: { SearchFold.fold($0) == wanted }) { return .whole }
        let words = Self.words(of: wanted)
        return titles.first { !words.isEmpty && Self.words(of: SearchFold.fold($0)).contains(words) }.map {
            .part(of: $0)
        } ?? .none
    }

    private static func words(of folded: String) -> [Substring] {
        folded.split { !$0.isLetter && !$0.isNumber }
    }
}
