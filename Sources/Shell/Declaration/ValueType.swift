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
    case words([String])
    /// With one of the words that go with the argument before.
    case wordsAfter([String: [String]])
    /// With a file's path.
    case files
    /// With live values that the session knows under this name, such as `books`.
    case live(String)
}
