import Foundation

/// A value as SQLite stores it.
///
/// History, rollback and predicates use it. Objects are read from rows and written to them without it.
public enum StoredValue: Sendable, Hashable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number; never NaN.
    case real(Double)
    /// A text in Unicode normalization form C (NFC).
    case text(String)
    /// Bytes.
    case blob(Data)
}

/// The storage class of a column in a STRICT table.
public enum ColumnType: String, Sendable {
    /// Integers and Booleans.
    case integer = "INTEGER"
    /// Floating-point numbers and dates.
    case real = "REAL"
    /// Strings, UUIDs, URLs, decimals and JSON.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"
}
