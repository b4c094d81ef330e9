import Localization
import Shell

/// `where`: prints the path of the store.
public struct WhereCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "where", group: .files, summary: text("Shows where the data is stored."),
        examples: [.verbatim("where")],
        isForMaintenance: true)

    /// Makes the command.
    public init() {}

    /// Prints the path.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        switch session.location {
        case .memory:
            Output(
                [.message(text("The data is only in memory and is lost when the program ends."))],
                data: [.record(Record(fields: [.init("path", text("Path"), .empty)]))])
        case .file(let path):
            Output(
                [.message(.verbatim(path))],
                data: [.record(Record(fields: [.init("path", text("Path"), .text(path))]))])
        }
    }
}
