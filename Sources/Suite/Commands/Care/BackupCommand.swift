import Foundation
import Localization
import ModelData
import Shell

/// `backup`: copies the store into a file, also while others use it.
public struct BackupCommand<Session: StoreSession>: Command {
    private let file = Parameter.required(
        "file", .path, help: text("The file to write."), question: text("Which file"))
    private let overwrite = Parameter.flag("overwrite", help: text("Replaces the file if there is one."))

    /// How it is called.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "backup", group: .files, summary: text("Copies all data, with its history, into a file."),
            discussion: [
                text("Others may work on meanwhile. The copy is checked; “restore” puts it back.")
            ],
            parameters: [file.declaration, overwrite.declaration],
            examples: ["backup copy.store", "backup /media/usb/copy.store --overwrite"],
            isForCare: true)
    }

    /// Copies the store.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let path = try invocation[file]
        try FileError.refuseDash(path, .neither)
        let place = BackupPlace(path: path, absolutePath: session.absolutePath(path))
        let url = place.url
        try place.check()
        let mayReplace = try await session.mayReplace(path, isGiven: try invocation[overwrite])
        guard let mayReplace else { return .nothingWritten }
        if !mayReplace, FileManager.default.fileExists(atPath: url.path) {
            throw FileError.exists(path: path)
        }
        var kept: URL?
        do {
            switch session.location {
            case .memory:
                kept = try session.context.container.backup(to: url, replacing: mayReplace)
            case .file:
                try session.requireStore()
                kept = try session.care.backup(to: url, replacing: mayReplace)
            }
        } catch ModelDataError.alreadyExists {
            throw mayReplace ? CareError.isTheStore(path: path) as any Error : FileError.exists(path: path)
        } catch ModelDataError.locked(url.path, _) {
            throw CareError.isOpen(path: path)
        } catch let error as ModelDataError {
            throw place.problem(error)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size]) as? Int
        var blocks = [Block.message(text("All data is copied into “%@”.", path))]
        if let kept {
            blocks.append(.message(text("What was there before is kept as “%@”.", kept.lastPathComponent)))
        }
        if session.location != .memory { blocks += try session.care.warnings(of: url) }
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
