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
    ///   - prefix: The typed text. The session may also return candidates that don't match the typed text;
    ///     the shell removes them.
    /// - Throws: Any error if the candidates can't be read. The shell then offers no candidates.
    func candidates(for source: String, matching prefix: String) throws -> [String]

    /// Called before the user is asked for arguments of a command.
    ///
    /// - Parameter intent: The intent of the command.
    /// - Throws: Any error if the command can't succeed, such as in a read-only store. The user sees the
    ///   error instead of the questions.
    func willAsk(for intent: Intent) throws

    /// Runs a command. A session with transactions begins, saves or rolls back here.
    ///
    /// - Parameters:
    ///   - intent: The intent of the command.
    ///   - body: Runs the command with its arguments.
    /// - Returns: The output of `body`, to which the session may add blocks.
    /// - Throws: The errors of `body`, and the session's own, such as those of saving.
    func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output

    /// Called when an output was rendered whose command changed nothing. Rendering may create a part of the output,
    /// such as the data for `--json`.
    ///
    /// - Returns: Warnings to add to the output.
    /// - Throws: Any error if the output couldn't be created completely. The user sees the error instead of the
    ///   output, whatever the format is.
    func checkOutput() throws -> [Block]

    /// Infers the command for a line that calls no command, such as the name of a record to open. Returns the
    /// words of the inferred command; `nil` if no command fits.
    func command(inferredFrom words: [String]) -> [String]?

    /// Whether the session is over, for example after a restore. The next command gets a new session.
    var isOver: Bool { get }

    /// Called when the shell has shown the prompt, or has run all lines that have arrived so far. The next
    /// command doesn't run before this method returns.
    func inputIsAwaited() async

    /// Called once, when the session is over or the shell ends.
    func close()
}

extension ShellSession {
    /// `false`: the session lasts until the shell ends.
    public var isOver: Bool { false }

    /// Does nothing.
    public func willAsk(for intent: Intent) throws {}

    /// Does nothing.
    public func inputIsAwaited() async {}

    /// Returns no warnings.
    public func checkOutput() throws -> [Block] { [] }

    /// Returns no notices.
    public func notices() -> [LocalizedText] { [] }

    /// Returns `nil`.
    public func command(inferredFrom words: [String]) -> [String]? { nil }

    /// Returns no candidates.
    public func candidates(for source: String, matching prefix: String) throws -> [String] { [] }

    /// Runs the command.
    public func execute(_ intent: Intent, _ body: () async throws -> Output) async throws -> Output {
        try await body()
    }

    /// Does nothing.
    public func close() {}
}

/// The prompt: the program's name and the names of the open objects.
///
/// Names can be any text: control characters are shown visibly, long names are shortened to fit the terminal,
/// and right-to-left names are isolated.
///
/// ```swift
/// Prompt("itour", path: ["Rome"])                                          // itour Rome>
/// Prompt("moonshot", path: ["Apollo 11", "Neil A. Armstrong"], style: .path)
/// // moonshot / Apollo 11 / Neil A. Armstrong>
/// ```
public struct Prompt: Sendable, Hashable {
    /// How the names are joined.
    public enum Style: Sendable, Hashable {
        /// The program's name, a space and the open objects: `itour Rome>`.
        case beside
        /// A path that begins with the program's name: `moonshot / Apollo 11>`.
        case path
    }

    /// The program's name.
    public let program: String
    /// The names of the open objects, the outermost first.
    public let path: [String]
    /// How the names are joined.
    public let style: Style

    /// Creates a prompt.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - path: The names of the open objects, the outermost first. Default: none.
    ///   - style: How the names are joined. Default: ``Style/beside``.
    public init(_ program: String, path: [String] = [], style: Style = .beside) {
        self.program = program
        self.path = path
        self.style = style
    }
}
