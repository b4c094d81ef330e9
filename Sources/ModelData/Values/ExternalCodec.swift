import Foundation
import ModelDataSQLite

/// The codec of `Data` properties with `.externalStorage`: large values are stored in files beside the store.
@_documentation(visibility: internal)
public enum ExternalCodec: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .blob }
    /// The name of the type in the schema's fingerprint: the same as for `Data` without `.externalStorage`.
    ///
    /// Values can be read with and without `.externalStorage`, so changing the option needs no migration. A
    /// migration couldn't convert all values, because the history also contains references.
    public static var columnFormat: String { Data.columnFormat }

    /// Reads a column of the current row. If the column contains a reference, this method reads the file.
    ///
    /// - Throws: ``ValueProblem/missingFile(path:)`` if the file is missing or can't be read.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Data {
        let data = row.blob(column)
        guard let name = ExternalFile.name(in: data), let folder = folder(of: row.statement) else {
            return data
        }
        return try ExternalFile.read(name, in: folder)
    }

    /// Binds a value to a parameter. Writes a large value to its file first.
    ///
    /// - Throws: ``ModelDataError`` if the file can't be written.
    public static func bind(_ value: Data, to row: ModelBinder, _ position: Int) throws {
        guard let reference = ExternalFile.reference(to: value), let folder = folder(of: row.statement) else {
            return try row.bind(value, position)
        }
        if let name = ExternalFile.name(in: reference) { try ExternalFile.write(value, name, in: folder) }
        try row.bind(reference, position)
    }

    /// Returns the value itself. A reference is created only when the value is written.
    public static func stored(_ value: Data) throws -> StoredValue { .blob(value) }

    /// Returns the bytes of a stored value.
    ///
    /// - Throws: ``ValueProblem/missingFile(path:)`` if the bytes are a reference to a file, because this
    ///   method can't read files. Another ``ValueProblem`` if the stored value isn't a blob.
    public static func value(from stored: StoredValue) throws -> Data {
        let data = try Data(stored: stored)
        if let name = ExternalFile.name(in: data) { throw ValueProblem.missingFile(path: name) }
        return data
    }

    /// Whether two values are known to be equal.
    public static func same(_ first: Data, _ second: Data) -> Bool { first == second }

    /// Returns the folder for large values of a statement's store, or nil for an in-memory store.
    static func folder(of statement: OpaquePointer) -> String? {
        guard let connection = sqlite3_db_handle(statement) else { return nil }
        return folder(ofConnection: connection)
    }

    /// Returns the folder for large values of a connection's store, or nil for an in-memory store.
    static func folder(ofConnection connection: OpaquePointer) -> String? {
        guard let name = sqlite3_db_filename(connection, "main") else { return nil }
        let path = String(cString: name)
        return path.isEmpty ? nil : ExternalFile.folder(of: path)
    }
}

/// Returns the codec of a property with `.externalStorage`.
public func _$externalCodec(_ type: Data.Type) -> ExternalCodec.Type { ExternalCodec.self }
/// Returns the codec of an optional property with `.externalStorage`.
public func _$externalCodec(_ type: Data?.Type) -> OptionalCodec<ExternalCodec>.Type {
    OptionalCodec<ExternalCodec>.self
}
/// Returns the codec of a property that isn't `Data`. Its values are stored in the database.
@inlinable
@_disfavoredOverload
public func _$externalCodec<T: ColumnValue>(_ type: T.Type) -> PlainCodec<T>.Type { PlainCodec<T>.self }
/// Returns the codec of a property that isn't `Data`. Its values are stored in the database.
@inlinable
@_disfavoredOverload
public func _$externalCodec<T: ColumnValue>(_ type: T?.Type) -> OptionalCodec<PlainCodec<T>>.Type {
    OptionalCodec<PlainCodec<T>>.self
}
/// Returns the codec of a property that isn't `Data`. Its values are stored in the database.
@inlinable
@_disfavoredOverload
public func _$externalCodec<T: Codable>(_ type: T.Type) -> JSONCodec<T>.Type { JSONCodec<T>.self }
/// Returns the codec of a property that isn't `Data`. Its values are stored in the database.
@inlinable
@_disfavoredOverload
public func _$externalCodec<T: Codable>(_ type: T?.Type) -> OptionalCodec<JSONCodec<T>>.Type {
    OptionalCodec<JSONCodec<T>>.self
}
