import Foundation
import GRDBSQLite

/// A mark in a store that is another one whenever its content as a whole became another: when a copy took its place, or
/// it was repaired. A store that neither happened to has none.
///
/// Numbers of records, and of the history's steps, mean something else in another content; the mark tells those who have
/// some in mind.
enum StoreContent {
    /// The key of the mark in `_modeldata`.
    private static let key = "content"
    static let query = "SELECT value FROM _modeldata WHERE key = '\(key)'"

    /// Gives what will take a store's place a mark that none had before.
    static func renew(_ store: CareConnection) throws {
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)", .text(UUID().uuidString))
    }

    /// A number of all records and of the history's last step, as text.
    static func fingerprint(of store: CareConnection) throws -> String {
        var hash = FNV1a()
        hash.add(UInt64(bitPattern: try store.number("SELECT coalesce(max(_id), 0) FROM _history")))
        for table in try store.texts("\(Migration.modelTables) ORDER BY name") {
            let statement = try store.prepare("SELECT * FROM \(table.quotedSQL)")
            try store.named {
                while try statement.step() {
                    for column in 0..<sqlite3_column_count(statement.handle) {
                        let type = sqlite3_column_type(statement.handle, column)
                        hash.add(UInt64(UInt32(bitPattern: type)))
                        switch type {
                        case SQLITE_INTEGER:
                            hash.add(UInt64(bitPattern: sqlite3_column_int64(statement.handle, column)))
                        case SQLITE_FLOAT:
                            hash.add(sqlite3_column_double(statement.handle, column).bitPattern)
                        case SQLITE_NULL: break
                        default:
                            let bytes = sqlite3_column_blob(statement.handle, column)
                            let count = Int(sqlite3_column_bytes(statement.handle, column))
                            hash.add(UInt64(count))
                            hash.add(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
                        }
                    }
                }
            }
        }
        return hash.text
    }
}
