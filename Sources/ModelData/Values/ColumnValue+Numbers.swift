import Foundation

// Each conformance is written out for speed: the code that `@Model` makes calls it once per value.

extension Int: ColumnValue {
    /// INTEGER.
    public static var columnType: ColumnType { .integer }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Int {
        Int(truncatingIfNeeded: try row.requiredInteger(column))
    }
    /// Makes a number of a stored one.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored else { throw stored.problem(as: Int.self) }
        self = Int(truncatingIfNeeded: value)
    }
    /// Binds the number.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { row.bind(Int64(self), position) }
    /// The number.
    public var storedValue: StoredValue { .integer(Int64(self)) }
}

/// The conversions that all other whole numbers share: they may not fit.
extension ColumnValue where Self: FixedWidthInteger {
    /// INTEGER.
    public static var columnType: ColumnType { .integer }
    /// Reads a number that must fit the type.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Self {
        let value = try row.requiredInteger(column)
        guard let number = Self(exactly: value) else {
            throw ValueProblem.unreadable(content: "\(value)", type: "\(Self.self)")
        }
        return number
    }
    /// Makes a number of a stored one that fits.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored, let number = Self(exactly: value) else {
            throw stored.problem(as: Self.self)
        }
        self = number
    }
    /// Binds the number, which must fit into 64 signed bits.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws {
        guard let value = Int64(exactly: self) else { throw ValueProblem.outOfRange(value: "\(self)") }
        row.bind(value, position)
    }
    /// The number, which must fit into 64 signed bits.
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

extension Bool: ColumnValue {
    /// INTEGER, 0 or 1.
    public static var columnType: ColumnType { .integer }
    /// Reads a truth value; every number but zero is true, as in SQL.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Bool {
        try row.requiredInteger(column) != 0
    }
    /// Makes a truth value of a stored number.
    public init(stored: StoredValue) throws {
        guard case .integer(let value) = stored else { throw stored.problem(as: Bool.self) }
        self = value != 0
    }
    /// Binds 0 or 1.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { row.bind(Int64(self ? 1 : 0), position) }
    /// 0 or 1.
    public var storedValue: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: ColumnValue {
    /// REAL.
    public static var columnType: ColumnType { .real }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Double {
        try row.requiredReal(column)
    }
    /// Makes a number of a stored one.
    public init(stored: StoredValue) throws {
        switch stored {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        default: throw stored.problem(as: Double.self)
        }
    }
    /// Binds the number, which must not be NaN.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { try row.bind(self, position) }
    /// The number, which must not be NaN.
    public var storedValue: StoredValue {
        get throws {
            if isNaN { throw ValueProblem.notANumber }
            return .real(self)
        }
    }
}

extension Float: ColumnValue {
    /// REAL.
    public static var columnType: ColumnType { .real }
    /// Reads a number.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Float {
        Float(try row.requiredReal(column))
    }
    /// Makes a number of a stored one.
    public init(stored: StoredValue) throws { self = try Float(Double(stored: stored)) }
    /// Binds the number, which must not be NaN.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws { try row.bind(Double(self), position) }
    /// The number, which must not be NaN.
    public var storedValue: StoredValue { get throws { try Double(self).storedValue } }
}

extension Decimal: ColumnValue {
    /// TEXT, so that no digit is lost.
    public static var columnType: ColumnType { .text }
    /// Makes a decimal of its digits.
    public init(stored: StoredValue) throws {
        guard case .text(let text) = stored, let value = Decimal(string: text, locale: nil) else {
            throw stored.problem(as: Decimal.self)
        }
        self = value
    }
    /// The digits, which must be a number.
    public var storedValue: StoredValue {
        get throws {
            if isNaN { throw ValueProblem.notANumber }
            return .text(description)
        }
    }
}
