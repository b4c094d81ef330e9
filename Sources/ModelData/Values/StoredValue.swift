import Foundation

/// A value as SQLite keeps it.
///
///     let value = StoredValue.text("Solaris")
///
/// It is the common currency of history, rollback and predicates; rows are read and written without it.
public enum StoredValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number; never NaN.
    case real(Double)
    /// A text in Unicode's NFC.
    case text(String)
    /// Bytes.
    case blob(Data)
}

/// The storage class of a column in a STRICT table.
///
///     assert(Int.columnType == .integer)
public enum ColumnType: String, Sendable {
    /// Whole numbers and truth values.
    case integer = "INTEGER"
    /// Floating-point numbers and dates.
    case real = "REAL"
    /// Texts, identifiers, decimals and JSON.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"
}
