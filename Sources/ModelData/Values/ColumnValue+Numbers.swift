import Foundation

// These conformances read and bind numbers directly, without `StoredValue`. That is faster, and the code that
// `@Model` generates calls them for every value.

@_documentation(visibility: internal)
extension Int: ColumnValue {
    /// The storage class INTEGER.
    public static var columnType: ColumnType { .integer }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Int {
        Int(truncatingIfNeeded: try row.requiredInteger(column))
    }
    /// Creates a number from a stored value.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored else { throw stored.problem(as: Int.self) }
        self = Int(truncatingIfNeeded: value)
    }
    /// Binds the number.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { row.bind(Int64(self), position) }
    /// The number as SQLite stores it.
    public var storedValue: StoredValue { .integer(Int64(self)) }
}

/// The conversions of all other integer types, which throw if a number doesn't fit.
extension ColumnValue where Self: FixedWidthInteger {
    /// The storage class INTEGER.
    public static var columnType: ColumnType { .integer }
    /// Reads a number. Throws if it doesn't fit the type.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Self {
        let value = try row.requiredInteger(column)
        guard let number = Self(exactly: value) else {
            throw ValueProblem.unreadable(content: "\(value)", type: "\(Self.self)")
        }
        return number
    }
    /// Creates a number from a stored value. Throws if it doesn't fit the type.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored, let number = Self(exactly: value) else {
            throw stored.problem(as: Self.self)
        }
        self = number
    }
    /// Binds the number. Throws if it doesn't fit into a signed 64-bit integer.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws {
        guard let value = Int64(exactly: self) else { throw ValueProblem.outOfRange(value: "\(self)") }
        row.bind(value, position)
    }
    /// The number as SQLite stores it. Throws if it doesn't fit into a signed 64-bit integer.
    public var storedValue: StoredValue {
        get throws {
            guard let value = Int64(exactly: self) else {
                throw ValueProblem.outOfRange(value: "\(self)")
            }
            return .integer(value)
        }
    }
}

extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}

@_documentation(visibility: internal)
extension Bool: ColumnValue {
    /// The storage class INTEGER; the column contains 0 or 1.
    public static var columnType: ColumnType { .integer }
    /// Reads a Boolean; every number except zero is true, as in SQL.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Bool {
        try row.requiredInteger(column) != 0
    }
    /// Creates a Boolean from a stored number.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored else { throw stored.problem(as: Bool.self) }
        self = value != 0
    }
    /// Binds 0 for false or 1 for true.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { row.bind(Int64(self ? 1 : 0), position) }
    /// The stored number: 0 for false or 1 for true.
    public var storedValue: StoredValue { .integer(self ? 1 : 0) }
}

@_documentation(visibility: internal)
extension Double: ColumnValue {
    /// The storage class REAL.
    public static var columnType: ColumnType { .real }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Double {
        try row.requiredReal(column)
    }
    /// Creates a number from a stored value.
    public init(stored: StoredValue) throws {
        switch stored {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        default: throw stored.problem(as: Double.self)
        }
    }
    /// Binds the number. Throws if it is NaN.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { try row.bind(self, position) }
    /// The number as SQLite stores it. Throws if it is NaN.
    public var storedValue: StoredValue {
        get throws {
            if isNaN { throw ValueProblem.notANumber }
            return .real(self)
        }
    }
}

@_documentation(visibility: internal)
extension Float: ColumnValue {
    /// The storage class REAL.
    public static var columnType: ColumnType { .real }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Float {
        Float(try row.requiredReal(column))
    }
    /// Creates a number from a stored value.
    public init(stored: StoredValue) throws { self = try Float(Double(stored: stored)) }
    /// Binds the number. Throws if it is NaN.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { try row.bind(Double(self), position) }
    /// The number as SQLite stores it. Throws if it is NaN.
    public var storedValue: StoredValue { get throws { try Double(self).storedValue } }
}

@_documentation(visibility: internal)
extension Decimal: ColumnValue {
    /// The storage class TEXT, so that all digits are stored.
    public static var columnType: ColumnType { .text }
    /// Creates a decimal from the stored text with its digits.
    public init(stored: StoredValue) throws {
        guard case .text(let text) = stored, let value = Decimal(string: text, locale: nil) else {
            throw stored.problem(as: Decimal.self)
        }
        self = value
    }
    /// The stored text with the number's digits. Throws if the number is NaN.
    public var storedValue: StoredValue {
        get throws {
            if isNaN { throw ValueProblem.notANumber }
            return .text(description)
        }
    }
}
