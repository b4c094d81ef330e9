import Foundation
import ModelDataSQLite

/// Opens a store with SQLite alone, waits for its lock if necessary, and closes it after a closure.
public func withStore<Result>(_ path: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    defer { sqlite3_close_v2(handle) }
    guard code == SQLITE_OK, let handle else { throw TestSupportError("\(path) can't be opened") }
    sqlite3_busy_timeout(handle, 60_000)
    return try body(handle)
}

/// Returns the rows of a query, with `NULL` for a missing value.
public func rows(_ sql: String, _ path: String) throws -> [[String]] {
    try withStore(path) { try rows(sql, $0) }
}

/// Returns the rows of a query on an open store, with `NULL` for a missing value.
public func rows(_ sql: String, _ handle: OpaquePointer) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    var rows: [[String]] = []
    while code == SQLITE_OK || code == SQLITE_ROW {
        code = sqlite3_step(statement)
        if code == SQLITE_DONE { return rows }
        guard code == SQLITE_ROW else { break }
        rows.append(
            (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
            })
    }
    throw TestSupportError("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
}
