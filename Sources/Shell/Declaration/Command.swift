import Localization

/// One command of a program: what it is called, what it takes, and what it does.
///
/// A command never prints. It returns an ``Output``, which the shell renders for a terminal, a pipe or a program.
@MainActor
public protocol Command<Session> {
    /// What the command works on.
    associatedtype Session: ShellSession
    /// How the command is called and what it takes.
    var declaration: CommandDeclaration { get }
    /// Called before a person is asked for arguments that must be there; throws where the answers would be of no use.
    func willAsk(in session: Session) throws
    /// Runs the command on checked arguments.
    func run(_ invocation: Invocation, in session: Session) async throws -> Output
}

extension Command {
    /// Answers are of use, unless a command says otherwise.
    public func willAsk(in session: Session) throws {}
}

/// How a command is called: the single source for the grammar, the help, the completion and the man page.
public struct CommandDeclaration: Sendable {
    /// The name, in lower case: one word, or two, such as `shelf add`, which make a family of commands.
    public let name: String
    /// Other names, of one word or two.
    public let aliases: [String]
    /// The group that the help lists it in.
    public let group: CommandGroup
    /// What it does, as one sentence.
    public let summary: LocalizedText
    /// More to know, as paragraphs.
    public let discussion: [LocalizedText]
    /// What it takes, in order.
    public let parameters: [ParameterDeclaration]
    /// What works as typed: a line, or several where something has to be opened first.
    public let examples: [String]
    /// Whether it can change data.
    public let changesData: Bool
    /// Whether it cares for the data as a whole, such as by a backup or a repair: it runs also where the data can't be
    /// opened.
    public let isForCare: Bool

    /// Declares a command.
    ///
    /// ```swift
    /// CommandDeclaration(
    ///     "shelf add", aliases: ["shelf new"], group: .changes, summary: text("Puts a book on a shelf."),
    ///     parameters: [book.declaration, shelf.declaration], examples: ["shelf add solaris favourites"],
    ///     changesData: true)
    /// ```
    ///
    /// - Parameters:
    ///   - name: One word, or two. Commands with the same first word are a family: `help shelf` lists them, and Tab
    ///     completes the second word. Where the first word alone is a command too, the longer name counts.
    ///   - aliases: Other names, of one word or two.
    ///   - group: The group that the help lists it in.
    ///   - summary: What it does, as one sentence.
    ///   - discussion: More to know, as paragraphs.
    ///   - parameters: What it takes, in order.
    ///   - examples: What works as typed: a line each, such as `list`, or several where something has to be opened
    ///     first, such as `open 12` and, behind a line break, `close`.
    ///   - changesData: Whether it can change data.
    ///   - isForCare: Whether it cares for the data as a whole, and runs also where they can't be opened.
    public init(
        _ name: String, aliases: [String] = [], group: CommandGroup, summary: LocalizedText,
        discussion: [LocalizedText] = [], parameters: [ParameterDeclaration] = [], examples: [String] = [],
        changesData: Bool = false, isForCare: Bool = false
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        self.examples = examples
        self.changesData = changesData
        self.isForCare = isForCare
    }

    /// The name, and the other names.
    var names: [CommandName] { ([name] + aliases).map { CommandName($0) } }
}

/// A group of commands in the help.
public struct CommandGroup: Hashable, Sendable {
    /// The group's heading.
    public let title: LocalizedText

    /// Makes a group with a heading.
    public init(_ title: LocalizedText) {
        self.title = title
    }
}
