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
        let real = FileLink.target(of: path)
        if isTakenBackWhole(real) { throw StorageError.othersLog(real + "-journal") }
        let log = real + "-wal"
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

    /// Whether SQLite would take back all that is in a file: a first start that was broken off has left the journal of an
    /// empty file, or of one with its first page alone, and another file has the name by now.
    static func isTakenBackWhole(_ path: String) -> Bool {
        let journal = open(path + "-journal", O_RDONLY | O_CLOEXEC)
        guard journal >= 0 else { return false }
        defer { close(journal) }
        var header = [UInt8](repeating: 0, count: 28)
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        guard pread(journal, &header, header.count, 0) == header.count, header.starts(with: start) else {
            return false
        }
        // How many pages the file had, and how large they are.
        func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        var info = stat()
        return number(at: 16) <= 1 && stat(path, &info) == 0 && info.st_size > max(number(at: 24), 512)
    }

    private static func isThere(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_size > 0
    }
}
