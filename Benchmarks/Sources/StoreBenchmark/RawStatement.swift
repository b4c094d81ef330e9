import Foundation
import GRDBSQLite

/// An error of the raw subject, which ends the run.
struct RawFailure: Error {
    let message: String
}

/// A prepared statement with the minimum of Swift code around it.
final class RawStatement {
    let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws {
        var handle: OpaquePointer?
        guard
            sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
                == SQLITE_OK,
            let handle
        else { throw RawFailure(message: String(cString: sqlite3_errmsg(connection))) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    @inline(__always) func bind(_ value: Int64, _ position: Int32) {
        sqlite3_bind_int64(handle, position, value)
    }

    @inline(__always) func bind(_ value: Double, _ position: Int32) {
        sqlite3_bind_double(handle, position, value)
    }

    @inline(__always) func bind(_ value: String, _ position: Int32) {
        var value = value
        _ = value.withUTF8 { bytes in
            sqlite3_bind_text(
                handle, position, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count), transient)
        }
    }

    @inline(__always) func bindNull(_ position: Int32) { sqlite3_bind_null(handle, position) }

    @inline(__always) func integer(_ position: Int32) -> Int { Int(sqlite3_column_int64(handle, position)) }

    @inline(__always) func real(_ position: Int32) -> Double { sqlite3_column_double(handle, position) }

    @inline(__always) func isNull(_ position: Int32) -> Bool {
        sqlite3_column_type(handle, position) == SQLITE_NULL
    }

    @inline(__always) func text(_ position: Int32) -> String {
        let bytes = UnsafeBufferPointer(
            start: sqlite3_column_text(handle, position), count: Int(sqlite3_column_bytes(handle, position)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Executes the statement up to its next row. Returns `false` if there is no further row.
    @inline(__always) func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw RawFailure(message: String(cString: sqlite3_errmsg(connection)))
    }

    @inline(__always) func reset() { sqlite3_reset(handle) }

    @inline(__always) func run() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        if code != SQLITE_DONE { throw RawFailure(message: String(cString: sqlite3_errmsg(connection))) }
    }
}

private nonisolated(unsafe) let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
