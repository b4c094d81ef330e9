// Chosen by the compiler for properties that are relationships, as ``_codec(_:)-(T.Type)`` is for values.

/// The codec of a model that must be there.
@inlinable
public func _codec<T: PersistentModel>(_ type: T.Type) -> RequiredToOneCodec<T>.Type {
    RequiredToOneCodec<T>.self
}

/// The codec of a model that may be missing.
@inlinable
public func _codec<T: PersistentModel>(_ type: T?.Type) -> ToOneCodec<T>.Type { ToOneCodec<T>.self }

/// The codec of a collection of models.
@inlinable
public func _codec<C: RelationshipCollection>(_ type: C.Type) -> ToManyCodec<C>.Type {
    ToManyCodec<C>.self
}

/// The codec of a property that can't change, which must be a value: a relationship changes with its other side.
@inlinable
public func _constantCodec<C: ValueCodec>(_ codec: C.Type) -> C.Type { codec }

/// The codec of a value; a relationship's is none.
public protocol ValueCodec: ColumnCodec {}

extension PlainCodec: ValueCodec {}
extension RawCodec: ValueCodec {}
extension JSONCodec: ValueCodec {}
extension OptionalCodec: ValueCodec where Wrapped: ValueCodec {}
