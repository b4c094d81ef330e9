import Localization

/// A typed argument, option or flag of a command; also the key by which the command reads it.
///
/// ```swift
/// static let title = Parameter.required("title", .nonBlank, help: text("The book's title."))
/// static let pages = Parameter.option("pages", .integer(in: 1...99_999), help: text("Its length in pages."))
///
/// func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
///     let title: String = try invocation[Self.title]
///     let pages: Int? = try invocation[Self.pages]
///     return .message(text("“%1$@” has %2$lld pages.", title, pages ?? 0))
/// }
/// ```
public struct Parameter<Value: Sendable>: Sendable {
    /// The parameter without its type, for the grammar and the help.
    public let declaration: ParameterDeclaration
    let value: @Sendable ([any Sendable]) -> Value?
}

/// A parameter without its type, for the grammar, the help and the completion.
public struct ParameterDeclaration: Sendable {
    /// The form of a parameter in a line, and how often it can be given.
    public enum Kind: Sendable, Hashable {
        /// One required word. A user at a terminal is asked for it if it is missing.
        case required
        /// One optional word.
        case optional
        /// Any number of words, at least `minimum`.
        case rest(minimum: Int)
        /// `--name VALUE`, at most once.
        case option
        /// `--name VALUE`, any number of times.
        case repeatedOption
        /// `--name`, without a value.
        case flag
    }

    /// The name, in lower case, as in `--name`.
    public let name: String
    /// The form of the parameter in a line, and how often it can be given.
    public let kind: Kind
    /// The placeholder for an option's value in usage lines: the placeholder of its type.
    public let placeholder: LocalizedText
    /// The placeholder for an argument in usage lines. Default: the placeholder of its type.
    public let argumentPlaceholder: LocalizedText
    /// A description of the parameter, as a sentence.
    public let help: LocalizedText
    /// The question to ask if the parameter is missing.
    public let question: LocalizedText?
    /// How Tab completes the parameter's value.
    public let completion: Completion
    /// Whether the parameter accepts words that begin with one hyphen and aren't a one-letter option.
    public fileprivate(set) var takesHyphens = false
    /// Whether the words of the argument are one text. After an option whose value could have more words, it takes one word
    /// only.
    public fileprivate(set) var isOneText = false
    /// The options whose values the command itself finds among the words of the argument.
    fileprivate(set) var ownValues: Set<String> = []
    /// The option that replaces a required argument; `nil` if none does.
    fileprivate(set) var replacement: String?
    /// Whether the quoted parts of a word stay in double quotes.
    public let keepsQuotes: Bool
    /// Whether a value that is given by its name is a text, as in double quotes.
    let isTextByName: Bool
    /// Returns whether a key means this option, whose word the command itself reads; `nil` if the word is the option.
    fileprivate(set) var readsItsWord: (@Sendable (_ key: String, Localizer) -> Bool)?
    /// Whether a word belongs to this argument wherever it stands among the others; `nil` if the order decides.
    public fileprivate(set) var claims: (@Sendable (_ word: String, Localizer) -> Bool)?
    /// Whether the argument also takes a word, wherever it stands, so that its error names an unknown key.
    fileprivate(set) var takesUnknownKey: (@Sendable (_ word: String) -> Bool)?
    /// Returns the argument that a word names, as `author:Lem` does, and its value; `nil` for other words.
    fileprivate(set) var namedArgument:
        (@Sendable (_ word: String, Localizer) -> (argument: String, value: String)?)?
    /// Returns the word of this argument that asks what an unknown option would ask; `nil` if there is none.
    public fileprivate(set) var wordForOption: (@Sendable (_ option: String, _ value: String) -> String?)?
    /// Parses a text; throws a ``PresentableError`` if the text isn't a valid value.
    public let parse: @Sendable (String, ParseContext) throws -> any Sendable
    /// Whether the next word of a line belongs to the value of the option, too.
    let isContinued: (@Sendable (_ value: String, _ next: String) -> Bool)?
    /// Whether a value of the option can't have more words.
    let isOneWord: (@Sendable (_ value: String) -> Bool)?

    init<Value>(
        _ name: String, _ kind: Kind, _ type: ValueType<Value>, placeholder: LocalizedText? = nil,
        help: LocalizedText, question: LocalizedText? = nil
    ) {
        self.name = name
        self.kind = kind
        self.placeholder = type.placeholder
        argumentPlaceholder = placeholder ?? type.placeholder
        self.help = help
        self.question = question
        self.completion = type.completion
        keepsQuotes = type.keepsQuotes
        isTextByName = type.isTextByName
        self.parse = type.parse
        self.isContinued = type.isContinued
        isOneWord = type.isOneWord
    }
}

extension ParameterDeclaration {
    /// Returns a copy of this required argument that may be missing if a certain option is given.
    ///
    /// - Parameter option: The name of the option, without hyphens.
    public func replaced(byOption option: String) -> ParameterDeclaration {
        var result = self
        result.replacement = option
        return result
    }
}

extension Parameter {
    private func changed(_ change: (inout ParameterDeclaration) -> Void) -> Parameter {
        var declaration = declaration
        change(&declaration)
        return Parameter(declaration: declaration, value: value)
    }

    /// A copy of this parameter that accepts words with one leading hyphen, such as excluded search terms.
    ///
    /// ```swift
    /// static let terms = Parameter.rest("term", .text, help: text("What to look for.")).takingHyphens
    /// // list login -draft
    /// ```
    ///
    /// There is no conflict with options, which begin with two hyphens. `-h` still shows the help.
    public var takingHyphens: Parameter { changed { $0.takesHyphens = true } }

    /// Returns a copy of this required argument that may be missing if a certain option is given. Test with
    /// ``Invocation/has(_:)`` whether it is there.
    ///
    /// - Parameter option: The name of the option, without hyphens.
    public func replaced(byOption option: String) -> Parameter {
        Parameter(declaration: declaration.replaced(byOption: option), value: value)
    }

    /// Returns a copy of this parameter that takes some words wherever they stand among the arguments, such as values of
    /// fields. Words in quotes are never taken. An argument of one word takes the first such word.
    ///
    /// ```swift
    /// static let values = Parameter.rest("value", .text, help: text("Values.")).claiming { word, _ in
    ///     word.hasPrefix("pages:")
    /// }
    /// // add Solaris pages:204 Lem
    /// ```
    ///
    /// - Parameters:
    ///   - claims: Returns whether a word belongs to this argument.
    ///   - hasUnknownKey: Returns whether a word has a key. If it isn't claimed, the key is unknown: this argument takes the
    ///     word, and the command's error names the key. Default: no word.
    ///   - named: Returns the name of another argument that a word gives a value, as `author:Lem` does, and the value.
    ///     Default: no word does.
    public func claiming(
        _ claims: @escaping @Sendable (_ word: String, Localizer) -> Bool,
        orUnknown hasUnknownKey: (@Sendable (_ word: String) -> Bool)? = nil,
        naming named: (@Sendable (_ word: String, Localizer) -> (argument: String, value: String)?)? = nil
    ) -> Parameter {
        changed {
            $0.claims = claims
            $0.takesUnknownKey = hasUnknownKey
            $0.namedArgument = named
        }
    }

    /// A copy of this option for a command that itself reads words such as `pages:204`, because `pages:` clears the field.
    /// In a command that takes changes, the word `trip:Japan` otherwise is the option `--trip Japan`.
    ///
    /// - Parameter isNamed: Returns whether a key means the option, apart from its name and the everyday words for it.
    public func readingItsWord(
        _ isNamed: @escaping @Sendable (_ key: String, Localizer) -> Bool
    ) -> Parameter { changed { $0.readsItsWord = isNamed } }

    /// Returns a copy of this text in which the command itself finds the end of values such as `every:monday and thursday`.
    /// Otherwise, the grammar refuses such a line, because it is unclear where the value ends.
    ///
    /// - Parameter options: The names of the options with such values.
    public func findingValues(of options: Set<String>) -> Parameter { changed { $0.ownValues = options } }

    /// Returns a copy of this parameter whose words the error about an unknown option suggests, such as `shelf:sf` for
    /// `--tags sf`.
    ///
    /// - Parameter word: Returns the word for an option without hyphens and its value; `nil` if there is none.
    public func replacingOptions(
        _ word: @escaping @Sendable (_ option: String, _ value: String) -> String?
    ) -> Parameter { changed { $0.wordForOption = word } }

    /// A required argument. If it is missing and has a question, a user at a terminal is asked for it.
    /// Otherwise, the line fails.
    ///
    /// ```swift
    /// Parameter.required("title", .nonBlank, placeholder: text("TITLE"), help: text("The book's title."))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - type: The type of its value.
    ///   - placeholder: Its placeholder in usage lines, in capitals. Default: the placeholder of the type.
    ///   - help: A description of the parameter, as a sentence.
    ///   - question: The question to ask at a terminal. Default: the user isn't asked.
    public static func required(
        _ name: String, _ type: ValueType<Value>, placeholder: LocalizedText? = nil, help: LocalizedText,
        question: LocalizedText? = nil
    ) -> Parameter<Value> {
        Parameter(
            declaration: .init(
                name, .required, type, placeholder: placeholder, help: help, question: question),
            value: { $0.first.flatMap { $0 as? Value } })
    }

    /// An optional argument.
    ///
    /// Required arguments after it are filled first: with `priority [ISSUE] PRIORITY`, the line `priority
    /// high` has no issue.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - type: The type of its value.
    ///   - placeholder: Its placeholder in usage lines, in capitals. Default: the placeholder of the type.
    ///   - help: A description of the parameter, as a sentence.
    public static func optional(
        _ name: String, _ type: ValueType<Value>, placeholder: LocalizedText? = nil, help: LocalizedText
    ) -> Parameter<Value?> {
        Parameter<Value?>(
            declaration: .init(name, .optional, type, placeholder: placeholder, help: help),
            value: { .some($0.first.flatMap { $0 as? Value }) })
    }

    /// An argument that takes all following words, at least `minimum`. If required arguments follow, they get
    /// the last words.
    ///
    /// ```swift
    /// // shelf add BOOK… NAME
    /// static let books = Parameter.rest("book", .text, minimum: 1, help: text("The books."))
    /// static let name = Parameter.required("name", .nonBlank, help: text("The shelf's name."))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - type: The type of each value.
    ///   - minimum: The least number of words, at least 0.
    ///   - placeholder: Its placeholder in usage lines, in capitals. Default: the placeholder of the type.
    ///   - help: A description of the parameter, as a sentence.
    ///   - question: The question to ask at a terminal if words are missing. Default: the user isn't asked.
    public static func rest(
        _ name: String, _ type: ValueType<Value>, minimum: Int = 0, placeholder: LocalizedText? = nil,
        help: LocalizedText, question: LocalizedText? = nil
    ) -> Parameter<[Value]> {
        Parameter<[Value]>(
            declaration: .init(
                name, .rest(minimum: minimum), type, placeholder: placeholder, help: help,
                question: question),
            value: { $0.compactMap { $0 as? Value } })
    }

    /// An argument that takes all following words as one text, such as a name. The command joins the words
    /// with spaces.
    ///
    /// ```swift
    /// static let name = Parameter.words("name", .nonBlank, minimum: 1, help: text("The name."))
    /// // add Trevi Fountain
    /// ```
    ///
    /// After a value that could have more words, such as that of `--note`, nothing shows where it ends and the text
    /// begins. There, the text takes only one word, which may have spaces in quotes, and a text from before the option
    /// can't go on. `--` ends the value, too.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case.
    ///   - type: The type of each word.
    ///   - minimum: The least number of words, at least 0.
    ///   - placeholder: Its placeholder in usage lines, in capitals. Default: the placeholder of the type.
    ///   - help: A description of the parameter, as a sentence.
    ///   - question: The question to ask at a terminal if words are missing. Default: the user isn't asked.
    public static func words(
        _ name: String, _ type: ValueType<Value>, minimum: Int = 0, placeholder: LocalizedText? = nil,
        help: LocalizedText, question: LocalizedText? = nil
    ) -> Parameter<[Value]> {
        rest(name, type, minimum: minimum, placeholder: placeholder, help: help, question: question)
            .changed { $0.isOneText = true }
    }

    /// An option with a value, `--name VALUE`, which can be given once.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case, without the two hyphens.
    ///   - type: The type of its value.
    ///   - help: A description of the parameter, as a sentence.
    public static func option(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText
    ) -> Parameter<Value?> {
        Parameter<Value?>(
            declaration: .init(name, .option, type, help: help),
            value: { .some($0.first.flatMap { $0 as? Value }) })
    }

    /// An option with a value, `--name VALUE`, which can be given any number of times.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case, without the two hyphens.
    ///   - type: The type of each value.
    ///   - help: A description of the parameter, as a sentence.
    public static func repeatedOption(
        _ name: String, _ type: ValueType<Value>, help: LocalizedText
    ) -> Parameter<[Value]> {
        Parameter<[Value]>(
            declaration: .init(name, .repeatedOption, type, help: help),
            value: { $0.compactMap { $0 as? Value } })
    }
}

extension Parameter where Value == Bool {
    /// A flag, `--name`. Its value is `true` if it is given.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case, without the two hyphens.
    ///   - help: A description of the parameter, as a sentence.
    public static func flag(_ name: String, help: LocalizedText) -> Parameter<Bool> {
        Parameter(
            declaration: .init(
                name, .flag, ValueType(placeholder: .verbatim(""), parse: { _, _ in true }), help: help),
            value: { !$0.isEmpty })
    }
}

extension ParameterDeclaration {
    var isRequired: Bool {
        switch kind {
        case .required: true
        case .rest(let minimum): minimum > 0
        case .optional, .option, .repeatedOption, .flag: false
        }
    }

    /// Whether the parameter is an argument, which is given by its position.
    var isPositional: Bool {
        switch kind {
        case .required, .optional, .rest: true
        case .option, .repeatedOption, .flag: false
        }
    }
}

extension LocalizedText {
    /// Returns texts joined by a separator. The separator must be the same in every language and contain no
    /// percent sign.
    static func joined(_ parts: [LocalizedText], separator: String = " ") -> LocalizedText {
        let format = parts.map { _ in "%@" }.joined(separator: separator)
        return LocalizedText(format, table: "", parts.map(\.textArgument))
    }
}
