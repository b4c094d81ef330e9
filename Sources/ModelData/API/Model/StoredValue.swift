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

extension StoredValue {
    /// The number of an integer; nil for other values.
    package var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The string of a text; nil for other values.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Returns a text value, or NULL for nil.
    static func optional(_ text: String?) -> StoredValue { text.map { .text($0) } ?? .null }

    /// Returns record numbers as a JSON array for `json_each`, so that one statement serves any number of them.
    package static func list(_ records: some Collection<Int64>) -> StoredValue {
        var text = "["
        for record in records {
            if text.utf8.count > 1 { text += "," }
            text += String(record)
        }
        return .text(text + "]")
    }
}

/// The storage class of a column in a STRICT table.
@_documentation(visibility: internal)
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
