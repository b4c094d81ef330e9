import Localization

/// What an argument may be: how its text becomes a value, how it is named in usage lines, and how Tab completes it.
public struct ValueType<Value: Sendable>: Sendable {
    /// The name that stands for a value in usage lines, such as `DATE`.
    public let placeholder: String
    /// How Tab completes a value.
    public let completion: Completion
    /// Makes a value of a text, or throws a ``PresentableError``.
    public let parse: @Sendable (String, ParseContext) throws -> Value

    /// Makes a type of values.
    public init(
        placeholder: String, completion: Completion = .none,
        parse: @escaping @Sendable (String, ParseContext) throws -> Value
    ) {
        self.placeholder = placeholder
        self.completion = completion
        self.parse = parse
    }

    /// The same values under a name that says more of what is meant.
    ///
    /// ```swift
    /// Parameter.option("data", .path.named("DIR"), help: text("The directory with the data."))
    /// ```
    public func named(_ placeholder: String) -> ValueType {
        ValueType(placeholder: placeholder, completion: completion, parse: parse)
    }
}

/// What the reading of arguments depends on besides the text.
public struct ParseContext: Sendable {
    /// The user's language.
    public let localizer: Localizer
    /// The user's home directory, that `~/` stands for in paths.
    public let home: String?
    private let makeToday: @Sendable () -> CivilDate

    /// The user's day.
    public var today: CivilDate { makeToday() }

    /// Makes a context. The day is only asked for where an argument is a date.
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
    /// Not at all.
    case none
    /// With one of these words.
    case words([CompletionWord])
    /// With one of the words that go with the argument before.
    case wordsAfter([String: [CompletionWord]])
    /// With a file's path.
    case files
    /// With live values that the session knows under this name, such as `books`; with a mark before those that would be
    /// read as something else.
    case live(String, mark: ValueMark? = nil)
}

/// What stands before a value that would be read as something else, such as `title:` before a title that is a number.
///
/// Where a person types it themselves, what follows it is completed too.
///
/// ```swift
/// ValueMark("title:") { $0.allSatisfy(\.isNumber) }
/// ```
public struct ValueMark: Sendable, Hashable {
    /// The mark.
    public let text: String
    /// Whether a value needs it.
    public let isNeeded: @Sendable (String) -> Bool

    /// Makes a mark.
    ///
    /// - Parameters:
    ///   - text: The mark, which counts whatever its case.
    ///   - isNeeded: Whether a value would be read as something else without it.
    public init(_ text: String, isNeeded: @escaping @Sendable (String) -> Bool) {
        self.text = text
        self.isNeeded = isNeeded
    }

    /// Marks are equal where their texts are.
    public static func == (left: ValueMark, right: ValueMark) -> Bool { left.text == right.text }

    /// Feeds the text to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The mark as it is typed at the beginning of a word, and what follows it; `nil` where the word begins otherwise.
    func split(_ word: String) -> (mark: String, value: String)? {
        let typed = word.prefix(text.count)
        guard typed.lowercased() == text.lowercased() else { return nil }
        return (String(typed), String(word.dropFirst(text.count)))
    }
}
