import Basics
import Foundation

@_documentation(visibility: internal)
extension String: ColumnValue {
    /// The storage class TEXT.
    public static var columnType: ColumnType { .text }
    /// Reads a string.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> String { try row.text(column) }
    /// Creates a string from a stored value.
    public init(stored: StoredValue) throws {
        guard case .text(let value) = stored else { throw stored.problem(as: String.self) }
        self = value
    }
    /// Binds the string in Unicode normalization form C (NFC).
    public func bind(to row: ModelBinder, _ position: Int) throws { try row.bind(self, position) }
    /// The stored text: the string in Unicode normalization form C (NFC).
    public var storedValue: StoredValue { .text(inNFC) }
}

@_documentation(visibility: internal)
extension UUID: ColumnValue {
    /// The storage class TEXT; the column contains 36 characters in upper case.
    public static var columnType: ColumnType { .text }
    /// Reads a UUID.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> UUID {
        guard let value = row.withText(column, { UUID(text: $0) }) else {
            return try UUID(stored: row.stored(column))
        }
        return value
    }
    /// Creates a UUID from its text.
    public init(stored: StoredValue) throws {
        guard case .text(var text) = stored, let value = text.withUTF8({ UUID(text: $0) }) else {
            throw stored.problem(as: UUID.self)
        }
        self = value
    }
    /// The stored text: 36 characters in upper case.
    public var storedValue: StoredValue { .text(text) }
}

@_documentation(visibility: internal)
extension URL: ColumnValue {
    /// The storage class TEXT; the column contains the absolute URL.
    public static var columnType: ColumnType { .text }
    /// Creates a URL from its text.
    public init(stored: StoredValue) throws {
        guard case .text(let text) = stored, let value = URL(string: text) else {
            throw stored.problem(as: URL.self)
        }
        self = value
    }
    /// The stored text: the absolute URL.
    public var storedValue: StoredValue { .text(absoluteString) }
}

@_documentation(visibility: internal)
extension Data: ColumnValue {
    /// The storage class BLOB.
    public static var columnType: ColumnType { .blob }
    /// Reads bytes, from the external file if the property had `.externalStorage` when they were written.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Data {
        let data = row.blob(column)
        if data.isEmpty, row.isNull(column) { throw ValueProblem.missing }
        return try ExternalFile.content(of: data, in: ExternalCodec.folder(of: row.statement))
    }
    /// Creates data from stored bytes.
    public init(stored: StoredValue) throws {
        guard case .blob(let value) = stored else { throw stored.problem(as: Data.self) }
        self = value
    }
    /// Binds the bytes.
    public func bind(to row: ModelBinder, _ position: Int) throws {
        try ExternalFile.preserveLiteral(self, in: ExternalCodec.folder(of: row.statement))
        try row.bind(self, position)
    }
    /// The stored bytes.
    public var storedValue: StoredValue { .blob(self) }
}

@_documentation(visibility: internal)
extension Date: ColumnValue {
    /// The storage class REAL. The column contains seconds since 2001-01-01 00:00 UTC, as `Date` does, so
    /// that dates are stored exactly.
    public static var columnType: ColumnType { .real }
    /// Reads a date.
    @inlinable
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Date {
        Date(timeIntervalSinceReferenceDate: try row.requiredReal(column))
    }
    /// Creates a date from the seconds since 2001-01-01 00:00 UTC.
    public init(stored: StoredValue) throws {
        self.init(timeIntervalSinceReferenceDate: try Double(stored: stored))
    }
    /// Binds the seconds since 2001-01-01 00:00 UTC.
    @inlinable
    public func bind(to row: ModelBinder, _ position: Int) throws {
        try row.bind(timeIntervalSinceReferenceDate, position)
    }
    /// The stored number: seconds since 2001-01-01 00:00 UTC.
    public var storedValue: StoredValue { get throws { try timeIntervalSinceReferenceDate.storedValue } }
}

extension ModelBinder {
    /// Binds a property's value. In contrast, `bind(_:_:)` binds stored values, whose bytes may be a
    /// reference to an external file.
    func bindValue(_ value: StoredValue, _ position: Int) throws {
        guard case .blob(let data) = value else { return try bind(value, position) }
        try data.bind(to: self, position)
    }
}
