import Glibc
import Synchronization

/// Which files a storage has open, so that the server notices when others, or none, lie at their paths.
///
/// SQLite goes on writing to a file that was moved or deleted, and what was acknowledged would be nowhere when the server
/// is started again. So it is with the write-ahead log.
final class OpenFiles: Sendable {
    private let path: String
    private let file: FileNumber?
    private let logPath: String
    private let log: Mutex<FileNumber?>

    /// The file at a path, which was just opened, and the log beside it.
    init(_ path: String) {
        self.path = path
        let real = realpath(path, nil)
        defer { free(real) }
        let logPath = (real.map { String(cString: $0) } ?? path) + "-wal"
        self.logPath = logPath
        file = FileNumber(path)
        log = Mutex(FileNumber(logPath))
    }

    /// Throws ``StorageError/unavailable(_:)`` where a file was deleted, moved or replaced.
    func check() throws {
        guard file != nil, FileNumber(path) == file else { throw Self.gone(path) }
        let isSame = log.withLock { log in
            let found = FileNumber(logPath)
            // It is there from the first use on, for as long as somebody has the file open.
            guard log != nil else {
                log = found
                return true
            }
            return found == log
        }
        if !isSame { throw Self.gone(logPath) }
    }

    /// In English, as the log and what SQLite says.
    private static func gone(_ path: String) -> StorageError {
        .unavailable(
            "“\(path)” was deleted, moved or replaced while the server had it open: put it back, or start the server again"
        )
    }
}

/// Which file lies at a path.
private struct FileNumber: Hashable {
    private let device: UInt64
    private let number: UInt64

    /// The file at a path; `nil` where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
