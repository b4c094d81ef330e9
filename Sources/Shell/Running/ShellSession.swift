import Localization

/// The state that a program's commands work on. The shell uses it through this protocol.
@MainActor
public protocol ShellSession: AnyObject {
    /// The prompt: the program's name and the names of the open objects.
    var prompt: Prompt { get }

    /// Returns notices for the user before the next prompt, such as changes by another process. Each notice
    /// is returned once.
    func notices() -> [LocalizedText]

    /// Returns the candidates of a completion source, such as the titles of all books.
    ///
    /// - Parameters:
    ///   - source: The name of the completion source.
    ///   - prefix: The typed text. The session may return other candidates too; the shell filters them.
    func candidates(for source: String, matching prefix: String) throws -> [String]

    /// Called before the user is asked for arguments of a command. Throws if the command can't succeed, such
    /// as in a read-only store.
    func willAsk(for declaration: CommandDeclaration) throws

    /// Runs a command. A session with transactions begins, saves or rolls back here.
    func execute(_ declaration: CommandDeclaration, _ body: () async throws -> Output) async throws -> Output

    /// Returns the words of a command for a line that calls none, such as the name of a record to open; `nil`
    /// if no command fits.
    func command(inferredFrom words: [String]) -> [String]?

    /// Whether the session is over, for example after a restore. The next command gets a new session.
    var isOver: Bool { get }

    /// Called once, when the session is over or the shell ends.
    func close()
}

extension ShellSession {
    /// `false`: the session lasts until the shell ends.
    public var isOver: Bool { false }

    /// Does nothing.
    public func willAsk(for declaration: CommandDeclaration) throws {}

    /// Returns no notices.
    public func notices() -> [LocalizedText] { [] }

    /// Returns `nil`.
    public func command(inferredFrom words: [String]) -> [String]? { nil }

    /// Returns no candidates.
    public func candidates(for source: String, matching prefix: String) throws -> [String] { [] }

    /// Runs the command.
    public func execute(
        _ declaration: CommandDeclaration, _ body: () async throws -> Output
    ) async throws -> Output {
        try await body()
    }

    /// Does nothing.
    public func close() {}
}
