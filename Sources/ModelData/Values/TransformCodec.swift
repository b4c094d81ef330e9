import Foundation

/// Provides the transformer of a property to the code that `@Model` generates.
@_documentation(visibility: internal)
public protocol TransformerSource: SendableMetatype {
    /// Creates the transformer; nil if no transformer is registered under the name.
    static func makeTransformer() -> ValueTransformer?
}

/// Provides a transformer that is specified by its type.
@_documentation(visibility: internal)
public enum TypedTransformer<Transformer: ValueTransformer>: TransformerSource {
    /// Creates a transformer.
    public static func makeTransformer() -> ValueTransformer? { Transformer() }
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

/// The codec of a property with `.transformable(by:)` and a transformer type.
///
/// - Parameters:
///   - type: The property's type.
///   - transformer: The transformer's class. Each conversion creates an instance.
public func _$transformCodec<Value, Transformer: ValueTransformer>(
    _ type: Value.Type, by transformer: Transformer.Type
) -> TransformCodec<Value, TypedTransformer<Transformer>>.Type {
    TransformCodec<Value, TypedTransformer<Transformer>>.self
}
/// The codec of an optional property with `.transformable(by:)` and a transformer type.
///
/// - Parameters:
///   - type: The property's optional type.
///   - transformer: The transformer's class. Each conversion creates an instance.
public func _$transformCodec<Value, Transformer: ValueTransformer>(
    _ type: Value?.Type, by transformer: Transformer.Type
) -> OptionalCodec<TransformCodec<Value, TypedTransformer<Transformer>>>.Type {
    OptionalCodec<TransformCodec<Value, TypedTransformer<Transformer>>>.self
}
/// The codec of a property with `.transformable(by:)` and a transformer name.
///
/// - Parameters:
///   - type: The property's type.
///   - source: Looks up the transformer that is registered under the name.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value.Type, by source: Source.Type
) -> TransformCodec<Value, Source>.Type { TransformCodec<Value, Source>.self }
/// The codec of an optional property with `.transformable(by:)` and a transformer name.
///
/// - Parameters:
///   - type: The property's optional type.
///   - source: Looks up the transformer that is registered under the name.
public func _$transformCodec<Value, Source: TransformerSource>(
    _ type: Value?.Type, by source: Source.Type
) -> OptionalCodec<TransformCodec<Value, Source>>.Type { OptionalCodec<TransformCodec<Value, Source>>.self }
