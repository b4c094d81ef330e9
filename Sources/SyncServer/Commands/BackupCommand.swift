import Foundation
import Localization
import Shell

/// `backup`: writes everything to a file, while the server runs.
struct BackupCommand: Command {
    static let file = Parameter.required(
        "file", .path, help: text("The file to write; it must not be there yet."), question: text("File"))

    let declaration = CommandDeclaration(
        "backup", group: .serving, summary: text("Writes everything to a file, while the server runs."),
        discussion: [
            text(
                "The file is an SQLite store, also of a PostgreSQL database: “serve --store FILE” works with it. Devices that meet a server which began anew from it pull everything once, and keep what they have not sent."
            )
        ],
        parameters: [file.declaration], examples: ["backup /var/backups/sync-2026-11-21.store"])

    func run(_ invocation: Invocation, in session: ServerSession) async throws -> Output {
        let path = try invocation[Self.file]
        let absolute = session.absolute(path)
        let storage = try await session.storage()
        do {
            try await storage.backup(to: absolute)
        } catch BackupError.exists(absolute) {
            throw BackupError.exists(path)
        } catch BackupError.strayLog(let log) {
            throw BackupError.strayLog(path + log.dropFirst(absolute.count))
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
