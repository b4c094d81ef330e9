/// What a program's commands work on, as far as the shell needs to know it.
@MainActor
public protocol ShellSession: AnyObject {
    /// What stands before `>` in the prompt, such as `mybooks`.
    var prompt: String { get }

    /// The live values that complete an argument, such as the titles of all books.
    func candidates(for source: String, matching prefix: String) throws -> [String]

    /// Runs a command: where a session has transactions, it opens, saves or rolls back here.
    func execute(_ declaration: CommandDeclaration, _ body: () async throws -> Output) async throws -> Output

    /// Called once, when the shell ends.
    func close()
}

extension ShellSession {
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
