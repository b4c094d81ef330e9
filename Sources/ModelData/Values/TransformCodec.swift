import Foundation

/// How the code that `@Model` makes finds the transformer of a property.
public protocol TransformerSource: SendableMetatype {
    /// The transformer; nil when nobody registered one by that name.
    static func makeTransformer() -> ValueTransformer?
}

/// The transformer that is known by its type.
public enum TypedTransformer<Transformer: ValueTransformer>: TransformerSource {
    /// A new transformer.
    public static func makeTransformer() -> ValueTransformer? { Transformer() }
}

/// Values of any type, which a transformer turns into bytes.
public enum TransformCodec<Value, Source: TransformerSource>: ColumnCodec {
    /// The storage class of the column.
    public static var columnType: ColumnType { .blob }
    /// Whether the column may be NULL.
    public static var isOptional: Bool { false }
    /// What the schema's fingerprint calls the type.
    public static var columnFormat: String { "transformed" }
    /// The type of the value, without its optional.
    public static var wrappedType: any Any.Type { Value.self }
    /// What predicates may do with the column in SQL.
    public static var comparison: ColumnComparison { .none }

    /// Reads a column of the current row.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        try value(of: row.blob(column))
    }

    /// Binds a value to a parameter.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {
        try row.bind(data(of: value), position)
    }

    /// The value as SQLite keeps it.
    public static func stored(_ value: Value) throws -> StoredValue { .blob(try data(of: value)) }

    /// The value of a stored one.
    public static func value(from stored: StoredValue) throws -> Value {
        try value(of: try Data(stored: stored))
    }

    /// Whether two values are surely the same, which nobody knows of any type.
    public static func same(_ first: Value, _ second: Value) -> Bool { false }

    private static func data(of value: Value) throws -> Data {
        guard let data = Source.makeTransformer()?.transformedValue(value) as? Data else {
            throw ValueProblem.unencodable(type: "\(Value.self)", reason: "the transformer gives no data")
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
public func _transformCodec<Value, Transformer: ValueTransformer>(
    _ type: Value.Type, by transformer: Transformer.Type
) -> TransformCodec<Value, TypedTransformer<Transformer>>.Type {
    TransformCodec<Value, TypedTransformer<Transformer>>.self
}
/// The codec of an optional property with `.transformable(by:)`.
public func _transformCodec<Value, Transformer: ValueTransformer>(
    _ type: Value?.Type, by transformer: Transformer.Type
) -> OptionalCodec<TransformCodec<Value, TypedTransformer<Transformer>>>.Type {
    OptionalCodec<TransformCodec<Value, TypedTransformer<Transformer>>>.self
}
/// The codec of a property with `.transformable(by:)` and a name.
public func _transformCodec<Value, Source: TransformerSource>(
    _ type: Value.Type, by source: Source.Type
) -> TransformCodec<Value, Source>.Type { TransformCodec<Value, Source>.self }
/// The codec of an optional property with `.transformable(by:)` and a name.
public func _transformCodec<Value, Source: TransformerSource>(
    _ type: Value?.Type, by source: Source.Type
) -> OptionalCodec<TransformCodec<Value, Source>>.Type { OptionalCodec<TransformCodec<Value, Source>>.self }
