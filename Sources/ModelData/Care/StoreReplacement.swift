import Foundation
import GRDBSQLite

/// Puts another content into a store's file, in one transaction of SQLite's, so that other processes that have the
/// store open see the old content or the new one.
///
/// The file is never replaced as a file: SQLite finds the write-ahead log by its name, so that a process that still had
/// the old file open would write to, or delete, the log of the new one.
final class StoreReplacement {
    private let target: CareConnection
    private let source: CareConnection
    private let backup: OpaquePointer
    private let isReset: Bool
    private var isFinished = false

    /// Locks the store for other writers; those who read aren't held up.
    ///
    /// - Parameters:
    ///   - target: the store.
    ///   - source: what will be in it. It may still be filled until ``commit()``.
    ///   - isDamaged: whether what is in the store may not make sense to SQLite.
    init(of target: CareConnection, with source: CareConnection, isDamaged: Bool) throws {
        self.target = target
        self.source = source
        // SQLite makes the copy of an empty source final at once, and nobody has kept yet what is in the store.
        if try source.number("PRAGMA page_count") == 0 {
            try source.execute("CREATE TABLE _first (x); DROP TABLE _first")
        }
        isReset = isDamaged && StoreReplacement.setReset(true, target.handle)
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.failure(sqlite3_errcode(target.handle))
        }
        self.backup = backup
        // Copying no page takes the lock.
        let code = sqlite3_backup_step(backup, 0)
        if code != SQLITE_OK, code != SQLITE_DONE {
            sqlite3_backup_finish(backup)
            isFinished = true
            throw StatementFailure(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil)
                .error(path: target.path, timeout: target.timeout)
        }
    }

    deinit {
        if !isFinished { sqlite3_backup_finish(backup) }
        if isReset { _ = Self.setReset(false, target.handle) }
    }

    /// Copies the source into the store, and makes that final.
    func commit() throws {
        let code = sqlite3_backup_step(backup, -1)
        isFinished = true
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            let failed = code == SQLITE_DONE ? end : code
            throw StatementFailure(
                code: failed, message: String(cString: sqlite3_errstr(failed)), sql: nil,
                systemError: sqlite3_system_errno(target.handle)
            ).error(path: target.path, timeout: target.timeout)
        }
        guard isReset else { return }
        _ = Self.setReset(false, target.handle)
        // The schema's number began anew, and might be the one that other processes have in mind, which is unlikely. The
        // content is final by now, so that nothing has failed where this does.
        try? target.execute("PRAGMA schema_version = \(Int32.random(in: 1_000_000...1_000_000_000))")
    }

    /// Has SQLite take what is in the file for nothing, whatever it is; whether it does.
    private static func setReset(_ isOn: Bool, _ connection: OpaquePointer) -> Bool {
        // The function has a variable number of parameters, which Swift doesn't import.
        guard let symbol = dlsym(nil, "sqlite3_db_config") else { return false }
        typealias Configure =
            @convention(c) (OpaquePointer, Int32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
        let configure = unsafeBitCast(symbol, to: Configure.self)
        return configure(connection, SQLITE_DBCONFIG_RESET_DATABASE, isOn ? 1 : 0, nil) == SQLITE_OK
    }
}
