import Foundation

/// A type whose values are stored in one SQLite column.
///
/// Numbers, `String`, `Date`, `Data`, `URL`, `UUID` and `Decimal` conform. Enumerations whose raw value is of
/// one of these types, and other `Codable` types, can be stored without conforming.
@_documentation(visibility: internal)
public protocol ColumnValue: Equatable, Sendable {
    /// The storage class of the column.
    static var columnType: ColumnType { get }

    /// The type's name in the schema fingerprint, which distinguishes types of the same storage class.
    static var columnFormat: String { get }

    /// Reads a column that isn't NULL.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The model's column, counted from 0.
    /// - Throws: ``ValueProblem`` if the column's content isn't a value of the type.
    static func decode(_ row: ModelRow, _ column: Int) throws -> Self

    /// Creates a value from its stored form.
    ///
    /// - Parameter stored: The stored value.
    /// - Throws: ``ValueProblem`` if it isn't a value of the type.
    init(stored: StoredValue) throws

    /// Binds the value to a parameter.
    ///
    /// - Parameters:
    ///   - row: The statement's parameters.
    ///   - position: The parameter, counted from 0.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    func bind(to row: ModelBinder, _ position: Int) throws

    /// The value as SQLite stores it.
    ///
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    var storedValue: StoredValue { get throws }
}

extension ColumnValue {
    /// The default: the type's name.
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
    /// Returns the problem to report if the stored value can't be read as `type`.
    func problem<T>(as type: T.Type) -> ValueProblem {
        switch self {
        case .null: .missing
        case .text(let value): .unreadable(content: String(value.prefix(80)), type: "\(type)")
        case .integer, .real, .blob: .unreadable(content: description, type: "\(type)")
        }
    }
}

/// A protocol of all optional types, so that a value of unknown type can be unwrapped.
protocol AnyOptional {
    static var wrappedType: any Any.Type { get }
    var anyWrapped: Any? { get }
}

extension Optional: AnyOptional {
    static var wrappedType: any Any.Type { Wrapped.self }
    var anyWrapped: Any? { self }
}
