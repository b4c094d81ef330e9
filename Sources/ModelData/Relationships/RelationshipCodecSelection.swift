// Overloads that the compiler chooses for relationships. For values, see ``_codec(_:)-(T.Type)``.

/// The codec of a required to-one relationship.
@inlinable
public func _codec<T: PersistentModel>(_ type: T.Type) -> RequiredToOneCodec<T>.Type {
    RequiredToOneCodec<T>.self
}

/// The codec of an optional to-one relationship.
@inlinable
public func _codec<T: PersistentModel>(_ type: T?.Type) -> ToOneCodec<T>.Type { ToOneCodec<T>.self }

/// The codec of a to-many relationship.
@inlinable
public func _codec<C: RelationshipCollection>(_ type: C.Type) -> ToManyCodec<C>.Type {
    ToManyCodec<C>.self
}

/// The codec of a `let` property, which must be a value: changing the other side changes a relationship.
@inlinable
public func _constantCodec<C: ValueCodec>(_ codec: C.Type) -> C.Type { codec }

/// A codec of values. Codecs of relationships don't conform to it.
public protocol ValueCodec: ColumnCodec {}

extension PlainCodec: ValueCodec {}
extension RawCodec: ValueCodec {}
extension JSONCodec: ValueCodec {}
extension OptionalCodec: ValueCodec where Wrapped: ValueCodec {}
