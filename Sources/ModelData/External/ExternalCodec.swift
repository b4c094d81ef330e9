import Foundation
import GRDBSQLite

/// `Data` of a property with `.externalStorage`: large values are kept in files beside the store.
public enum ExternalCodec: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .blob }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { false }
    /// What the schema's fingerprint calls the type: that of `Data`, since values of both kinds can be read, with
    /// the option and without it. No migration could move them all: the history has references too, which an undo
    /// brings back as they were.
    public static var columnFormat: String { Data.columnFormat }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Data.self }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison { .none }

    /// Reads a column of the current row, and its file where it names one.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Data {
        let data = row.blob(column)
        guard let name = ExternalFile.name(in: data), let folder = folder(of: row.statement) else {
            return data
        }
        return try ExternalFile.read(name, in: folder)
    }

    /// Binds a value to a parameter; a large one is written to its file before.
    public static func bind(_ value: Data, to row: ModelBinder, _ position: Int) throws {
        guard let reference = ExternalFile.reference(to: value), let folder = folder(of: row.statement) else {
            return try row.bind(value, position)
        }
        if let name = ExternalFile.name(in: reference) { try ExternalFile.write(value, name, in: folder) }
        try row.bind(reference, position)
    }

    /// The value itself; what stands for it in the store is made when it is written.
    public static func stored(_ value: Data) throws -> StoredValue { .blob(value) }

    /// The value of a stored one, which must not be a reference to a file.
    public static func value(from stored: StoredValue) throws -> Data {
        let data = try Data(stored: stored)
        if let name = ExternalFile.name(in: data) { throw ValueProblem.missingFile(path: name) }
        return data
    }

    /// Whether two values are surely the same.
    public static func same(_ first: Data, _ second: Data) -> Bool { first == second }

    /// The folder beside the store that a statement works on; nil in memory.
    static func folder(of statement: OpaquePointer) -> String? {
        guard let connection = sqlite3_db_handle(statement) else { return nil }
        return folder(ofConnection: connection)
    }

    /// The folder beside the store of a connection; nil in memory.
    static func folder(ofConnection connection: OpaquePointer) -> String? {
        guard let name = sqlite3_db_filename(connection, "main") else { return nil }
        let path = String(cString: name)
        return path.isEmpty ? nil : ExternalFile.folder(of: path)
    }
}

/// The codec of a property with `.externalStorage`.
public func _externalCodec(_ type: Data.Type) -> ExternalCodec.Type { ExternalCodec.self }
/// The codec of an optional property with `.externalStorage`.
public func _externalCodec(_ type: Data?.Type) -> OptionalCodec<ExternalCodec>.Type {
    OptionalCodec<ExternalCodec>.self
}
/// The codec of a property with `.externalStorage` whose values aren't bytes; they are kept in the store.
@inlinable
@_disfavoredOverload
public func _externalCodec<T: ColumnValue>(_ type: T.Type) -> PlainCodec<T>.Type { PlainCodec<T>.self }
/// The codec of a property with `.externalStorage` whose values aren't bytes; they are kept in the store.
@inlinable
@_disfavoredOverload
public func _externalCodec<T: ColumnValue>(_ type: T?.Type) -> OptionalCodec<PlainCodec<T>>.Type {
    OptionalCodec<PlainCodec<T>>.self
}
/// The codec of a property with `.externalStorage` whose values aren't bytes; they are kept in the store.
@inlinable
@_disfavoredOverload
public func _externalCodec<T: Codable>(_ type: T.Type) -> JSONCodec<T>.Type { JSONCodec<T>.self }
/// The codec of a property with `.externalStorage` whose values aren't bytes; they are kept in the store.
@inlinable
@_disfavoredOverload
public func _externalCodec<T: Codable>(_ type: T?.Type) -> OptionalCodec<JSONCodec<T>>.Type {
    OptionalCodec<JSONCodec<T>>.self
}
