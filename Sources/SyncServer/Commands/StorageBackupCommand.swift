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
