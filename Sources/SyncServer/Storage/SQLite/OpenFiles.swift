import Basics
import Foundation
import Glibc
import Synchronization

/// The identities of the open database file and its log. With these, the server notices if a file is deleted,
/// moved or replaced.
///
/// If a file or a log was moved or deleted, SQLite keeps writing to it. When the server is started again, the
/// acknowledged changes would be lost.
final class OpenFiles: Sendable {
    private let path: String
    private let file: FileStatus.Identity?
    private let logPath: String
    private let log: Mutex<FileStatus.Identity?>

    /// Stores the identities of a newly opened file and of its log.
    init(_ path: String) {
        self.path = path
        let real = realpath(path, nil)
        defer { free(real) }
        let logPath = (real.map { String(cString: $0) } ?? path) + "-wal"
        self.logPath = logPath
        file = FileStatus(path)?.identity
        log = Mutex(FileStatus(logPath)?.identity)
    }

    /// Checks that the paths still lead to the open files.
    ///
    /// - Throws: ``StorageError/unavailable(_:)`` if a file was deleted, moved or replaced.
    func check() throws {
        guard file != nil, FileStatus(path)?.identity == file else { throw Self.gone(path) }
        let isSame = log.withLock { log in
            let found = FileStatus(logPath)?.identity
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

/// Checks for orphaned logs: write-ahead logs and hot journals that belong to an earlier file of the same
/// name. SQLite would apply them to the present file.
enum OrphanedLog {
    /// Checks that no log exists beside a new backup.
    ///
    /// - Parameter path: The new backup.
    /// - Throws: ``BackupError/orphanedLog(_:)``.
    static func refuse(beside path: String) throws {
        for ending in ["-wal", "-journal"] where isThere(path + ending) {
            throw BackupError.orphanedLog(path + ending)
        }
    }

    /// Checks that no log of another store exists beside a store.
    ///
    /// If the store doesn't exist, SQLite would delete such a log. If a backup replaced the store, SQLite
    /// would apply the log to the backup.
    ///
    /// This process must not have the file open: closing any descriptor of the file would release the locks
    /// that SQLite holds.
    ///
    /// - Parameter path: The store to open, which may not exist yet.
    /// - Throws: ``StorageError/orphanedLog(_:)``.
    static func refuse(besideStore path: String) throws {
        // SQLite keeps the log beside the target of a symbolic link.
        let real = SymbolicLink.target(of: path)
        if wouldRollBackAllContent(real) { throw StorageError.orphanedLog(real + "-journal") }
        let log = real + "-wal"
        guard isThere(log) else { return }
        let isMissing = FileStatus(path).map { $0.size == 0 } ?? (errno == ENOENT)
        if isMissing || isWithoutLog(path) { throw StorageError.orphanedLog(log) }
    }

    /// Whether a file's header says that the file doesn't use a write-ahead log. Backups have such a header;
    /// stores that were in use don't.
    static func isWithoutLog(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The format versions for writing and reading: 1 for a rollback journal, 2 for a write-ahead log.
        return [UInt8](of: descriptor, at: 18, count: 2) == [1, 1]
    }

    /// Whether SQLite would roll back the complete content of a file. This happens in two steps: an
    /// interrupted first start leaves the journal of an empty or one-page file, and another file then gets
    /// that file's name.
    static func wouldRollBackAllContent(_ path: String) -> Bool {
        guard let journal = RollbackJournal(beside: path), let status = FileStatus(path) else { return false }
        return journal.pageCount <= 1 && status.size > max(journal.pageSize, 512)
    }

    private static func isThere(_ path: String) -> Bool { FileStatus(path).map { $0.size > 0 } ?? false }
}
