import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance

/// `backup`: copies the store into a file, even while other processes use it.
public struct BackupCommand<Session: StoreSession>: Command {
    private let file = Parameter.required(
        "file", .path, help: text("The file to write."), question: text("Which file"))

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let file = self.file
        declaration = CommandDeclaration(
            "backup", group: .files, summary: text("Copies all data and its history into a file."),
            discussion: [
                text(
                    "Other programs can use the store in the meantime. Unlike a copy of the file alone, the backup also contains the changes that a crash has left in the log beside it. The backup is checked; “restore” restores it."
                )
            ],
            parameters: [file.declaration, ExportTarget.overwrite.declaration],
            examples: [text("backup copy.store"), text("backup /media/usb/copy.store --overwrite")],
            intent: .inspectStore)
    }

    /// Copies the store.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let path = try invocation[file]
        try FileError.refuseDash(path, .neither)
        let place = BackupDestination(path: path, absolutePath: session.absolutePath(path))
        let url = place.url
        try place.check()
        let mayReplace = try await session.mayReplace(path, invocation)
        guard let mayReplace else { return .nothingWritten }
        if !mayReplace, FileManager.default.fileExists(atPath: url.path) {
            throw FileError.exists(path: path)
        }
        var kept: URL?
        do {
            switch session.location {
            case .memory:
                let container = session.context.container
                kept = try await BackgroundWork.run { try container.backup(to: url, replacing: mayReplace) }
            case .file:
                try session.services.maintenance.requireStore()
                let maintainer = try session.services.maintenance.maintainer
                kept = try await BackgroundWork.run { try maintainer.backup(to: url, replacing: mayReplace) }
            }
        } catch ModelDataError.alreadyExists {
            throw mayReplace
                ? MaintenanceError.isTheStore(path: path) as any Error : FileError.exists(path: path)
        } catch ModelDataError.locked(url.path, _) {
            throw MaintenanceError.isOpen(path: path)
        } catch let error as ModelDataError {
            throw place.problem(error)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size]) as? Int
        var blocks = [Block.message(text("Copied all data into “%@”.", path))]
        if let kept {
            blocks.append(.message(text("The replaced data is kept as “%@”.", kept.lastPathComponent)))
        }
        if session.location != .memory {
            blocks += try session.services.maintenance.maintainer.warnings(of: url)
        }
        return Output(
            blocks,
            data: [
                .record(
                    Record(fields: [
                        .init("path", text("File"), .text(path)),
                        .init("bytes", text("Bytes"), .number(size)),
                        .init("kept", text("Kept"), .text(kept?.path)),
                    ]))
            ])
    }
}
