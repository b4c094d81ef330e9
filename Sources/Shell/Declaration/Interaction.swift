import Localization

/// The dialogue of a command with the user at the terminal. Scripts and pipes have no user.
@MainActor
public protocol Interaction: AnyObject, Sendable {
    /// Whether there is a user at the terminal.
    var isInteractive: Bool { get }

    /// Whether outputs go to the user's terminal, not to a pipe or a file. Default: ``isInteractive``.
    var writesToTerminal: Bool { get }

    /// Asks for a line until `check` accepts it.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - initial: The text in the line at the beginning, which the user can edit.
    ///   - completion: How Tab completes the answer.
    ///   - check: Throws if the answer isn't acceptable; the user sees the error.
    /// - Returns: The answer.
    /// - Throws: ``InteractionCancelled`` on Ctrl-C or Ctrl-D, ``UsageError`` without a terminal.
    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String

    /// Asks for a secret, such as a token, until `check` accepts it. The secret isn't shown while the user
    /// types it.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - check: Throws if the answer isn't acceptable; the user sees the error.
    /// - Returns: The answer.
    /// - Throws: ``InteractionCancelled`` on Ctrl-C or Ctrl-D, ``UsageError`` without a terminal.
    func askSecret(_ question: LocalizedText, check: (String) throws -> Void) async throws -> String

    /// Asks a yes-or-no question in the user's language. Default: no.
    ///
    /// - Throws: ``InteractionCancelled`` on Ctrl-C or Ctrl-D, ``UsageError`` without a terminal.
    func confirm(_ question: LocalizedText) async throws -> Bool

    /// Opens a text in `$VISUAL` or `$EDITOR`, and returns the edited text.
    ///
    /// - Parameter text: The text to edit.
    /// - Throws: ``UsageError/cannotEdit`` without a terminal; ``EditorError`` if the editor fails, and
    ///   ``FileError`` if the text can't be written or read.
    func edit(_ text: String) async throws -> String

    /// Reads a line of a longer text. Pasted text can have several lines.
    ///
    /// - Parameter prompt: The text before the line, such as `content> `.
    /// - Returns: The line; `nil` if the user ends the text with Ctrl-D, or a signal ends the program.
    /// - Throws: ``InteractionCancelled`` on Ctrl-C, ``UsageError/cannotEdit`` without a terminal.
    func readLine(prompt: String) async throws -> String?

    /// Saves a typed text that the command couldn't store as a draft. After the command, the user sees the
    /// draft's path.
    ///
    /// - Parameter text: The typed text.
    /// - Throws: ``FileError`` if the draft can't be written.
    func keep(_ text: String) throws

    /// Writes an output before the command ends.
    func say(_ output: Output)

    /// Shows an error that doesn't end the command; the user is asked again.
    func show(_ error: any PresentableError)

    /// Shows an output before the command continues, such as the text of the next question.
    ///
    /// - Parameter output: The output.
    /// - Throws: ``StreamError`` if standard output can't be written, ``BrokenPipeError`` if its reader is
    ///   gone.
    func show(_ output: Output) throws

    /// Shows the progress of a long command on a terminal line that each call overwrites; `nil` clears the
    /// line. Only terminals show progress.
    func progress(_ text: LocalizedText?)

    /// Shows the progress of a long command as a bar and a text. Screen readers get the text only.
    ///
    /// - Parameters:
    ///   - wordings: The text in several lengths, the longest first; narrow screens show a shorter one.
    ///   - fraction: The completed part, from 0 to 1.
    func progress(_ wordings: [LocalizedText], fraction: Double)
}

extension Interaction {
    /// Whether there is a user at the terminal.
    public var writesToTerminal: Bool { isInteractive }

    /// Asks with ``ask(_:initial:completion:check:)``.
    public func askSecret(
        _ question: LocalizedText, check: (String) throws -> Void
    ) async throws -> String {
        try await ask(question, initial: "", completion: .none, check: check)
    }

    /// Shows only the text, without a bar.
    public func progress(_ wordings: [LocalizedText], fraction: Double) { progress(wordings.first) }

    /// Does nothing.
    public func show(_ output: Output) throws {}
}

/// The user cancelled with Ctrl-C or Ctrl-D.
public struct InteractionCancelled: Error {
    /// Creates the error.
    public init() {}
}

extension Interaction {
    /// Throws ``UsageError/cannotEdit``.
    public func readLine(prompt: String) async throws -> String? { throw UsageError.cannotEdit }

    /// Does nothing.
    public func keep(_ text: String) throws {}

    /// Does nothing.
    public func say(_ output: Output) {}
}
