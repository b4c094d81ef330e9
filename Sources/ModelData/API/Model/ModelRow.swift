import Foundation
import ModelDataSQLite

/// The current row of a running statement, which the code that `@Model` generates reads.
///
/// The first column of the result is the record number. So the model's column 0 is the result's column 1.
@_documentation(visibility: internal)
public struct ModelRow {
    @usableFromInline let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    @inlinable
    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(truncatingIfNeeded: column + 1)) == SQLITE_NULL
    }

    @inlinable
    func integer(_ column: Int) -> Int64 {
        sqlite3_column_int64(statement, Int32(truncatingIfNeeded: column + 1))
    }

    @inlinable
    func real(_ column: Int) -> Double {
        sqlite3_column_double(statement, Int32(truncatingIfNeeded: column + 1))
    }

    /// Returns an integer. Throws if the column isn't a number.
    ///
    /// SQLite reads NULL, and texts that another tool may have written, as zero.
    @inlinable
    func requiredInteger(_ column: Int) throws -> Int64 {
        let value = integer(column)
        if value == 0 { try requireNumber(column) }
        return value
    }

    /// Returns a floating-point number. Throws if the column isn't a number.
    @inlinable
    func requiredReal(_ column: Int) throws -> Double {
        let value = real(column)
        if value == 0 { try requireNumber(column) }
        return value
    }

    @usableFromInline
    func requireNumber(_ column: Int) throws {
        switch sqlite3_column_type(statement, Int32(truncatingIfNeeded: column + 1)) {
        case SQLITE_INTEGER, SQLITE_FLOAT: break
        case SQLITE_NULL: throw ValueProblem.missing
        default: throw ValueProblem.unreadable(content: stored(column).description, type: "number")
        }
    }

    @inlinable
    func text(_ column: Int) throws -> String {
        let position = Int32(truncatingIfNeeded: column + 1)
        guard let bytes = sqlite3_column_text(statement, position) else { throw ValueProblem.missing }
        let count = Int(sqlite3_column_bytes(statement, position))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Calls a closure with the UTF-8 bytes of a text, without creating a string; NULL has no bytes.
    func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let position = Int32(truncatingIfNeeded: column + 1)
        let bytes = sqlite3_column_text(statement, position)
        return body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, position))))
    }

    func blob(_ column: Int) -> Data {
        let position = Int32(truncatingIfNeeded: column + 1)
        guard let bytes = sqlite3_column_blob(statement, position) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, position)))
    }

    /// The content of a column; texts and blobs are in SQLite's memory.
    enum Content {
        case text(UnsafeBufferPointer<UInt8>)
        case blob(UnsafeRawBufferPointer)
        case value(StoredValue)
    }

    /// Calls a closure with the content of a column, without copying it.
    @inline(__always)
    func withContent<Result>(_ column: Int, _ body: (Content) -> Result) -> Result {
        let position = Int32(truncatingIfNeeded: column + 1)
        switch sqlite3_column_type(statement, position) {
        case SQLITE_TEXT:
            let bytes = sqlite3_column_text(statement, position)
            let count = Int(sqlite3_column_bytes(statement, position))
            return body(.text(UnsafeBufferPointer(start: bytes, count: count)))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, position)
            let count = Int(sqlite3_column_bytes(statement, position))
            return body(.blob(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return body(.value(stored(column)))
        }
    }

    /// Returns whether a column contains a value.
    func holds(_ value: StoredValue, _ column: Int) -> Bool {
        let position = Int32(truncatingIfNeeded: column + 1)
        let type = sqlite3_column_type(statement, position)
        switch value {
        case .null: return type == SQLITE_NULL
        case .integer(let number):
            return type == SQLITE_INTEGER && sqlite3_column_int64(statement, position) == number
        case .real(let number):
            return type == SQLITE_FLOAT && sqlite3_column_double(statement, position) == number
        case .text(let text):
            guard type == SQLITE_TEXT else { return false }
            let isSame = withText(column) { bytes in
                text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? false
            }
            // Another tool may have written the same text in another Unicode normalization form.
            return isSame || stored(column) == value
        case .blob: return stored(column) == value
        }
    }

    /// Returns the content of a column of any type.
    func stored(_ column: Int) -> StoredValue {
        StoredValue(statement, at: Int32(truncatingIfNeeded: column + 1))
    }
}

/// The stored values that the code generated by `@Model` sets properties to.
@_documentation(visibility: internal)
public enum ColumnSource {
    /// A row with all columns of the model.
    case row(ModelRow)
    /// The value of a single column.
    case value(StoredValue)
}

extension StoredValue {
    /// Reads one column of a statement's current row.
    init(_ statement: OpaquePointer, at position: Int32) {
        switch sqlite3_column_type(statement, position) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, position))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, position))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, position))
            let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, position), count: count)
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            if let bytes = sqlite3_column_blob(statement, position) {
                let count = Int(sqlite3_column_bytes(statement, position))
                self = .blob(Data(bytes: bytes, count: count))
            } else {
                self = .blob(Data())
            }
        default: self = .null
        }
    }
}
