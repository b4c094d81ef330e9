import Foundation

/// Encodes the values of one property into a column and decodes them.
///
/// The code that `@Model` generates selects the codec by overloading (``_$codec(_:)-(T.Type)``). So the codec
/// is known at compile time, and reading a row needs no lookup.
@_documentation(visibility: internal)
public protocol ColumnCodec: SendableMetatype {
    /// The property's type.
    associatedtype Value
    /// The storage class of the column.
    static var columnType: ColumnType { get }
    /// Whether the column may be NULL.
    static var isOptional: Bool { get }
    /// The type's name in the schema fingerprint.
    static var columnFormat: String { get }
    /// The Swift type of the value, without `Optional`.
    static var wrappedType: any Any.Type { get }
    /// How predicates can compare the column in SQL.
    static var comparison: ColumnComparison { get }
    /// Reads a column of the current row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The model's column, counted from 0.
    /// - Throws: ``ValueProblem`` if the column's content isn't a value of the type.
    static func decode(_ row: ModelRow, _ column: Int) throws -> Value
    /// Binds a value to a parameter.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - row: The statement's parameters.
    ///   - position: The parameter, counted from 0.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws
    /// The value as SQLite stores it.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    static func stored(_ value: Value) throws -> StoredValue
    /// Decodes a stored value.
    ///
    /// - Parameter stored: The stored value.
    /// - Throws: ``ValueProblem`` if it isn't a value of the type.
    static func value(from stored: StoredValue) throws -> Value
    /// Whether two values are known to be equal, so that assigning one to the other changes nothing.
    ///
    /// - Parameters:
    ///   - first: The current value.
    ///   - second: The value to assign.
    static func same(_ first: Value, _ second: Value) -> Bool
    /// Whether two different stored values represent the same value.
    ///
    /// - Parameters:
    ///   - first: A stored value of any storage class.
    ///   - second: Another stored value of any storage class.
    static func areEquivalent(_ first: StoredValue, _ second: StoredValue) -> Bool
    /// Whether the property is a relationship.
    static var isRelationship: Bool { get }
}

extension ColumnCodec {
    /// False by default: a column is required.
    public static var isOptional: Bool { false }
    /// The codec's value type by default.
    public static var wrappedType: any Any.Type { Value.self }
    /// None by default: SQL can only check whether the column is NULL.
    public static var comparison: ColumnComparison { .none }
    /// False by default: a type's `==` may ignore stored properties, so equal values may be stored differently.
    public static func same(_ first: Value, _ second: Value) -> Bool { false }
    /// False by default: most values have only one stored form.
    public static func areEquivalent(_ first: StoredValue, _ second: StoredValue) -> Bool { false }
}

extension ColumnCodec {
    /// Returns whether a stored value represents a value of the property.
    static func accepts(_ stored: StoredValue) -> Bool { (try? value(from: stored)) != nil }

    /// Returns whether a column of a row can be read.
    static func canDecode(_ row: ModelRow, _ column: Int) -> Bool { (try? decode(row, column)) != nil }
}

/// The comparisons for which SQL gives the same result as Swift, from most to least.
@_documentation(visibility: internal)
public enum ColumnComparison: Comparable, Sendable {
    /// The stored values have the same equality and order as the Swift values.
    case ordered
    /// Stored values are equal exactly if the Swift values are; their order has no meaning.
    case equatable
    /// SQL can only check whether the column is NULL.
    case none
}

/// The codec of a type that conforms to ``ColumnValue``.
@_documentation(visibility: internal)
public enum PlainCodec<Value: ColumnValue>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { Value.columnType }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { Value.columnFormat }
    /// How predicates can compare the column in SQL.
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
    /// The value as SQLite stores it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue { try value.storedValue }
    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value { try Value(stored: stored) }
    /// Whether two values are known to be equal.
    @inlinable
    public static func same(_ first: Value, _ second: Value) -> Bool { first == second }
}

/// The codec of an enumeration, or another type with a raw value: it stores the raw value.
@_documentation(visibility: internal)
public enum RawCodec<Value: RawRepresentable>: ColumnCodec where Value.RawValue: ColumnValue {
    /// The storage class of the column.
    public static var columnType: ColumnType { Value.RawValue.columnType }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { "raw \(Value.RawValue.columnFormat)" }
    /// How predicates can compare the column in SQL.
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
    /// The value as SQLite stores it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue { try value.rawValue.storedValue }
    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value {
        try make(Value.RawValue(stored: stored))
    }
    /// Whether two values are known to be equal.
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

/// The codec of any other `Codable` type: it stores JSON as text.
@_documentation(visibility: internal)
public enum JSONCodec<Value: Codable>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .text }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { "JSON" }
    /// Reads a column of the current row.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try decodedJSON(row.text(column), as: Value.self)
    }
    /// Binds a value to a parameter.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try row.bind(encodedJSON(value), position)
    }
    /// The value as SQLite stores it.
    public static func stored(_ value: Value) throws -> StoredValue { .text(try encodedJSON(value)) }
    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value {
        guard case .text(let text) = stored else { throw stored.problem(as: Value.self) }
        return try decodedJSON(text, as: Value.self)
    }
    /// Whether two JSON texts differ only in the order of unordered elements, such as those of a set.
    public static func areEquivalent(_ first: StoredValue, _ second: StoredValue) -> Bool {
        guard case .text(let first) = first, case .text(let second) = second else { return false }
        return isSameJSON(first, second, as: Value.self)
    }
}

/// The codec of an optional; nil is stored as NULL, other values are encoded by the wrapped codec.
@_documentation(visibility: internal)
public enum OptionalCodec<Wrapped: ColumnCodec>: ColumnCodec {
    /// The optional of the wrapped codec's value type.
    public typealias Value = Wrapped.Value?
    /// The storage class of the column.
    public static var columnType: ColumnType { Wrapped.columnType }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { true }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { Wrapped.columnFormat }
    /// The type of the value, without `Optional`.
    public static var wrappedType: any Any.Type { Wrapped.wrappedType }
    /// How predicates can compare the column in SQL.
    public static var comparison: ColumnComparison { Wrapped.comparison }
    /// Reads a column of the current row.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        if row.isNull(column) { return nil }
        return try Wrapped.decode(row, column)
    }
    /// Binds a value to a parameter.
    @inlinable
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        guard let value else { return row.bindNull(position) }
        try Wrapped.bind(value, to: row, position)
    }
    /// The value as SQLite stores it.
    @inlinable
    public static func stored(_ value: Value) throws -> StoredValue {
        guard let value else { return .null }
        return try Wrapped.stored(value)
    }
    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value {
        if case .null = stored { return nil }
        return try Wrapped.value(from: stored)
    }
    /// Whether two values are known to be equal.
    @inlinable
    public static func same(_ first: Value, _ second: Value) -> Bool {
        switch (first, second) {
        case (nil, nil): true
        case (let first?, let second?): Wrapped.same(first, second)
        default: false
        }
    }
    /// Whether two different stored values represent the same value.
    public static func areEquivalent(_ first: StoredValue, _ second: StoredValue) -> Bool {
        Wrapped.areEquivalent(first, second)
    }
}
