/// A value of a column: an integer, a text, bytes or `NULL`.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// A number, such as a time in milliseconds; `nil` is `NULL`.
    static func number(_ number: Int?) -> SQLValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
}

/// A row of a result.
struct SQLRow: Sendable {
    let values: [SQLValue]

    /// Returns the number in a column, counted from 0. Throws ``StorageError/unreadable(_:)`` if it has no
    /// number.
    func integer(_ column: Int) throws -> Int {
        guard case .integer(let number) = value(column) else { throw unreadable(column) }
        return Int(number)
    }

    /// Returns the number in a column, or `nil` for `NULL`. Throws ``StorageError/unreadable(_:)`` for other
    /// values.
    func optionalInteger(_ column: Int) throws -> Int? {
        if case .null = value(column) { return nil }
        return try integer(column)
    }

    /// Returns the text in a column. Throws ``StorageError/unreadable(_:)`` if it has no text.
    func text(_ column: Int) throws -> String {
        guard case .text(let text) = value(column) else { throw unreadable(column) }
        return text
    }

    /// Returns the text in a column, or `nil` for `NULL`. Throws ``StorageError/unreadable(_:)`` for other values.
    func optionalText(_ column: Int) throws -> String? {
        if case .null = value(column) { return nil }
        return try text(column)
    }

    /// Returns the bytes in a column. Throws ``StorageError/unreadable(_:)`` if it has no bytes.
    func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let bytes) = value(column) else { throw unreadable(column) }
        return bytes
    }

    private func value(_ column: Int) -> SQLValue { values.indices.contains(column) ? values[column] : .null }

    private func unreadable(_ column: Int) -> StorageError { .unreadable("column \(column) of a row") }
}
