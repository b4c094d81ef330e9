extension Schema {
    /// What `@Model` tells the schema of one property.
    ///
    ///     let names = Book.schemaMetadata.map(\.name)
    ///
    /// Mirrors SwiftData's `Schema.PropertyMetadata`.
    public struct PropertyMetadata: Sendable {
        /// The property's name.
        public let name: String

        let attribute: Attribute
        /// What the relationship is; of no meaning for a value.
        let relationship: Relationship
        let codec: any ColumnCodec.Type
        private let makeKeyPath: @Sendable () -> AnyKeyPath
        private let makeDefault: (@Sendable () throws -> StoredValue)?
        private var makeChainedKeyPath: (@Sendable () -> AnyKeyPath)?

        /// Describes a property; called by the code that `@Model` makes.
        public init<C: ColumnCodec>(
            name: String, keypath: @autoclosure @escaping @Sendable () -> AnyKeyPath, codec: C.Type,
            defaultValue: (@Sendable () -> C.Value)?, metadata: Attribute = Attribute()
        ) {
            self.name = name
            self.codec = codec
            makeKeyPath = keypath
            if let defaultValue, !C.isRelationship {
                makeDefault = { try C.stored(defaultValue()) }
            } else {
                makeDefault = nil
            }
            var attribute = metadata
            attribute.name = name
            attribute.isOptional = C.isOptional
            attribute.valueType = C.wrappedType
            self.attribute = attribute
            relationship = Relationship(
                originalName: metadata.originalName, hashModifier: metadata.hashModifier)
            makeChainedKeyPath = nil
        }

        /// Describes a relationship; called by the code that `@Model` makes.
        public init<C: RelationshipCodec>(
            name: String, keypath: @autoclosure @escaping @Sendable () -> AnyKeyPath, codec: C.Type,
            defaultValue: (@Sendable () -> C.Value)?, metadata: Relationship
        ) {
            self.name = name
            self.codec = codec
            makeKeyPath = keypath
            makeDefault = nil
            makeChainedKeyPath = nil
            var attribute = Attribute(
                originalName: metadata.originalName, hashModifier: metadata.hashModifier)
            attribute.name = name
            attribute.isOptional = C.isOptional
            attribute.valueType = C.wrappedType
            self.attribute = attribute
            relationship = metadata
        }

        /// The property with the key path that it has behind an optional object; called by the code that
        /// `@Model` makes.
        public func chained(_ keyPath: @autoclosure @escaping @Sendable () -> AnyKeyPath) -> PropertyMetadata
        {
            var copy = self
            copy.makeChainedKeyPath = keyPath
            return copy
        }

        /// The key path of the property behind an optional object.
        var chainedKeyPath: AnyKeyPath? { makeChainedKeyPath?() }

        /// The key path of the property.
        public var keyPath: AnyKeyPath { makeKeyPath() }

        /// Whether a new object has a value without being given one.
        var hasDefault: Bool { makeDefault != nil }
        /// The stored value that a new object has; nil when its `init` must give one.
        var storedDefault: StoredValue? {
            get throws { try makeDefault?() }
        }
    }
}
