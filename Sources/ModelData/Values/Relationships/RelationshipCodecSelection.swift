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
