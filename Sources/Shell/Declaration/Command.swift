import Localization

/// A command of a program.
///
/// A command never prints. It returns an ``Output``, which the shell renders for a terminal, a pipe or a
/// machine-readable format.
@MainActor
public protocol Command<Session> {
    /// The session that the command works on.
    associatedtype Session: ShellSession
    /// The command's name, parameters and help.
    var declaration: CommandDeclaration { get }
    /// Called before the user is asked for missing arguments.
    ///
    /// - Parameters:
    ///   - given: The arguments that the user gave.
    ///   - session: The session that the command will work on.
    /// - Throws: Any error if the command can't succeed whatever the answers are. The user sees the error
    ///   instead of the questions.
    func willAsk(after given: Invocation, in session: Session) throws
    /// Runs the command with checked arguments.
    ///
    /// - Parameters:
    ///   - invocation: The parsed arguments.
    ///   - session: The session that the command works on.
    /// - Returns: The output, which the shell renders after the session has saved the command's changes.
    /// - Throws: Any error if the command fails. A ``PresentableError`` is shown as it is.
    func run(_ invocation: Invocation, in session: Session) async throws -> Output
}

extension Command {
    /// Does nothing.
    public func willAsk(after given: Invocation, in session: Session) throws {}
}

/// A command's name, parameters and help: the source of the grammar, the help, the completion and the manual
/// page.
public struct CommandDeclaration: Sendable {
    /// The name, in lower case: one word, or two words such as `shelf add`.
    public let name: String
    /// Other names of the command, each of one word or two.
    public let aliases: [String]
    /// The group that the command is listed in.
    public let group: CommandGroup
    /// One sentence that begins with a verb: “Adds a book.”
    public let summary: LocalizedText
    /// Further paragraphs of the help.
    public let discussion: [LocalizedText]
    /// The parameters, in order.
    public let parameters: [ParameterDeclaration]
    /// Example lines, which work as typed in the language of the help. An example has several lines if the
    /// user must open a record first.
    public let examples: [LocalizedText]
    /// What the command needs from the session, and whether it changes something.
    public let intent: Intent

    /// Declares a command.
    ///
    /// ```swift
    /// let book = Parameter.required("book", .text, help: text("The book."))
    /// let shelf = Parameter.required("shelf", .nonBlank, help: text("The shelf."))
    /// let declaration = CommandDeclaration(
    ///     "shelf add", aliases: ["shelf new"], group: CommandGroup(text("Changing")),
    ///     summary: text("Puts a book on a shelf."), parameters: [book.declaration, shelf.declaration],
    ///     examples: [text("shelf add solaris favourites")], changesData: true)
    /// ```
    ///
    /// - Parameters:
    ///   - name: One or two words. Commands with the same first word are a family: `help shelf` lists them,
    ///     and Tab completes the second word. If the first word is a command too, the longer name has
    ///     priority.
    ///   - aliases: Other names of the command, each of one word or two.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb: “Adds a book.”
    ///   - discussion: Further paragraphs of the help. Default: none.
    ///   - parameters: The parameters, in order.
    ///   - examples: Lines that work as typed in the language of the help. If the user must open a record
    ///     first, an example has several lines: `open 12`, a line break, and `close`. Lines without
    ///     translatable words are `.verbatim("list --all")`.
    ///   - changesData: Whether the command can change data: the intent is ``Intent/change`` or
    ///     ``Intent/read``. Default: `false`.
    public init(
        _ name: String, aliases: [String] = [], group: CommandGroup, summary: LocalizedText,
        discussion: [LocalizedText] = [], parameters: [ParameterDeclaration] = [],
        examples: [LocalizedText] = [], changesData: Bool = false
    ) {
        self.init(
            name, aliases: aliases, group: group, summary: summary, discussion: discussion,
            parameters: parameters, examples: examples, intent: changesData ? .change : .read)
    }

    /// Declares a command with another intent than to read or change the data, such as a backup.
    ///
    /// - Parameters:
    ///   - name: One or two words.
    ///   - aliases: Other names of the command, each of one word or two.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - discussion: Further paragraphs of the help. Default: none.
    ///   - parameters: The parameters, in order.
    ///   - examples: Lines that work as typed in the language of the help.
    ///   - intent: What the command needs from the session, and whether it changes something.
    public init(
        _ name: String, aliases: [String] = [], group: CommandGroup, summary: LocalizedText,
        discussion: [LocalizedText] = [], parameters: [ParameterDeclaration] = [],
        examples: [LocalizedText] = [], intent: Intent
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        self.examples = examples
        self.intent = intent
    }

    /// Whether the command can change data.
    public var changesData: Bool { intent.changes }

    /// The name and the aliases.
    var names: [CommandName] { ([name] + aliases).map { CommandName($0) } }
}

/// A group of commands in the help.
public struct CommandGroup: Hashable, Sendable {
    /// The group's heading.
    public let title: LocalizedText

    /// Creates a group with a heading.
    public init(_ title: LocalizedText) {
        self.title = title
    }
}
