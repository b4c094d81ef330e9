import Foundation
import ModelData
import ModelDataSQLite

/// The file from which a store was restored, as recorded in the store.
struct StoreOrigin {
    /// The path of the restored file.
    let path: String
    /// The fingerprint of that file's content: ``fingerprint(of:)``.
    let content: String
    /// The fingerprint of the store's content after the restore.
    let restored: String

    /// Whether the store got exactly the content of the file, so that both fingerprints are equal.
    var isExact: Bool { restored == content }

    /// The key in the table `_modeldata`. The value contains the fingerprint of the store's content after the
    /// restore, the fingerprint of the file's content, and the file's path.
    private static let key = "origin"

    /// Records the restored file in a copy that will replace a store's content.
    ///
    /// - Parameters:
    ///   - path: The restored file.
    ///   - content: The fingerprint of the file's content.
    ///   - store: The migrated copy of the file.
    static func note(_ path: String, _ content: String, in store: SQLFile) throws {
        let restored = try Self.fingerprint(of: store)
        // Stored texts are Unicode-normalized, but a path must keep its bytes, so escape it.
        let path = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)",
            .text("\(restored) \(content) \(path)"))
    }

    /// Reads the origin that is recorded in a store, or returns nil if there is none.
    init?(notedIn store: String) {
        guard let store = try? SQLFile(store, .existing, timeout: 0),
            let note = try? store.texts("SELECT value FROM _modeldata WHERE key = '\(Self.key)'").first
        else { return nil }
        let parts = note.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3 else { return nil }
        (restored, content, path) = (parts[0], parts[1], parts[2].removingPercentEncoding ?? parts[2])
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

/// The 64-bit FNV-1a hash, which is the same in every run. It isn't secure against deliberate collisions.
package struct FNV1a {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// The hash in hexadecimal digits.
    package var text: String { String(hash, radix: 16) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // An iterator would be very slow in debug builds, where it dominates the time to open a store.
        var index = 0
        while index < bytes.count {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
            index += 1
        }
    }

    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    package mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }
}
