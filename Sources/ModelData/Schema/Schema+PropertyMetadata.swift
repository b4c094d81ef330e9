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
        let codec: any ColumnCodec.Type
        private let makeKeyPath: @Sendable () -> AnyKeyPath
        private let makeDefault: (@Sendable () throws -> StoredValue)?

        /// Describes a property; called by the code that `@Model` makes.
        public init<C: ColumnCodec>(
            name: String, keypath: @autoclosure @escaping @Sendable () -> AnyKeyPath, codec: C.Type,
            defaultValue: (@Sendable () -> C.Value)?, metadata: Attribute = Attribute()
        ) {
            self.name = name
            self.codec = codec
            makeKeyPath = keypath
            if let defaultValue {
                makeDefault = { try C.stored(defaultValue()) }
            } else {
                makeDefault = nil
            }
            var attribute = metadata
            attribute.name = name
            attribute.isOptional = C.isOptional
            attribute.valueType = C.wrappedType
            self.attribute = attribute
        }

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
