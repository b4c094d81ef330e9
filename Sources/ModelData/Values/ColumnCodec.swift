import Foundation

/// How the values of one property go into a column and come back.
///
///     let type = _codec(Int?.self).columnType
///
/// The code that `@Model` makes picks the codec by overloading (``_codec(_:)-(T.Type)``), so the compiler
/// knows it and nothing is looked up when a row is read.
public protocol ColumnCodec: SendableMetatype {
    /// The property's type.
    associatedtype Value
    /// The storage class of the column.
    static var columnType: ColumnType { get }
    /// Whether the column may be NULL.
    static var isOptional: Bool { get }
    /// What the schema's fingerprint calls the type.
    static var columnFormat: String { get }
    /// The Swift type of the value, without its optional.
    static var wrappedType: any Any.Type { get }
    /// What predicates may do with the column in SQL.
    static var comparison: ColumnComparison { get }
    /// Reads a column of the current row.
    static func decode(_ row: ModelRow, _ column: Int) throws -> Value
    /// Binds a value to a parameter.
    static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws
    /// The value as SQLite keeps it.
    static func stored(_ value: Value) throws -> StoredValue
    /// The value of a stored one.
    static func value(from stored: StoredValue) throws -> Value
    /// Whether two values are surely the same, so that setting one for the other changes nothing.
    static func same(_ first: Value, _ second: Value) -> Bool
    /// Whether two stored values that differ stand for the same value all the same.
    static func agree(_ first: StoredValue, _ second: StoredValue) -> Bool
    /// Whether the property is a relationship.
    static var isRelationship: Bool { get }
}

extension ColumnCodec {
    /// Most values are stored in one way only.
    public static func agree(_ first: StoredValue, _ second: StoredValue) -> Bool { false }
}

/// What SQL can do with a column so that it agrees with Swift.
public enum ColumnComparison: Sendable {
    /// SQL compares the stored values as Swift compares the values.
    case ordered
    /// Equal values have equal contents, but their order in SQL says nothing.
    case equatable
    /// Only NULL can be told from values.
    case none
}

/// A type that is a column value by itself.
public enum PlainCodec<Value: ColumnValue>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { Value.columnType }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { false }
    /// What the schema's fingerprint calls the type.
    public static var columnFormat: String { Value.columnFormat }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Value.self }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison {
        switch Value.self {
        case is Decimal.Type: .none
        case is URL.Type, is Bool.Type: .equatable
        default: .ordered
        }
    }
    /// Reads a column of the current row.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try Value.decode(row, column)
    }
    /// Binds a value to a parameter.
    @inlinable
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try value.bind(to: row, position)
    }
    /// The value as SQLite keeps it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue { try value.storedValue }
    /// The value of a stored one.
    public static func value(from stored: StoredValue) throws -> Value { try Value(stored: stored) }
    /// Whether two values are surely the same.
    @inlinable
    public static func same(_ first: Value, _ second: Value) -> Bool { first == second }
}

/// An enumeration, or another type with a raw value: the raw value is stored.
public enum RawCodec<Value: RawRepresentable>: ColumnCodec where Value.RawValue: ColumnValue {
    /// The storage class of the column.
    public static var columnType: ColumnType { Value.RawValue.columnType }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { false }
    /// What the schema's fingerprint calls the type.
    public static var columnFormat: String { "raw \(Value.RawValue.columnFormat)" }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Value.self }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison { .equatable }
    /// Reads a column of the current row.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try make(Value.RawValue.decode(row, column))
    }
    /// Binds a value to a parameter.
    @inlinable
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try value.rawValue.bind(to: row, position)
    }
    /// The value as SQLite keeps it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue { try value.rawValue.storedValue }
    /// The value of a stored one.
    public static func value(from stored: StoredValue) throws -> Value {
        try make(Value.RawValue(stored: stored))
    }
    /// Whether two values are surely the same.
    @inlinable
    public static func same(_ first: Value, _ second: Value) -> Bool { first.rawValue == second.rawValue }

    @inlinable
    static func make(_ raw: Value.RawValue) throws -> Value {
        guard let value = Value(rawValue: raw) else {
            throw ValueProblem.unreadable(content: "\(raw)", type: "\(Value.self)")
        }
        return value
    }
}

/// Any other `Codable` type: its JSON is stored as text.
public enum JSONCodec<Value: Codable>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .text }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { false }
    /// What the schema's fingerprint calls the type.
    public static var columnFormat: String { "JSON" }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Value.self }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison { .none }
    /// Reads a column of the current row.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try decodedJSON(row.text(column), as: Value.self)
    }
    /// Binds a value to a parameter.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try row.bind(encodedJSON(value), position)
    }
    /// The value as SQLite keeps it.
    public static func stored(_ value: Value) throws -> StoredValue { .text(try encodedJSON(value)) }
    /// The value of a stored one.
    public static func value(from stored: StoredValue) throws -> Value {
        guard case .text(let text) = stored else { throw stored.problem(as: Value.self) }
        return try decodedJSON(text, as: Value.self)
    }
    /// Whether two values are surely the same.
    public static func same(_ first: Value, _ second: Value) -> Bool {
        // Two values that a type holds equal may still differ in what is stored.
        false
    }
    /// Whether two texts differ only in the order of what has no order, such as the elements of a set.
    public static func agree(_ first: StoredValue, _ second: StoredValue) -> Bool {
        guard case .text(let first) = first, case .text(let second) = second else { return false }
        return isSameJSON(first, second, as: Value.self)
    }
}

/// The optional of what another codec stores; nil is NULL.
public enum OptionalCodec<Wrapped: ColumnCodec>: ColumnCodec {
    /// The optional of the other codec's type.
    public typealias Value = Wrapped.Value?
    /// The storage class of the column.
    public static var columnType: ColumnType { Wrapped.columnType }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { true }
    /// What the schema's fingerprint calls the type.
    public static var columnFormat: String { Wrapped.columnFormat }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Wrapped.wrappedType }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison { Wrapped.comparison }
    /// Reads a column of the current row.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        if row._isNull(column) { return nil }
        return try Wrapped.decode(row, column)
    }
    /// Binds a value to a parameter.
    @inlinable
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        guard let value else { return row._bindNull(position) }
        try Wrapped.bind(value, to: row, position)
    }
    /// The value as SQLite keeps it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue {
        guard let value else { return .null }
        return try Wrapped.stored(value)
    }
    /// The value of a stored one.
    public static func value(from stored: StoredValue) throws -> Value {
        if case .null = stored { return nil }
        return try Wrapped.value(from: stored)
    }
    /// Whether two values are surely the same.
    @inlinable
    public static func same(_ first: Value, _ second: Value) -> Bool {
        switch (first, second) {
        case (nil, nil): true
        case (let first?, let second?): Wrapped.same(first, second)
        default: false
        }
    }
    /// Whether two stored values that differ stand for the same value all the same.
    public static func agree(_ first: StoredValue, _ second: StoredValue) -> Bool {
        Wrapped.agree(first, second)
    }
}

extension ModelRow {
    /// Whether a column is NULL.
    @inlinable
    public func _isNull(_ column: Int) -> Bool { isNull(column) }
}

extension ModelBinder {
    /// Binds NULL.
    @inlinable
    public func _bindNull(_ position: Int) { bindNull(position) }
}
