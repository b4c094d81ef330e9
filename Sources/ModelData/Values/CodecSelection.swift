// The compiler selects one of these overloads by the property's type. Each overload only returns the codec's
// type.

/// The codec of a type that conforms to ``ColumnValue``.
@inlinable
public func _codec<T: ColumnValue>(_ type: T.Type) -> PlainCodec<T>.Type { PlainCodec<T>.self }

/// The codec of an optional column value.
@inlinable
public func _codec<T: ColumnValue>(_ type: T?.Type) -> OptionalCodec<PlainCodec<T>>.Type {
    OptionalCodec<PlainCodec<T>>.self
}

/// The codec of a type with a raw value.
@inlinable
public func _codec<T: RawRepresentable>(_ type: T.Type) -> RawCodec<T>.Type
where T.RawValue: ColumnValue { RawCodec<T>.self }

/// The codec of an optional type with a raw value.
@inlinable
public func _codec<T: RawRepresentable>(_ type: T?.Type) -> OptionalCodec<RawCodec<T>>.Type
where T.RawValue: ColumnValue { OptionalCodec<RawCodec<T>>.self }

/// The codec of any other `Codable` type.
@inlinable
@_disfavoredOverload
public func _codec<T: Codable>(_ type: T.Type) -> JSONCodec<T>.Type { JSONCodec<T>.self }

/// The codec of any other optional `Codable` type.
@inlinable
@_disfavoredOverload
public func _codec<T: Codable>(_ type: T?.Type) -> OptionalCodec<JSONCodec<T>>.Type {
    OptionalCodec<JSONCodec<T>>.self
}
