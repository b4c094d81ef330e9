import Foundation
import Localization
import ModelData
import Shell

/// `where`: prints the path of the store.
public struct WhereCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "where", group: .files, summary: text("Shows where the data is stored."),
        discussion: [
            text(
                "Between commands, the file holds all data, so you can copy it with any tool. While another program writes to it, or after a crash, use “backup” instead, or run “where” first."
            )
        ],
        examples: [.verbatim("where")],
        intent: .inspectStore)

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
                [.message(.verbatim(path))] + (try await warnings(path)),
                data: [.record(Record(fields: [.init("path", text("Path"), .text(path))]))])
        }
    }

    /// Returns a warning if the store's file alone isn't complete.
    private func warnings(_ path: String) async throws -> [Block] {
        if try await BackgroundWork.run({ StoreLog.copyIntoFile(path) }) { return [] }
        return [
            .warning(
                text(
                    "Another process is using the data, and its latest changes are still in the file “%@” beside it. To copy everything, use “backup”.",
                    URL(fileURLWithPath: path).lastPathComponent + "-wal"))
        ]
    }
}
