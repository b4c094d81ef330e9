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

/// The codec of a property that can't change: a value.
@inlinable
public func _constantCodec<C: ColumnCodec>(_ codec: C.Type) -> C.Type { codec }

/// Refuses a relationship that can't change.
@available(*, unavailable, message: "a relationship must be a 'var'")
public func _constantCodec<C: RelationshipCodec>(_ codec: C.Type) -> C.Type { codec }
