import Basics
import Foundation
import ModelDataSQLite

extension StatementFailure {
    // Swift doesn't import these macros.
    /// `SQLITE_IOERR_SHMSIZE`.
    private static let cannotGrowWALIndex = SQLITE_IOERR | (19 << 8)
    /// `SQLITE_IOERR_NOMEM`.
    private static let noMemoryForFile = SQLITE_IOERR | (12 << 8)

    package var primaryCode: Int32 { code & 0xFF }

    /// Whether SQLite failed because the statement doesn't match the file's tables.
    ///
    /// ModelData's statements match the schema. So either another tool changed the tables, or their
    /// definition in the file is damaged.
    private var isSchemaMismatch: Bool {
        [
            "no such table:", "no such column:", "no such index:", "no such collation", "unknown function:",
            "no such function:", "unsupported file format", "malformed", "unrecognized token",
            "has no column named",
            "syntax error", "already exists", "incomplete input", "foreign key mismatch",
        ].contains { message.contains($0) }
    }

    /// A description of the damage. For a malformed schema, it is the damaged part, without the SQL error.
    private var damage: String {
        guard message.hasPrefix("malformed database schema"), let end = message.range(of: ") - ") else {
            return message
        }
        return message[..<end.lowerBound] + ")"
    }

    /// Returns the ``ModelDataError`` for this failure.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - timeout: The lock timeout, in seconds.
    func error(path: String, timeout: Int) -> ModelDataError {
        let isSystemError = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(primaryCode)
        let systemError = isSystemError ? systemError : 0
        let detail = SQLiteCode(code: code, message: message, systemError: systemError)
        if systemError == ENOSPC || systemError == EDQUOT { return .diskFull(path: path) }
        if code == Self.noMemoryForFile { return .outOfMemory(path: path) }
        // The disk has no space for the index of the write-ahead log, which is needed even for reading.
        if code == Self.cannotGrowWALIndex { return .diskFull(path: path) }
        switch primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked(path: path, seconds: timeout)
        case SQLITE_FULL: return .diskFull(path: path)
        case SQLITE_CORRUPT: return .damaged(path: path, detail: damage)
        case SQLITE_NOTADB: return .notAStore(path: path, reason: .notADatabase)
        case SQLITE_READONLY: return .readOnly(path: path)
        case SQLITE_PERM, SQLITE_AUTH: return .noPermission(path: path)
        case SQLITE_NOMEM: return .outOfMemory(path: path)
        case SQLITE_IOERR: return .inputOutput(path: path, code: detail)
        case SQLITE_CANTOPEN: return cannotOpen(path: path)
        case SQLITE_ERROR where isSchemaMismatch: return .damaged(path: path, detail: damage)
        default: return .sqlite(path: path, code: detail, sql: sql)
        }
    }

    /// Returns the error for a file that SQLite can't open. SQLite doesn't report which file and why, so the
    /// file system is checked.
    private func cannotOpen(path: String) -> ModelDataError {
        let directory = (path as NSString).deletingLastPathComponent
        for ending in StoreLog.endings {
            guard FileStatus(path + ending, followsLinks: false)?.isLink == true else { continue }
            return .notAStore(path: path + ending, reason: .isLink)
        }
        for ending in ["", "-wal", "-shm"] where access(path + ending, F_OK) == 0 {
            if access(path + ending, R_OK) != 0 { return .noPermission(path: path + ending) }
        }
        if access(directory, W_OK) != 0 {
            return errno == EROFS ? .readOnly(path: directory) : .noPermission(path: directory)
        }
        // Don't open the store itself: closing it would release the locks of other connections in this
        // process.
        let file = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let systemError = file < 0 ? errno : self.systemError
        if file >= 0 { close(file) }
        return .cannotOpen(
            path: path, code: SQLiteCode(code: code, message: message, systemError: systemError))
    }
}
