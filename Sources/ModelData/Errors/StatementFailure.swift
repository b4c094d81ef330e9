import Foundation
import GRDBSQLite

/// A result code of SQLite on its way to becoming a ``ModelDataError``.
struct StatementFailure: Error {
    /// The extended result code.
    let code: Int32
    let message: String
    let sql: String?
    /// The system's error number that SQLite met last, which may have been on the way to an earlier failure.
    var systemError: Int32 = 0

    // Macros that Swift doesn't see.
    /// `SQLITE_IOERR_SHMSIZE`.
    private static let noRoomForIndex = SQLITE_IOERR | (19 << 8)
    /// `SQLITE_IOERR_NOMEM`.
    private static let noMemoryForFile = SQLITE_IOERR | (12 << 8)

    var primaryCode: Int32 { code & 0xFF }

    /// Whether the statement doesn't fit what is in the file. Our own statements name what the schema has, so that
    /// another tool took it away, or what says so is damaged.
    private var isOfSchema: Bool {
        [
            "no such table:", "no such column:", "no such index:", "no such collation", "unknown function:",
            "no such function:", "unsupported file format", "malformed", "unrecognized token",
            "has no column named",
            "syntax error", "already exists", "incomplete input", "foreign key mismatch",
        ].contains { message.contains($0) }
    }

    /// What is damaged: of a broken schema the part that is, without where its SQL can't be read.
    private var damage: String {
        guard message.hasPrefix("malformed database schema"), let end = message.range(of: ") - ") else {
            return message
        }
        return message[..<end.lowerBound] + ")"
    }

    /// The error that a caller sees.
    func error(path: String, timeout: Int) -> ModelDataError {
        let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(primaryCode)
        let systemError = isOfSystem ? systemError : 0
        let detail = SQLiteCode(code: code, message: message, systemError: systemError)
        if systemError == ENOSPC || systemError == EDQUOT { return .diskFull(path: path) }
        if code == Self.noMemoryForFile { return .outOfMemory(path: path) }
        // There is no room for the index of the write-ahead log, which even reading needs.
        if code == Self.noRoomForIndex { return .diskFull(path: path) }
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
        case SQLITE_ERROR where isOfSchema: return .damaged(path: path, detail: damage)
        default: return .sqlite(path: path, code: detail, sql: sql)
        }
    }

    /// SQLite says only that it couldn't open a file; which one and why, the file system knows.
    private func cannotOpen(path: String) -> ModelDataError {
        let directory = (path as NSString).deletingLastPathComponent
        for ending in StoreLog.endings {
            var info = stat()
            guard lstat(path + ending, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { continue }
            return .notAStore(path: path + ending, reason: .isLink)
        }
        for ending in ["", "-wal", "-shm"] where access(path + ending, F_OK) == 0 {
            if access(path + ending, R_OK) != 0 { return .noPermission(path: path + ending) }
        }
        if access(directory, W_OK) != 0 {
            return errno == EROFS ? .readOnly(path: directory) : .noPermission(path: directory)
        }
        // Not by opening the store itself: closing it would end the locks that others of this process have on it.
        let file = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let systemError = file < 0 ? errno : self.systemError
        if file >= 0 { close(file) }
        return .cannotOpen(
            path: path, code: SQLiteCode(code: code, message: message, systemError: systemError))
    }
}
