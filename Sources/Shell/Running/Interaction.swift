import Localization

/// How a command talks with the person at the terminal. In scripts and pipes nobody is there to ask.
@MainActor
public protocol Interaction: AnyObject, Sendable {
    /// Whether a person is at the terminal and can be asked.
    var isInteractive: Bool { get }

    /// Asks for a line, again until `check` accepts it. Throws ``InteractionCancelled`` at Ctrl-C or Ctrl-D.
    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String

    /// Asks for something that nobody else may see, such as a token, again until `check` accepts it: it isn't shown while
    /// it is typed. Throws ``InteractionCancelled`` at Ctrl-C or Ctrl-D.
    func askSecret(_ question: LocalizedText, check: (String) throws -> Void) async throws -> String

    /// Asks a question that is answered with yes or no, in the person's language. No is the default.
    func confirm(_ question: LocalizedText) async throws -> Bool

    /// Lets the person edit a longer text in `$VISUAL` or `$EDITOR`.
    func edit(_ text: String) async throws -> String

    /// Reads a line of a longer text, which may hold several where they were pasted; `nil` where the person ends it
    /// with Ctrl-D or Ctrl-C, or the program is asked to end.
    func readLine(prompt: String) async throws -> String?

    /// Keeps a text that the person has typed and that can't be saved; when the command has ended, they are told where.
    func keep(_ text: String) throws

    /// Says something before the command ends.
    func say(_ output: Output)

    /// Shows a problem that doesn't end the command: the person is asked again.
    func show(_ error: any PresentableError)

    /// Shows something before the command goes on, such as the question that an answer is asked for next.
    func show(_ output: Output) throws

    /// Shows how far a long command has come, on a line that is drawn over; `nil` clears it. Only on a terminal.
    func progress(_ text: LocalizedText?)

    /// Shows how far a long command has come, with a bar before the text where a person sees it.
    ///
    /// - Parameters:
    ///   - wordings: What is going on, and how far it is; first in all words, then in ever fewer for a narrow screen.
    ///   - fraction: How much of it is done, 0 to 1.
    func progress(_ wordings: [LocalizedText], fraction: Double)
}

extension Interaction {
    /// Asks as for anything else: who isn't at a terminal shows nothing.
    public func askSecret(
        _ question: LocalizedText, check: (String) throws -> Void
    ) async throws -> String {
        try await ask(question, initial: "", completion: .none, check: check)
    }
}

extension Interaction {
    /// Shows the text alone.
    public func progress(_ wordings: [LocalizedText], fraction: Double) { progress(wordings.first) }
}

extension Interaction {
    /// Shows nothing: nobody is there.
    public func show(_ output: Output) throws {}
}

/// The person took back what was begun, with Ctrl-C or Ctrl-D.
public struct InteractionCancelled: Error {
    /// Makes the error.
    public init() {}
}

extension Interaction {
    /// Nobody is there to type a text, unless somebody is.
    public func readLine(prompt: String) async throws -> String? { throw UsageError.nobodyToEdit }

    /// Nobody is there who typed it, unless somebody is.
    public func keep(_ text: String) throws {}

    /// Nobody is there to hear it, unless somebody is.
    public func say(_ output: Output) {}
}
