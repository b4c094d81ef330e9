import Localization

/// A typed argument, option or flag of a command; also the key by which the command reads it.
///
/// ```swift
/// static let title = Parameter.required("title", .nonBlank, help: text("The book's title."))
/// static let sort = Parameter.option("sort", .choice(SortOrder.choices), help: text("What to sort by."))
/// // in run: let title = try invocation[Self.title]
/// ```
public struct Parameter<Value: Sendable>: Sendable {
    /// What the grammar and the help need to know.
    public let declaration: ParameterDeclaration
    let value: @Sendable ([any Sendable]) -> Value?
}

/// A parameter without its type: what the grammar, the help and the completion need to know.
public struct ParameterDeclaration: Sendable {
    /// Where a parameter stands in a line, and how often.
    public enum Kind: Sendable, Hashable {
        /// One word, which must be there; a person at a terminal is asked for it when it is missing.
        case required
        /// One word, which may be missing.
        case optional
        /// Any number of words, at least `minimum`.
        case rest(minimum: Int)
        /// `--name VALUE`, at most once.
        case option
        /// `--name VALUE`, any number of times.
        case repeatedOption
        /// `--name`.
        case flag
    }

    /// The name, in lower case, as in `--name`.
    public let name: String
    /// Where it stands.
    public let kind: Kind
    /// The name of a value in usage lines.
    public let placeholder: String
    /// What it means, as a sentence.
    public let help: LocalizedText
    /// What a person is asked when it is missing.
    public let question: LocalizedText?
    /// How Tab completes it.
    public let completion: Completion
    /// Whether words that begin with one hyphen and are no option of a letter belong to it.
    public private(set) var takesHyphens = false
    /// Makes a value of a text, or throws a ``PresentableError``.
    public let parse: @Sendable (String, ParseContext) throws -> any Sendable

    init<Value>(
        _ name: String, _ kind: Kind, _ type: ValueType<Value>, help: LocalizedText,
        question: LocalizedText? = nil
    ) {
        self.name = name
        self.kind = kind
        self.placeholder = type.placeholder
        self.help = help
        self.question = question
        self.completion = type.completion
        self.parse = type.parse
    }
}

extension ParameterDeclaration {
    fileprivate var takingHyphens: ParameterDeclaration {
        var result = self
        result.takesHyphens = true
        return result
    }
}

extension Parameter {
    /// The same parameter, which also takes words that begin with one hyphen, as search terms do that must not be
    /// there.
    ///
    /// ```swift
    /// static let terms = Parameter.rest("term", .text, help: text("What to look for.")).takingHyphens
    /// // list login -draft
    /// ```
    ///
    /// Options begin with two hyphens, so the two never meet; `-h` asks for help all the same.
    public var takingHyphens: Parameter {
        Parameter(declaration: declaration.takingHyphens, value: value)
    }

    /// A word that must be there. With a question, a person at a terminal is asked for it; a script is refused.
    public static func required(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText, question: LocalizedText? = nil
    ) -> Parameter<Value> {
        Parameter(
            declaration: .init(name, .required, type, help: help, question: question),
            value: { $0.first.flatMap { $0 as? Value } })
    }

    /// A word that may be missing.
    ///
    /// Where arguments that must be there follow it, they get the first words: with `priority [ISSUE] PRIORITY`, the
    /// line `priority high` leaves the issue out.
    public static func optional(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText
    ) -> Parameter<Value?> {
        Parameter<Value?>(
            declaration: .init(name, .optional, type, help: help),
            value: { .some($0.first.flatMap { $0 as? Value }) })
    }

    /// All the words that follow, at least `minimum`; required arguments behind it get the last words.
    ///
    /// ```swift
    /// // shelf add BOOK… NAME
    /// static let books = Parameter.rest("book", .text, minimum: 1, help: text("The books."))
    /// static let name = Parameter.required("name", .nonBlank, help: text("The shelf's name."))
    /// ```
    public static func rest(
        _ name: String, _ type: ValueType<Value>, minimum: Int = 0, help: LocalizedText,
        question: LocalizedText? = nil
    ) -> Parameter<[Value]> {
        Parameter<[Value]>(
            declaration: .init(name, .rest(minimum: minimum), type, help: help, question: question),
            value: { $0.compactMap { $0 as? Value } })
    }

    /// `--name VALUE`, which may be missing.
    public static func option(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText
    ) -> Parameter<Value?> {
        Parameter<Value?>(
            declaration: .init(name, .option, type, help: help),
            value: { .some($0.first.flatMap { $0 as? Value }) })
    }

    /// `--name VALUE`, any number of times.
    public static func repeatedOption(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText
    ) -> Parameter<[Value]> {
        Parameter<[Value]>(
            declaration: .init(name, .repeatedOption, type, help: help),
            value: { $0.compactMap { $0 as? Value } })
    }
}

extension Parameter where Value == Bool {
    /// `--name`, true when it is there.
    public static func flag(_ name: String, help: LocalizedText) -> Parameter<Bool> {
        Parameter(
            declaration: .init(
                name, .flag, ValueType(placeholder: "", parse: { _, _ in true }), help: help),
            value: { !$0.isEmpty })
    }
}
