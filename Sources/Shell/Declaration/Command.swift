import Basics
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
    public var discussion: [LocalizedText] { details.value.discussion }
    /// The parameters, in order.
    public var parameters: [ParameterDeclaration] { details.value.parameters }
    /// Example lines, which work as typed in the language of the help. An example has several lines if the
    /// user must open a record first.
    public var examples: [LocalizedText] { details.value.examples }
    /// What the command needs from the session, and whether it changes something.
    public let intent: Intent
    /// Whether the command asks before it deletes or replaces something, unless it is called with `--yes`.
    public let needsConfirmation: Bool

    /// What is known only of the command that a line calls, and of all commands in the help. To make the parameters of
    /// all commands would be a third of a start.
    private struct Details: Sendable {
        let discussion: [LocalizedText]
        let parameters: [ParameterDeclaration]
        let examples: [LocalizedText]
    }
    private let details: Lazy<Details>
    /// The secrets that a user may type in the command's line by mistake.
    private(set) var secrets: TypedSecrets?

    /// Returns a copy of this declaration whose lines are refused if they contain a secret. They aren't added to the
    /// history, and no error repeats the secret.
    ///
    /// - Parameters:
    ///   - secrets: The secrets.
    ///   - includesExtraWords: Whether a word too many is probably a secret. Default: `false`.
    public func refusing(_ secrets: TypedSecrets, orExtraWords includesExtraWords: Bool = false)
        -> CommandDeclaration
    {
        var result = self
        result.secrets = secrets
        result.secrets?.includesExtraWords = includesExtraWords
        return result
    }

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
    ///   - parameters: The parameters, in order. They are made when the command is called or its help is shown.
    ///   - examples: Lines that work as typed in the language of the help. If the user must open a record
    ///     first, an example has several lines: `open 12`, a line break, and `close`. Lines without
    ///     translatable words are `.verbatim("list --all")`.
    ///   - changesData: Whether the command can change data: the intent is ``Intent/change`` or
    ///     ``Intent/read``. Default: `false`.
    ///   - needsConfirmation: Whether the command deletes or replaces something that the user wrote. It then has
    ///     the flag `--yes`, and calls ``Interaction/confirm(_:for:)``. Default: `false`.
    public init(
        _ name: String, aliases: [String] = [], group: CommandGroup, summary: LocalizedText,
        discussion: @autoclosure @escaping () -> [LocalizedText] = [],
        parameters: @autoclosure @escaping () -> [ParameterDeclaration] = [],
        examples: @autoclosure @escaping () -> [LocalizedText] = [], changesData: Bool = false,
        needsConfirmation: Bool = false
    ) {
        self.init(
            name, aliases: aliases, group: group, summary: summary, discussion: discussion(),
            parameters: parameters(), examples: examples(), intent: changesData ? .change : .read,
            needsConfirmation: needsConfirmation)
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
    ///   - needsConfirmation: Whether the command deletes or replaces something that the user wrote. Default:
    ///     `false`.
    public init(
        _ name: String, aliases: [String] = [], group: CommandGroup, summary: LocalizedText,
        discussion: @autoclosure @escaping () -> [LocalizedText] = [],
        parameters: @autoclosure @escaping () -> [ParameterDeclaration] = [],
        examples: @autoclosure @escaping () -> [LocalizedText] = [], intent: Intent,
        needsConfirmation: Bool = false
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.summary = summary
        details = Lazy {
            Details(
                discussion: discussion(),
                parameters: parameters() + (needsConfirmation ? [Self.yes.declaration] : []),
                examples: examples())
        }
        self.intent = intent
        self.needsConfirmation = needsConfirmation
    }

    /// The flag of commands that ask before they change or delete something.
    public static let yes = Parameter.flag("yes", help: text("Don't ask for confirmation."))

    /// Whether the command can change data.
    public var changesData: Bool { intent.changes }

    /// The name and the aliases.
    var names: [CommandName] { ([name] + aliases).map { CommandName($0) } }
}

extension Invocation {
    /// Whether the user confirmed the command with `--yes`.
    public var isConfirmed: Bool {
        get throws { try self[CommandDeclaration.yes] }
    }
}

extension Interaction {
    /// Returns whether the user confirms that a command deletes or replaces something. Asks at a terminal, unless
    /// the command is called with `--yes`.
    ///
    /// - Parameters:
    ///   - question: The question. It is made only if it is asked.
    ///   - invocation: The call of a command whose declaration has ``CommandDeclaration/needsConfirmation``.
    /// - Throws: ``UsageError/cannotConfirm(question:)`` without a terminal, ``InteractionCancelled``, and
    ///   ``UndeclaredParameter``.
    public func confirm(
        _ question: @autoclosure () throws -> LocalizedText, for invocation: Invocation
    ) async throws -> Bool {
        if try invocation.isConfirmed { return true }
        let question = try question()
        guard isInteractive else { throw UsageError.cannotConfirm(question: question) }
        return try await confirm(question)
    }
}

extension Output {
    /// The output of a command whose user declined to delete something.
    ///
    /// - Parameter table: The records that the command would have deleted, for the columns of `--json` and `--csv`.
    public static func nothingDeleted(_ table: Table) -> Output {
        nothingDeleted(data: [.table(Table(table.key, columns: table.columns, rows: []))])
    }

    /// The output of a command whose user declined to delete something.
    ///
    /// - Parameter data: What `--json` and `--csv` show.
    public static func nothingDeleted(data: [Block]) -> Output {
        Output([.message(text("Nothing was deleted."))], data: data)
    }
}

/// Secrets that a user may type in a line by mistake, such as a token. Other users can see the line, and the history would
/// keep it.
public struct TypedSecrets: Sendable {
    /// Returns whether a word contains a secret.
    let isSecret: @Sendable (_ word: String) -> Bool
    /// Whether a word too many is probably a secret.
    fileprivate(set) var includesExtraWords = false
    /// Returns what to type instead.
    let remedy: @Sendable (_ words: [String]) -> LocalizedText

    /// Declares secrets.
    ///
    /// - Parameters:
    ///   - isSecret: Returns whether a word contains a secret.
    ///   - remedy: Returns what to type instead of a line. Its parameter has the words after the command's name, without
    ///     those that contain a secret.
    public init(
        _ isSecret: @escaping @Sendable (_ word: String) -> Bool,
        remedy: @escaping @Sendable (_ words: [String]) -> LocalizedText
    ) {
        self.isSecret = isSecret
        self.remedy = remedy
    }

    /// Returns whether the words after the command's name contain a secret, also one that is typed with spaces.
    func areIn(_ words: [String]) -> Bool { words.contains(where: isSecret) || isSecret(words.joined()) }

    /// Returns the error for a line with these words.
    func refusal(_ words: [String]) -> UsageError {
        let others = words.filter { !isSecret($0) }
        // The words may be the parts of a secret with spaces.
        let areParts = others.count == words.count && isSecret(words.joined())
        return .secretInLine(remedy: remedy(areParts ? [] : others))
    }
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

/// The commands whose names have two words and share the first, such as `shelf add` and `shelf remove`.
///
/// A family isn't declared. It exists as soon as a program declares a command with a name of two words.
///
/// ```swift
/// let declaration = CommandDeclaration(
///     "shelf add", group: .changes, summary: text("Puts a book on a shelf."))
/// ```
///
/// The longer name has priority: if a program has `tag` and `tag new`, the line `tag new` calls the latter,
/// and `tag -- new` calls `tag` with the argument “new”.
struct CommandFamily: Sendable {
    /// The first word of the commands' names, such as `shelf`.
    let name: String
    /// The commands, in the order in which the help lists them.
    private(set) var members: [CommandDeclaration] = []
    /// The second words of the commands' names and of their aliases.
    private(set) var words: [String] = []
    private(set) var otherWords: [String] = []

    init(name: String) {
        self.name = name
    }

    /// Adds a command under one of its names.
    mutating func add(_ command: CommandDeclaration, called name: CommandName) {
        guard let second = name.second else { return }
        if !members.contains(where: { $0.name == command.name }) { members.append(command) }
        if name.text == command.name { words.append(second) } else { otherWords.append(second) }
    }
}

/// The name of a command, which has one or two words.
struct CommandName: Hashable, Sendable {
    /// The name as declared.
    let text: String
    /// The first word: the name of the command or of its family.
    let first: String
    /// The second word, if any.
    let second: String?

    init(_ text: String) {
        self.text = text
        let words = text.split(separator: " ", maxSplits: 1)
        first = words.first.map(String.init) ?? ""
        second = words.count > 1 ? String(words[1]) : nil
    }
}

/// What a command needs from the session, and whether it changes something. The session decides by the intent how it
/// opens the store, whether it waits for a lock, and what it saves. It never sees the command's name.
public struct Intent: Hashable, Sendable {
    /// The part of a session that a command uses.
    public enum Scope: Hashable, Sendable {
        /// The program's data.
        case data
        /// The files of the store as a whole. The command runs even if the store can't be opened.
        case storeFiles
        /// Neither: the command works only on files that the user names.
        case otherFiles
    }

    /// The part of the session that the command uses.
    public let scope: Scope
    /// Whether the command can change that part.
    public let changes: Bool
    /// Whether the session is created for a single command, so that no later command needs its data.
    public private(set) var isOnlyCommand = false
    /// The format of the output if a program reads it; `nil` for a person.
    public private(set) var dataFormat: OutputFormat?

    private init(_ scope: Scope, changes: Bool) {
        self.scope = scope
        self.changes = changes
    }

    /// Reads the data. The default of a command.
    public static let read = Intent(.data, changes: false)
    /// Changes the data: one transaction, and one step of `undo`.
    public static let change = Intent(.data, changes: true)
    /// Reads the files of the store, such as `backup`.
    public static let inspectStore = Intent(.storeFiles, changes: false)
    /// Replaces the files of the store, such as `restore`.
    public static let replaceStore = Intent(.storeFiles, changes: true)
    /// Reads files that the user names, without the data.
    public static let readFiles = Intent(.otherFiles, changes: false)

    /// Returns the intent of a command that is the only one of its session, if a condition holds.
    func onlyCommand(if isOnlyCommand: Bool) -> Intent {
        var intent = self
        intent.isOnlyCommand = isOnlyCommand
        return intent
    }

    /// Returns the intent of a command whose output has a format.
    func writing(_ format: OutputFormat?) -> Intent {
        var intent = self
        intent.dataFormat = format?.isMachineReadable == true ? format : nil
        return intent
    }
}
