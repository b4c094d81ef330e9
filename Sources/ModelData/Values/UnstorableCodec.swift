/// The codec of a type that can't be stored. It only makes the compiler report that once, in the property's getter.
@_documentation(visibility: internal)
public enum UnstorableCodec<Value>: ColumnCodec {
    /// No column has this codec.
    public static var columnType: ColumnType { .text }
    /// No column has this codec.
    public static var columnFormat: String { "" }
    /// No column has this codec.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Value { throw ValueProblem.missing }
    /// No column has this codec.
    public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {}
    /// No column has this codec.
    public static func stored(_ value: Value) throws -> StoredValue { .null }
    /// No column has this codec.
    public static func value(from stored: StoredValue) throws -> Value { throw ValueProblem.missing }
    /// Makes a property that can't be stored a compile-time error.
    @available(
        *, unavailable,
        message:
            "a property of a model must be Codable, a model or a list of models; mark others with @Transient"
    )
    public static func value(_ storage: Value, of model: some PersistentModel, _ column: Int) -> Value {
        storage
    }
    /// Makes a property that can't be stored a compile-time error.
    @available(
        *, unavailable,
        message:
            "a property of a model must be Codable, a model or a list of models; mark others with @Transient"
    )
    public static func value(_ slot: Slot<Value>, of model: some PersistentModel, _ column: Int) -> Value {
        slot.value
    }
}

/// The codec of a type that can't be stored.
@inlinable
@_disfavoredOverload
public func _$codec<T>(_ type: T.Type) -> UnstorableCodec<T>.Type { UnstorableCodec<T>.self }

/// The codec of a property of a type that can't be stored.
@inlinable
@_disfavoredOverload
public func _$codec<M, T>(of property: (M) -> T) -> UnstorableCodec<T>.Type { UnstorableCodec<T>.self }
