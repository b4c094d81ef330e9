import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance
import Sync

/// `restore`: replaces the store by a backup, and keeps the replaced data as a backup.
public struct RestoreCommand<Session: StoreSession>: Command {
    private let file = Parameter.optional(
        "backup", .path,
        placeholder: text("BACKUP"),
        help: text(
            "A file, or the number of an automatic backup. Default: list the automatic backups."))

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let file = self.file
        declaration = CommandDeclaration(
            "restore", group: .files, summary: text("Replaces all data with a backup, after confirmation."),
            discussion: [
                text(
                    "The backup is checked before anything is replaced. The replaced data is kept as a backup."
                ),
                text(
                    "Backups are created automatically before a new version changes the store and before “restore”."
                ),
                text(
                    "The five latest automatic backups are kept, and the one that “restore” restores. A backup is deleted first if it only repeats a file that “restore” restored earlier."
                ),
            ],
            parameters: [file.declaration],
            examples: [
                .verbatim("restore"), .verbatim("restore 1"), text("restore /media/usb/copy.store --yes"),
            ], intent: .replaceStore, needsConfirmation: true)
    }

    /// Lists the backups, or restores one.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let store = session.services.store
        let maintainer = try store.maintainer
        guard let named = try invocation[file] else {
            return Self.list(maintainer.copies(), session).shownWhenQuiet
        }
        try FileError.refuseDash(named, .neither)
        let url = try Self.backupURL(of: named, maintainer, session)
        try store.requireReplaceable()
        if try !invocation.isConfirmed {
            // Check the file before asking the user.
            try await Self.translatingErrors(url, named, session) { try maintainer.checkCopy(at: url) }
            let question = text("Replace all data with “%@”? The current data is kept as a backup.", named)
            guard try await session.interaction.confirm(question, for: invocation) else {
                return .message(text("Nothing was replaced."))
            }
        }
        let (kept, isSynchronized) = try await Self.translatingErrors(url, named, session) {
            try SyncTracking.restore(url, with: maintainer)
        }
        store.end()
        var blocks = [Block.message(text("Restored “%@”.", named))]
        if let kept {
            blocks.append(.message(text("The replaced data is kept as “%@”.", kept.lastPathComponent)))
        }
        blocks += maintainer.warnings()
        if isSynchronized, !session.services.sync.models.isEmpty {
            blocks.append(
                .warning(
                    text(
                        "The next “sync” brings back everything that was synchronized after this backup. To prevent that, run “sync off” first."
                    )))
        }
        return Output(
            blocks,
            data: [
                .record(
                    Record(fields: [
                        .init("restored", text("File"), .text(url.path)),
                        .init("kept", text("Kept"), .text(kept?.path)),
                    ]))
            ])
    }

    /// Runs work on a backup file outside the main actor, and translates errors about that file.
    private static func translatingErrors<Result: Sendable>(
        _ url: URL, _ named: String, _ session: Session, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do {
            return try await BackgroundWork.run(work)
        } catch ModelDataError.alreadyExists(url.path) {
            throw MaintenanceError.isTheStore(path: named)
        } catch let error as ModelDataError {
            guard let problem = StoreProblem(ofBackup: error, url.path, session.modelNames) else {
                throw error
            }
            throw MaintenanceError.unusable(problem.problem)
        }
    }

    /// Returns the named backup: a number of the list, a path, or the name of a file beside the store.
    private static func backupURL(
        of named: String, _ maintainer: StoreMaintainer, _ session: Session
    ) throws -> URL {
        let path = session.absolutePath(named)
        if FileManager.default.fileExists(atPath: path) { return URL(fileURLWithPath: path) }
        let copies = maintainer.copies()
        if let number = Int(named) {
            guard copies.indices.contains(number - 1) else {
                throw MaintenanceError.noSuchCopy(number: number)
            }
            return copies[number - 1].url
        }
        if let copy = copies.first(where: { $0.url.lastPathComponent == named }) { return copy.url }
        throw FileError.missing(path: named)
    }

    private static func list(_ copies: [StoreCopy], _ session: Session) -> Output {
        let table = Table(
            "backups",
            columns: [
                .init("number", text("#"), alignsRight: true, spokenTitle: text("Number")),
                .init("made", text("Created"), priority: 9), .init("before", text("Before"), priority: 8),
                .init("bytes", text("Bytes"), alignsRight: true, priority: 7),
                .init("file", text("File"), wraps: true),
            ],
            rows: copies.enumerated().map { index, copy in
                let reason =
                    switch copy.reason {
                    case .migration: text("a new version")
                    case .restore: text("“restore”")
                    }
                return [
                    .identifier(index + 1), .instant(copy.date, in: session.environment.timeZone),
                    Cell(.string(copy.reason.rawValue), .text(reason)), .number(copy.size),
                    .text(copy.url.lastPathComponent),
                ]
            }, count: text("%lld backups", copies.count))
        if copies.isEmpty {
            return Output(
                [
                    .message(
                        text("There are no automatic backups yet. “restore FILE” restores one of your own."))
                ],
                data: [.table(table)])
        }
        return Output([.table(table)])
    }
}
