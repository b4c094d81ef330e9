import Foundation
import ModelData
import ModelDataSQLite

/// Replaces the content of a store's file in one SQLite transaction, so that other processes see either the
/// old or the new content.
///
/// The file itself is never replaced. SQLite finds the write-ahead log by name, so a process with the old
/// file open would write to, or delete, the log of the new one.
final class StoreReplacement {
    private let target: StoreConnection
    private let source: StoreConnection
    private let backup: OpaquePointer
    private let isReset: Bool
    private var isFinished = false

    /// Locks the store, so that no other process can write to it. Readers can continue.
    ///
    /// - Parameters:
    ///   - target: The store.
    ///   - source: The new content, which may still change until ``commit()``.
    ///   - isDamaged: Whether SQLite may be unable to read the store.
    /// - Throws: `ModelDataError` if the store can't be locked.
    init(of target: SQLFile, with source: SQLFile, isDamaged: Bool) throws {
        self.target = target.connection
        self.source = source.connection
        // If the source is empty, SQLite would commit immediately, before the old content is kept. Give it a
        // page.
        if try source.number("PRAGMA page_count") == 0 {
            try source.execute("CREATE TABLE _first (x); DROP TABLE _first")
        }
        isReset = isDamaged && Self.setReset(true, self.target)
        backup = try self.target.perform { [source = self.source] target in
            guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
                throw StatementFailure(target.handle, code: sqlite3_errcode(target.handle), sql: nil)
            }
            return backup
        }
        // Copying zero pages only takes the lock.
        let code = sqlite3_backup_step(backup, 0)
        if code != SQLITE_OK, code != SQLITE_DONE {
            sqlite3_backup_finish(backup)
            isFinished = true
            throw failure(code, systemError: 0)
        }
    }

    deinit {
        if !isFinished { sqlite3_backup_finish(backup) }
        if isReset { _ = Self.setReset(false, target) }
    }

    private func failure(_ code: Int32, systemError: Int32) -> any Error {
        target.modelDataError(
            StatementFailure(
                code: code, message: String(cString: sqlite3_errstr(code)), sql: nil, systemError: systemError
            ))
    }

    /// Copies the source into the store and commits.
    func commit() throws {
        let code = sqlite3_backup_step(backup, -1)
        isFinished = true
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw failure(
                code == SQLITE_DONE ? end : code, systemError: sqlite3_system_errno(target.handle))
        }
        guard isReset else { return }
        _ = Self.setReset(false, target)
        // The schema version starts again and might equal the version that other processes have cached. The
        // content is already committed, so a failure here doesn't matter.
        try? target.execute("PRAGMA schema_version = \(Int32.random(in: 1_000_000...1_000_000_000))")
    }

    /// Sets whether SQLite ignores the file's content. Returns whether that succeeded.
    private static func setReset(_ isOn: Bool, _ connection: StoreConnection) -> Bool {
        modeldata_db_config(connection.handle, SQLITE_DBCONFIG_RESET_DATABASE, isOn ? 1 : 0) == SQLITE_OK
    }
}
