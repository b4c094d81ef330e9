// The compiler selects one of these overloads by the property's type. Each overload only returns the codec's
// type.
//
// A type may fit several overloads, for example if a program makes `Date` or `Optional` conform to `RawRepresentable`.
// Overloads for the module's own protocols come first. The disfavored ones follow: a raw value is preferred to JSON,
// because `RawRepresentable & Codable` is more specific than `Codable`.

/// The codec of a type that conforms to ``ColumnValue``.
@inlinable
public func _$codec<T: ColumnValue>(_ type: T.Type) -> PlainCodec<T>.Type { PlainCodec<T>.self }

/// The codec of an optional column value.
@inlinable
public func _$codec<T: ColumnValue>(_ type: T?.Type) -> OptionalCodec<PlainCodec<T>>.Type {
    OptionalCodec<PlainCodec<T>>.self
}

/// The codec of a type with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<T: RawRepresentable>(_ type: T.Type) -> RawCodec<T>.Type
where T.RawValue: ColumnValue { RawCodec<T>.self }

/// The codec of an optional type with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<T: RawRepresentable>(_ type: T?.Type) -> OptionalCodec<RawCodec<T>>.Type
where T.RawValue: ColumnValue { OptionalCodec<RawCodec<T>>.self }

/// The codec of a `Codable` type with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<T: RawRepresentable & Codable>(_ type: T.Type) -> RawCodec<T>.Type
where T.RawValue: ColumnValue { RawCodec<T>.self }

/// The codec of an optional `Codable` type with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<T: RawRepresentable & Codable>(_ type: T?.Type) -> OptionalCodec<RawCodec<T>>.Type
where T.RawValue: ColumnValue { OptionalCodec<RawCodec<T>>.self }

/// The codec of any other `Codable` type.
@inlinable
@_disfavoredOverload
public func _$codec<T: Codable>(_ type: T.Type) -> JSONCodec<T>.Type { JSONCodec<T>.self }

/// The codec of any other optional `Codable` type.
@inlinable
@_disfavoredOverload
public func _$codec<T: Codable>(_ type: T?.Type) -> OptionalCodec<JSONCodec<T>>.Type {
    OptionalCodec<JSONCodec<T>>.self
}

// The same for a property whose type only the compiler knows. The closure is never called; its result is the
// property's type.

/// The codec of a property of a type that conforms to ``ColumnValue``.
@inlinable
public func _$codec<M, T: ColumnValue>(of property: (M) -> T) -> PlainCodec<T>.Type { PlainCodec<T>.self }

/// The codec of a property that is an optional column value.
@inlinable
public func _$codec<M, T: ColumnValue>(of property: (M) -> T?) -> OptionalCodec<PlainCodec<T>>.Type {
    OptionalCodec<PlainCodec<T>>.self
}

/// The codec of a property with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: RawRepresentable>(of property: (M) -> T) -> RawCodec<T>.Type
where T.RawValue: ColumnValue { RawCodec<T>.self }

/// The codec of a property with an optional raw value.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: RawRepresentable>(of property: (M) -> T?) -> OptionalCodec<RawCodec<T>>.Type
where T.RawValue: ColumnValue { OptionalCodec<RawCodec<T>>.self }

/// The codec of a `Codable` property with a raw value.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: RawRepresentable & Codable>(of property: (M) -> T) -> RawCodec<T>.Type
where T.RawValue: ColumnValue { RawCodec<T>.self }

/// The codec of a `Codable` property with an optional raw value.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: RawRepresentable & Codable>(
    of property: (M) -> T?
) -> OptionalCodec<RawCodec<T>>.Type
where T.RawValue: ColumnValue { OptionalCodec<RawCodec<T>>.self }

/// The codec of any other `Codable` property.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: Codable>(of property: (M) -> T) -> JSONCodec<T>.Type { JSONCodec<T>.self }

/// The codec of any other optional `Codable` property.
@inlinable
@_disfavoredOverload
public func _$codec<M, T: Codable>(of property: (M) -> T?) -> OptionalCodec<JSONCodec<T>>.Type {
    OptionalCodec<JSONCodec<T>>.self
}

// Overloads with which the compiler selects the codec of a relationship. For values, see
// ``_$codec(_:)-(T.Type)``.

/// Returns the codec of a required to-one relationship.
@inlinable
public func _$codec<T: PersistentModel>(_ type: T.Type) -> RequiredToOneCodec<T>.Type {
    RequiredToOneCodec<T>.self
}

/// Returns the codec of an optional to-one relationship.
@inlinable
public func _$codec<T: PersistentModel>(_ type: T?.Type) -> ToOneCodec<T>.Type { ToOneCodec<T>.self }

/// Returns the codec of a to-many relationship.
@inlinable
public func _$codec<C: RelationshipCollection>(_ type: C.Type) -> ToManyCodec<C>.Type {
    ToManyCodec<C>.self
}

/// Returns the codec of a required to-one relationship whose type only the compiler knows.
@inlinable
public func _$codec<M, T: PersistentModel>(of property: (M) -> T) -> RequiredToOneCodec<T>.Type {
    RequiredToOneCodec<T>.self
}

/// Returns the codec of an optional to-one relationship whose type only the compiler knows.
@inlinable
public func _$codec<M, T: PersistentModel>(of property: (M) -> T?) -> ToOneCodec<T>.Type {
    ToOneCodec<T>.self
}

/// Returns the codec of a to-many relationship whose type only the compiler knows.
@inlinable
public func _$codec<M, C: RelationshipCollection>(of property: (M) -> C) -> ToManyCodec<C>.Type {
    ToManyCodec<C>.self
}

/// Returns the codec of a `let` property. It must be a value, because a relationship also changes when its
/// other side is changed.
@inlinable
public func _$constantCodec<C: ValueCodec>(_ codec: C.Type) -> C.Type { codec }

/// A codec of values. Codecs of relationships don't conform to it.
@_documentation(visibility: internal)
public protocol ValueCodec: ColumnCodec {}

extension PlainCodec: ValueCodec {}
extension RawCodec: ValueCodec {}
extension JSONCodec: ValueCodec {}
extension OptionalCodec: ValueCodec where Wrapped: ValueCodec {}

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
