import Foundation

/// Provides the transformer of a property to the code that `@Model` generates.
@_documentation(visibility: internal)
public protocol TransformerSource: SendableMetatype {
    /// Creates the transformer; nil if no transformer is registered under the name.
    static func makeTransformer() -> ValueTransformer?
}

/// The codec of values of any type, which a transformer converts to bytes.
@_documentation(visibility: internal)
public enum TransformCodec<Value, Source: TransformerSource>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .blob }
    /// The type's name in the schema fingerprint.
    public static var columnFormat: String { "transformed" }

    /// Reads a column of the current row.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try value(of: row.blob(column))
    }

    /// Binds a value to a parameter.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try row.bind(data(of: value), position)
    }

    /// The value as SQLite stores it.
    public static func stored(_ value: Value) throws -> StoredValue { .blob(try data(of: value)) }

    /// Decodes a stored value.
    public static func value(from stored: StoredValue) throws -> Value {
        try value(of: try Data(stored: stored))
    }

    private static func data(of value: Value) throws -> Data {
        guard let data = Source.makeTransformer()?.transformedValue(value) as? Data else {
            throw ValueProblem.unencodable(type: "\(Value.self)", reason: "the transformer returns no data")
        }
        return data
    }

    private static func value(of data: Data) throws -> Value {
        guard let value = Source.makeTransformer()?.reverseTransformedValue(data) as? Value else {
            throw ValueProblem.unreadable(content: "\(data.count) bytes", type: "\(Value.self)")
        }
        return value
    }
}

/// The codec of a property with `.transformable(by:)`.
///
/// - Parameters:
///   - type: The property's type.
///   - source: The transformer's class, or a type that looks up the transformer of a name. Each conversion makes one.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value.Type, by source: Source.Type
) -> TransformCodec<Value, Source>.Type { TransformCodec<Value, Source>.self }
/// The codec of an optional property with `.transformable(by:)`.
///
/// - Parameters:
///   - type: The property's optional type.
///   - source: The transformer's class, or a type that looks up the transformer of a name. Each conversion makes one.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value?.Type, by source: Source.Type
) -> OptionalCodec<TransformCodec<Value, Source>>.Type { OptionalCodec<TransformCodec<Value, Source>>.self }
