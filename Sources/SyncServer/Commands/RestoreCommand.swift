import Localization
import Shell

/// `restore`: fills an empty storage from a backup.
struct RestoreCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The backup to read."), question: text("File"))

    let declaration = CommandDeclaration(
        "restore", group: .serving, summary: text("Fills an empty storage from a backup."),
        discussion: [
            text(
                "So a server moves from a file into a PostgreSQL database. Stop it before you make the backup."
            ),
            text("Devices pull everything once, and keep what they have not sent."),
        ],
        parameters: [file.declaration],
        examples: ["restore sync.store", "restore sync.store --database postgres://sync@localhost/sync"],
        changesData: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let path = try invocation[Self.file]
        let storage = try await session.storage(mayBeMade: true)
        do {
            try await storage.restore(from: session.absolute(path))
        } catch StorageError.missing {
            throw StorageError.missing(path)
        } catch StorageError.foreign {
            throw StorageError.foreign(path)
        } catch BackupError.damaged(_, let detail) {
            throw BackupError.damaged(path, detail)
        }
        let accounts = try await storage.accounts()
        let counts = Record(fields: [
            .init("accounts", text("Accounts"), .number(accounts.count)),
            .init("records", text("Records"), .number(accounts.reduce(0) { $0 + $1.records })),
        ])
        return Output([.message(text("Restored “%@”.", path)), .record(counts)], data: [.record(counts)])
    }
}
