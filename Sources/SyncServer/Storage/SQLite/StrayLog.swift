import Foundation

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

    /// Makes sure that a backup which took the place of a store doesn't stand beside that store's log.
    ///
    /// A store that was in use says in its header that it has a log; a backup says that it has none. This process must not
    /// have the file open: closing any descriptor of it would end the locks that SQLite holds.
    ///
    /// - Parameter path: The store that is to be opened, be it there or not.
    /// - Throws: ``StorageError/othersLog(_:)``.
    static func refuse(behindCopyAt path: String) throws {
        // SQLite keeps the log where the file is to which links lead.
        let real = realpath(path, nil)
        defer { free(real) }
        let log = (real.map { String(cString: $0) } ?? path) + "-wal"
        guard isThere(log) else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The versions for those who write and who read: 1 for a rollback journal, 2 for a write-ahead log.
        var versions: [UInt8] = [0, 0]
        guard pread(descriptor, &versions, 2, 18) == 2, versions == [1, 1] else { return }
        throw StorageError.othersLog(log)
    }

    private static func isThere(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_size > 0
    }
}
