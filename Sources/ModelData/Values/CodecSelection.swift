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
