import Basics
import Foundation
import GRDB

/// A private, temporary copy of the backup that `restore` reads. The server writes to every file that it
/// opens, but a backup may be read-only.
struct ScratchCopy {
    private let file: UnfinishedFile

    /// The copy's path.
    var path: String { file.path }

    /// Copies a file with its log or journal.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - store: The store that is filled. The copy is in the same directory, because that disk needs the
    ///     space anyway. `nil` uses a private directory among the temporary files.
    ///   - parent: The directory for temporary files.
    /// - Throws: ``StorageError``, ``BackupError``.
    init(
        of source: String, beside store: String?,
        in parent: String = FileManager.default.temporaryDirectory.path
    ) throws {
        guard FileManager.default.fileExists(atPath: source) else { throw StorageError.missing(source) }
        // Mention the store or the temporary directory, instead of the copy's internal name.
        func unwritable(_ code: Int32) -> BackupError {
            store.map { .unwritable($0, code: code) } ?? .scratchUnwritable(parent, code: code)
        }
        // Resolve symbolic links, which may lead to another disk.
        let target =
            try store.map { SymbolicLink.target(of: $0) } ?? Self.privateDirectory(in: parent) + "/copy.store"
        do {
            file = try UnfinishedFile(for: target)
        } catch BackupError.unwritable(_, let code) {
            throw unwritable(code)
        }
        do {
            try Self.copy(source, to: path)
        } catch {
            remove()
            switch error {
            case BackupError.unwritable(_, let code): throw unwritable(code)
            case let error as DatabaseError where error.resultCode == .SQLITE_FULL: throw unwritable(ENOSPC)
            case let error as DatabaseError: throw SQLiteDatabase.storageError(error, source)
            default: throw error
            }
        }
    }

    /// Removes the copy.
    func remove() { file.remove() }

    /// Returns a directory that only the user can open. In a shared one, other users could put a log for SQLite beside a
    /// copy.
    private static func privateDirectory(in parent: String) throws -> String {
        let path = "\(parent)/syncserver-\(geteuid())"
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw BackupError.scratchUnwritable(parent, code: errno)
        }
        guard let status = FileStatus(path, followsLinks: false), status.isDirectory, status.isOwn,
            status.isPrivate
        else { throw BackupError.scratchUnwritable(path, code: EPERM) }
        return path
    }

    private static func copy(_ source: String, to path: String) throws {
        // SQLite keeps logs and journals beside the target of a symbolic link.
        let source = SymbolicLink.target(of: source)
        func exists(_ ending: String) -> Bool { FileManager.default.fileExists(atPath: source + ending) }
        let directory = (source as NSString).deletingLastPathComponent
        // If a server has the file open, a log and its index exist beside the file, and SQLite must read
        // them. Otherwise, copy the file's bytes, because SQLite would leave a new log beside the file.
        guard !OrphanedLog.isWithoutLog(source), exists("-wal"), exists("-shm"),
            access(directory.isEmpty ? "." : directory, W_OK) == 0
        else {
            try copyBytes(source, to: path)
            // Don't copy files that belong to another store. One is a log beside a backup that doesn't use a
            // log. The other is a journal that would roll back the complete file.
            let endings: [String] =
                (OrphanedLog.isWithoutLog(source) ? [] : ["-wal"])
                + (OrphanedLog.wouldRollBackAllContent(source) ? [] : ["-journal"])
            for ending in endings where exists(ending) {
                try copyBytes(source + ending, to: path + ending)
            }
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let file = try DatabaseQueue(path: source, configuration: configuration)
        // Create the file first, because SQLite would create it with read access for other users.
        close(open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600))
        let copy = try DatabaseQueue(path: path)
        try file.backup(to: copy)
        try copy.close()
        try file.close()
    }

    private static func copyBytes(_ source: String, to path: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw unavailable(source) }
        defer { close(input) }
        let output = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw BackupError.unwritable(path, code: errno) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw unavailable(source) }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    write(output, bytes.baseAddress?.advanced(by: done), count - done)
                }
                if written < 0, errno == EINTR { continue }
                if written <= 0 { throw BackupError.unwritable(path, code: errno) }
                done += written
            }
        }
    }

    private static func unavailable(_ path: String) -> StorageError {
        .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
}
