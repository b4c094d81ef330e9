import Foundation
import ModelDataSQLite

/// The identifier of a store's content. It changes when a restore or a repair replaces the whole content. A
/// store that was never restored or repaired has no identifier.
///
/// Record numbers and history steps are valid for one generation only. Other processes compare the identifier
/// to detect that the numbers they know are no longer valid.
enum StoreGeneration {
    /// The key of the identifier in the table `_modeldata`.
    private static let key = "content"
    static let query = "SELECT value FROM _modeldata WHERE key = '\(key)'"

    /// Gives a store with new content a new identifier.
    static func renew(_ store: SQLFile) throws {
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)", .text(UUID().uuidString))
    }

    /// Returns a hash of all records and of the last transaction's number, as text.
    static func fingerprint(of store: SQLFile) throws -> String {
        var hash = FNV1a()
        hash.add(UInt64(bitPattern: try store.number("SELECT coalesce(max(_id), 0) FROM _history")))
        for table in try store.texts("\(Migration.modelTables) ORDER BY name") {
            try store.forEachRow("SELECT * FROM \(table.quotedSQL)") { statement in
                for column in 0..<sqlite3_column_count(statement.handle) {
                    add(statement.handle, column, to: &hash)
                }
                return true
            }
        }
        return hash.text
    }

    private static func add(_ row: OpaquePointer, _ column: Int32, to hash: inout FNV1a) {
        let type = sqlite3_column_type(row, column)
        hash.add(UInt64(UInt32(bitPattern: type)))
        switch type {
        case SQLITE_INTEGER: hash.add(UInt64(bitPattern: sqlite3_column_int64(row, column)))
        case SQLITE_FLOAT: hash.add(sqlite3_column_double(row, column).bitPattern)
        case SQLITE_NULL: break
        default:
            let bytes = sqlite3_column_blob(row, column)
            let count = Int(sqlite3_column_bytes(row, column))
            hash.add(UInt64(count))
            hash.add(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
        }
    }
}
