import Foundation
import ModelDataSQLite

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
