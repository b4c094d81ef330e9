import Localization

/// What a program's commands work on, as far as the shell needs to know it.
@MainActor
public protocol ShellSession: AnyObject {
    /// What stands before the cursor: the program, and what is open in it.
    var prompt: Prompt { get }

    /// What a person should know before the next prompt, such as that another process changed the data. Each notice
    /// is given once.
    func notices() -> [LocalizedText]

    /// The live values that complete an argument, such as the titles of all books.
    func candidates(for source: String, matching prefix: String) throws -> [String]

    /// Called before a person is asked for arguments of a command; throws where the answers would be of no use, such as
    /// where nothing can be saved.
    func willAsk(for declaration: CommandDeclaration) throws

    /// Runs a command: where a session has transactions, it opens, saves or rolls back here.
    func execute(_ declaration: CommandDeclaration, _ body: () async throws -> Output) async throws -> Output

    /// The words of the command that is meant by words that call none, such as the name of something that can be
    /// opened; `nil` where they mean nothing.
    func command(meantBy words: [String]) -> [String]?

    /// Whether the session is over, such as after its data were replaced: the next command begins another one.
    var isOver: Bool { get }

    /// Called once, when the session is over or the shell ends.
    func close()
}

extension ShellSession {
    /// A session goes on until the shell ends, unless it says otherwise.
    public var isOver: Bool { false }

    /// Answers are of use, unless a session says otherwise.
    public func willAsk(for declaration: CommandDeclaration) throws {}

    /// Nothing to tell.
    public func notices() -> [LocalizedText] { [] }

    /// Words that call no command mean nothing, unless the session says otherwise.
    public func command(meantBy words: [String]) -> [String]? { nil }

    /// No live values, unless the session has some.
    public func candidates(for source: String, matching prefix: String) throws -> [String] { [] }

    /// Just runs the command.
    public func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        try await body()
    }

    /// Nothing to close.
    public func close() {}
}
