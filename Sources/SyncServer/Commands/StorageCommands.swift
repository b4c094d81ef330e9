import Foundation
import Localization
import Shell

/// `backup`: writes all data to a file while the server runs.
struct StorageBackupCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file to write. It must not exist yet."), question: text("File"))

    let declaration = CommandDeclaration(
        "backup", group: .serving,
        summary: text("Writes a backup of everything, even while the server runs."),
        discussion: [
            text(
                "The file is an SQLite store, even if the data is in PostgreSQL: “serve --store FILE” can use it. After a restart from a backup, devices download everything once and keep their unsent changes."
            )
        ],
        parameters: [file.declaration], examples: [.verbatim("backup /var/backups/sync-2026-11-21.store")])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let path = try invocation[Self.file]
        let absolute = session.absolute(path)
        let storage = try await session.storage()
        do {
            try await storage.backup(to: absolute)
        } catch BackupError.exists(absolute) {
            throw BackupError.exists(path)
        } catch BackupError.orphanedLog(let log) {
            throw BackupError.orphanedLog(path + log.dropFirst(absolute.count))
        } catch BackupError.unwritable(absolute, let code) {
            throw BackupError.unwritable(path, code: code)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: absolute)[.size] as? Int) ?? 0
        return Output(
            [.message(text("Wrote the backup to “%@”.", path))],
            data: [
                .record(
                    Record(fields: [
                        .init("path", text("File"), .text(absolute)),
                        .init("bytes", text("Bytes"), .number(size)),
                    ]))
            ])
    }
}

/// `restore`: fills empty storage from a backup.
struct StorageRestoreCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The backup to restore."), question: text("File"))

    let declaration = CommandDeclaration(
        "restore", group: .serving, summary: text("Restores a backup into an empty storage."),
        discussion: [
            text(
                "Use this to move a server from a file to a PostgreSQL database. Stop the server before you make the backup."
            ),
            text("Devices then download everything once and keep their unsent changes."),
        ],
        parameters: [file.declaration],
        examples: [
            .verbatim("restore sync.store"),
            .verbatim("restore sync.store --database postgres://sync@localhost/sync"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let path = try invocation[Self.file]
        let storage = try await session.storage(createIfMissing: true)
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
