import Localization
import Shell

/// `where`: prints the path of the store.
public struct WhereCommand<Session: StoreSession>: Command {
    /// How it is called.
    public let declaration = CommandDeclaration(
        "where", group: .files, summary: text("Shows where the data lies."), examples: ["where"],
        isForCare: true)

    /// Makes the command.
    public init() {}

    /// Prints the path.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        switch session.location {
        case .memory:
            Output(
                [.message(text("The data is in memory only, and gone when the program ends."))],
                data: [.record(Record(fields: [.init("path", text("Path"), .empty)]))])
        case .file(let path):
            Output(
                [.message(.verbatim(path))],
                data: [.record(Record(fields: [.init("path", text("Path"), .text(path))]))])
        }
    }
}
