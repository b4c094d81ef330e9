import Foundation
import Shell

/// What another file of a name kept beside itself. SQLite would write what is in it over the file that has the name now.
enum StrayLog {
    /// Makes sure that no log of a file that was deleted lies where that of a new file would be.
    ///
    /// - Throws: ``BackupError/strayLog(_:)``.
    static func refuse(beside path: String) throws {
        for ending in ["-wal", "-journal"] where isThere(path + ending) {
            throw BackupError.strayLog(path + ending)
        }
    }

    /// Makes sure that no log of another store lies beside one that is to be opened.
    ///
    /// SQLite would delete it where there is no store yet, and write what is in it over a backup that took the store's
    /// place. This process must not have the file open: closing any descriptor of it would end the locks that SQLite holds.
    ///
    /// - Parameter path: The store that is to be opened, be it there or not.
    /// - Throws: ``StorageError/othersLog(_:)``.
    static func refuse(besideStore path: String) throws {
        // SQLite keeps the log where the file is to which links lead.
        let log = FileLink.target(of: path) + "-wal"
        guard isThere(log) else { return }
        var info = stat()
        let isMissing = stat(path, &info) == 0 ? info.st_size == 0 : errno == ENOENT
        if isMissing || isWithoutLog(path) { throw StorageError.othersLog(log) }
    }

    /// Whether a file says in its header that it has no write-ahead log, as a backup does. A store that was in use says
    /// that it has one.
    static func isWithoutLog(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The versions for those who write and who read: 1 for a rollback journal, 2 for a write-ahead log.
        var versions: [UInt8] = [0, 0]
        return pread(descriptor, &versions, 2, 18) == 2 && versions == [1, 1]
    }

    private static func isThere(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_size > 0
    }
}
