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
                try session.services.store.requireStore()
                let maintainer = try session.services.store.maintainer
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
            blocks += try session.services.store.maintainer.warnings(of: url)
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

/// The file that `backup` writes. Its errors have the same messages as the errors of all files that commands
/// write.
struct BackupDestination {
    /// The path as the user typed it.
    let path: String
    /// The absolute path.
    let absolutePath: String

    var url: URL { URL(fileURLWithPath: absolutePath) }

    /// The directory of the file. If the directory is missing, it isn't created, because the path is probably
    /// mistyped.
    private var directory: String {
        let end = absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex
        return end == absolutePath.startIndex ? "/" : String(absolutePath[..<end])
    }

    /// Checks that the directory exists, and that the path isn't a directory or a special file.
    ///
    /// - Throws: `FileError`.
    func check() throws(FileError) {
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .unwritable(path: path, .last) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .unwritable(path: path, SystemFailure(ENOTDIR))
        }
        guard stat(absolutePath, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory(path: path)
        default: throw .notOrdinary(path: path)
        }
    }

    /// Translates a store error into a `FileError` if it concerns this file or its directory.
    func problem(_ error: ModelDataError) -> any Error {
        switch error {
        case .noPermission(let place) where isHere(place):
            FileError.unwritable(path: path, SystemFailure(EACCES))
        case .readOnly(let place) where isHere(place): FileError.unwritable(path: path, SystemFailure(EROFS))
        case .diskFull(let place) where isHere(place): FileError.unwritable(path: path, SystemFailure(ENOSPC))
        case .inputOutput(let place, _) where isHere(place):
            FileError.unwritable(path: path, SystemFailure(EIO))
        case .cannotOpen(let place, let code) where isHere(place) && code.systemError != 0:
            FileError.unwritable(path: path, SystemFailure(code.systemError))
        default: error
        }
    }

    /// Returns whether a path is the file, its directory, or the hidden file that is written first.
    private func isHere(_ place: String) -> Bool {
        let hidden = "\(url.deletingLastPathComponent().path)/.\(url.lastPathComponent)."
        return place == directory || place == url.path || place.hasPrefix(hidden)
    }
}

extension StoreMaintainer {
    /// Returns a warning if some values of the store or of a copy can't be read. If this check fails, no
    /// warning is returned, because the copy exists anyway.
    ///
    /// - Parameter copy: The copy; `nil` for the store. Default: `nil`.
    func warnings(of copy: URL? = nil) -> [Block] {
        guard (try? hasUnreadableValues(in: copy)) == true else { return [] }
        return [.warning(text("Some values in the copy can't be read. “repair” lists them."))]
    }
}
