extension Schema {
    /// The description of one property, which `@Model` generates for the schema.
    ///
    /// Mirrors SwiftData's `Schema.PropertyMetadata`.
    public struct PropertyMetadata: Sendable {
        /// The property's name.
        public let name: String

        let attribute: Attribute
        /// The relationship; meaningless if the property stores a value.
        private(set) var relationship: Relationship
        let codec: any ColumnCodec.Type
        private let makeKeyPath: @Sendable () -> AnyKeyPath
        private var makeDefault: (@Sendable () throws -> StoredValue)?
        private var makeChainedKeyPath: (@Sendable () -> AnyKeyPath)?

        /// Describes a property that stores a value. Called by the code that `@Model` generates.
        ///
        /// - Parameters:
        ///   - name: The property's name.
        ///   - keypath: The property's key path.
        ///   - codec: The codec of the property's column.
        ///   - defaultValue: Returns the property's initial value; nil if the declaration has none.
        ///   - metadata: The property's `@Attribute`. Default: no options.
        @_documentation(visibility: internal)
        public init<C: ColumnCodec>(
            name: String, keypath: @autoclosure @escaping @Sendable () -> AnyKeyPath, codec: C.Type,
            defaultValue: (@Sendable () -> C.Value)?, metadata: Attribute = Attribute()
        ) {
            self.name = name
            self.codec = codec
            makeKeyPath = keypath
            var attribute = metadata
            if let defaultValue, !C.isRelationship {
                makeDefault = { try C.stored(defaultValue()) }
                attribute.setDefault { defaultValue() }
            }
            attribute.name = name
            attribute.isOptional = C.isOptional
            attribute.valueType = C.wrappedType
            self.attribute = attribute
            relationship = Relationship(
                originalName: metadata.earlierName, hashModifier: metadata.hashModifier)
        }

        /// Describes a relationship. Called by the code that `@Model` generates.
        ///
        /// - Parameters:
        ///   - name: The property's name.
        ///   - keypath: The property's key path.
        ///   - codec: The codec of the relationship.
        ///   - defaultValue: Ignored: relationships are empty in new objects.
        ///   - metadata: The property's `@Relationship`.
        @_documentation(visibility: internal)
        public init<C: RelationshipCodec>(
            name: String, keypath: @autoclosure @escaping @Sendable () -> AnyKeyPath, codec: C.Type,
            defaultValue: (@Sendable () -> C.Value)?, metadata: Relationship
        ) {
            self.init(
                name: name, keypath: keypath(), codec: codec, defaultValue: nil,
                metadata: Attribute(originalName: metadata.earlierName, hashModifier: metadata.hashModifier))
            relationship = metadata
        }

        /// Returns a copy that also has the property's key path for an optional object. Called by the code
        /// that `@Model` generates.
        ///
        /// - Parameter keyPath: The key path with optional chaining, such as `\Author?.?.name`.
        @_documentation(visibility: internal)
        public func chained(_ keyPath: @autoclosure @escaping @Sendable () -> AnyKeyPath) -> PropertyMetadata
        {
            var copy = self
            copy.makeChainedKeyPath = keyPath
            return copy
        }

        /// The property's key path for an optional object, such as `\Author?.?.name`.
        var chainedKeyPath: AnyKeyPath? { makeChainedKeyPath?() }

        /// The property's key path.
        public var keyPath: AnyKeyPath { makeKeyPath() }

        /// Whether the property has an initial value in its declaration.
        var hasDefault: Bool { makeDefault != nil }
        /// The stored form of the property's initial value; nil if its declaration has none.
        var storedDefault: StoredValue? {
            get throws { try makeDefault?() }
        }
    }
}

extension Schema.PropertyMetadata {
    /// An empty value that the property's codec can decode, or NULL if there is none.
    var emptyStoredValue: StoredValue {
        if codec.isOptional || codec.isRelationship { return .null }
        let candidates: [StoredValue] = [
            .integer(0), .real(0), .text(""), .blob(.init()), .integer(1), .text("[]"), .text("{}"),
            .text("0"), .text("null"), .text("\"\""), .text("false"),
        ]
        return empty(codec) ?? candidates.first { reads(codec, $0) } ?? .null
    }

    private func empty<C: ColumnCodec>(_ codec: C.Type) -> StoredValue? {
        guard let value = EmptyDecoder.value(of: C.Value.self) as? C.Value else { return nil }
        return try? codec.stored(value)
    }

    private func reads<C: ColumnCodec>(_ codec: C.Type, _ value: StoredValue) -> Bool {
        (try? codec.value(from: value)) != nil
    }
}

/// A part of a model's description: an attribute, a relationship, a unique group or an index.
///
/// ```swift
/// for property in Schema([Book.self]).entities[0].properties where property.isAttribute {
///     print(property.name, property.valueType)
/// }
/// ```
///
/// Mirrors SwiftData's `SchemaProperty`.
public protocol SchemaProperty: Codable, Hashable, Sendable {
    /// The property's name.
    var name: String { get }
    /// The property's name in an earlier version of the model; its name if it wasn't renamed.
    var originalName: String { get }
    /// The type of the value, without `Optional`; for a relationship, the class on the other side.
    var valueType: any Any.Type { get }
    /// Whether the property may be nil.
    var isOptional: Bool { get }
    /// Whether no two records can have the same value or related object.
    var isUnique: Bool { get }
    /// Whether the property stores a value.
    var isAttribute: Bool { get }
    /// Whether the property refers to other models.
    var isRelationship: Bool { get }
    /// Whether the property isn't stored; always false, because a schema has only stored properties.
    var isTransient: Bool { get }
}

extension SchemaProperty {
    /// Whether the property stores a value.
    public var isAttribute: Bool { !isRelationship }
    /// Always false: a schema has only stored properties.
    public var isTransient: Bool { false }
}

extension Schema.Attribute: SchemaProperty {
    /// Always false.
    public var isRelationship: Bool { false }
}

extension Schema.Relationship: SchemaProperty {
    /// Always true.
    public var isRelationship: Bool { true }
}
