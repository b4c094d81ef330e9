import Glibc
import Synchronization

/// The identities of the open database file and its log. With these, the server notices if a file is deleted,
/// moved or replaced.
///
/// If a file or a log was moved or deleted, SQLite keeps writing to it. When the server is started again, the
/// acknowledged changes would be lost.
final class OpenFiles: Sendable {
    private let path: String
    private let file: FileIdentity?
    private let logPath: String
    private let log: Mutex<FileIdentity?>

    /// Stores the identities of a newly opened file and of its log.
    init(_ path: String) {
        self.path = path
        let real = realpath(path, nil)
        defer { free(real) }
        let logPath = (real.map { String(cString: $0) } ?? path) + "-wal"
        self.logPath = logPath
        file = FileIdentity(path)
        log = Mutex(FileIdentity(logPath))
    }

    /// Checks that the paths still lead to the open files.
    ///
    /// - Throws: ``StorageError/unavailable(_:)`` if a file was deleted, moved or replaced.
    func check() throws {
        guard file != nil, FileIdentity(path) == file else { throw Self.gone(path) }
        let isSame = log.withLock { log in
            let found = FileIdentity(logPath)
            // SQLite creates the log at its first use, and deletes it when the last connection closes.
            guard log != nil else {
                log = found
                return true
            }
            return found == log
        }
        if !isSame { throw Self.gone(logPath) }
    }

    /// The message is in English, like those of SQLite and the server's log.
    private static func gone(_ path: String) -> StorageError {
        .unavailable(
            "“\(path)” was deleted, moved or replaced while the server had it open: put it back, or start the server again"
        )
    }
}

/// The device and inode numbers of a file.
private struct FileIdentity: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Returns `nil` if no file exists at the path.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
