import Foundation

/// A type whose values fit into one SQLite column.
///
///     let value = try Date.now.storedValue
///
/// Numbers, texts, dates, data, URLs, UUIDs and decimals conform; enumerations with such a raw value and
/// other `Codable` types need no conformance.
public protocol ColumnValue: Equatable, Sendable {
    /// The storage class of the column.
    static var columnType: ColumnType { get }

    /// What the schema's fingerprint calls the type, where the storage class alone says too little.
    static var columnFormat: String { get }

    /// Reads a column that isn't NULL.
    static func decode(_ row: ModelRow, _ column: Int) throws -> Self

    /// Makes a value of a stored one.
    init(stored: StoredValue) throws

    /// Binds the value to a parameter.
    func bind(to row: ModelBinder, _ position: Int) throws

    /// The value as SQLite keeps it.
    var storedValue: StoredValue { get throws }
}

extension ColumnValue {
    /// The type's name.
    public static var columnFormat: String { "\(Self.self)" }

    /// Reads the column through ``StoredValue``.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Self {
        try Self(stored: row.stored(column))
    }

    /// Binds the value through ``StoredValue``.
    public func bind(to row: ModelBinder, _ position: Int) throws {
        try row.bind(storedValue, position)
    }
}

extension StoredValue {
    /// The problem of a content that isn't a value of `type`.
    func problem<T>(as type: T.Type) -> ValueProblem {
        switch self {
        case .null: .missing
        case .integer(let value): .unreadable(content: "\(value)", type: "\(type)")
        case .real(let value): .unreadable(content: "\(value)", type: "\(type)")
        case .text(let value): .unreadable(content: String(value.prefix(80)), type: "\(type)")
        case .blob(let value): .unreadable(content: "\(value.count) bytes", type: "\(type)")
        }
    }
}
