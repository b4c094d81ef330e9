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

/// The parameters of a prepared statement, which the code that `@Model` generates binds.
///
/// Parameters are counted from 0, like a model's columns.
@_documentation(visibility: internal)
public struct ModelBinder {
    @usableFromInline let statement: OpaquePointer
    /// SQLite's number of the parameter 0: 1, or more for the later rows of a statement that inserts several.
    @usableFromInline let first: Int

    init(statement: OpaquePointer, first: Int = 1) {
        self.statement = statement
        self.first = first
    }

    /// Returns the parameters counted from another one.
    func shifted(by count: Int) -> ModelBinder { ModelBinder(statement: statement, first: first + count) }

    @inlinable
    func bindNull(_ position: Int) {
        sqlite3_bind_null(statement, Int32(truncatingIfNeeded: position + first))
    }

    @inlinable
    func bind(_ value: Int64, _ position: Int) {
        sqlite3_bind_int64(statement, Int32(truncatingIfNeeded: position + first), value)
    }

    @inlinable
    func bind(_ value: Double, _ position: Int) throws {
        if value.isNaN { throw ValueProblem.notANumber }
        sqlite3_bind_double(statement, Int32(truncatingIfNeeded: position + first), value)
    }

    /// Binds a text, in NFC.
    func bind(_ value: String, _ position: Int) throws {
        var value = value.inNFC
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                let position = Int32(truncatingIfNeeded: position + first)
                guard let start = characters.baseAddress else {
                    return modeldata_bind_text(statement, position, "", 0)
                }
                return modeldata_bind_text(statement, position, start, Int32(clamping: characters.count))
            }
        }
        if code != SQLITE_OK { throw StatementFailure(code: code, message: "", sql: nil) }
    }

    func bind(_ value: Data, _ position: Int) throws {
        let position = Int32(truncatingIfNeeded: position + first)
        let code = value.withUnsafeBytes { bytes in
            // Empty `Data` has a null pointer, which `sqlite3_bind_blob` would bind as NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, position, 0)
                : modeldata_bind_blob(statement, position, bytes.baseAddress, Int32(clamping: bytes.count))
        }
        if code != SQLITE_OK { throw StatementFailure(code: code, message: "", sql: nil) }
    }

    func bind(_ value: StoredValue, _ position: Int) throws {
        switch value {
        case .null: bindNull(position)
        case .integer(let value): bind(value, position)
        case .real(let value): try bind(value, position)
        case .text(let value): try bind(value, position)
        case .blob(let value): try bind(value, position)
        }
    }
}
