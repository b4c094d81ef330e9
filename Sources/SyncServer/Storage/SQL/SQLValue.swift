/// A value in a database, as far as the server keeps any: numbers, texts, bytes.
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

    /// The number in a column, counted from 0. Throws ``StorageError/unreadable(_:)`` where there is none.
    func integer(_ column: Int) throws -> Int {
        guard case .integer(let number) = value(column) else { throw unreadable(column) }
        return Int(number)
    }

    /// The number in a column, or `nil` for `NULL`.
    func optionalInteger(_ column: Int) throws -> Int? {
        if case .null = value(column) { return nil }
        return try integer(column)
    }

    /// The text in a column. Throws ``StorageError/unreadable(_:)`` where there is none.
    func text(_ column: Int) throws -> String {
        guard case .text(let text) = value(column) else { throw unreadable(column) }
        return text
    }

    /// The bytes in a column. Throws ``StorageError/unreadable(_:)`` where there are none.
    func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let bytes) = value(column) else { throw unreadable(column) }
        return bytes
    }

    private func value(_ column: Int) -> SQLValue { values.indices.contains(column) ? values[column] : .null }

    private func unreadable(_ column: Int) -> StorageError { .unreadable("column \(column) of a row") }
}
