extension Schema {
    /// A property of a model that stores a value made of several values.
    ///
    /// A description by hand can have one. The schema of a class has none: a `Codable` structure is one value in one
    /// column, see ``Schema/Attribute``. Mirrors SwiftData's `Schema.CompositeAttribute`, which is a subclass of
    /// `Schema.Attribute`.
    public struct CompositeAttribute: Sendable {
        /// What the property has in common with other attributes.
        public var attribute: Attribute
        /// The values that the property is made of.
        public var properties: [Attribute] = []

        /// Creates a composite attribute.
        ///
        /// - Parameters:
        ///   - name: The property's name.
        ///   - originalName: The property's name in an earlier version of the model.
        ///   - options: The options of the property.
        ///   - valueType: The type of the value.
        ///   - defaultValue: The initial value. It must be a value that can be passed between threads.
        ///   - hashModifier: A text that changes the schema's fingerprint.
        public init(
            name: String, originalName: String? = nil, options: [Attribute.Option] = [],
            valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            attribute = Attribute(
                name: name, originalName: originalName, options: options, valueType: valueType,
                defaultValue: defaultValue, hashModifier: hashModifier)
        }
    }
}

extension Schema.CompositeAttribute: SchemaProperty {
    /// The name of the property.
    public var name: String { attribute.name }
    /// The property's name in an earlier version of the model; its name if it wasn't renamed.
    public var originalName: String { attribute.originalName }
    /// The type of the value, without `Optional`.
    public var valueType: any Any.Type { attribute.valueType }
    /// Whether the value may be nil.
    public var isOptional: Bool { attribute.isOptional }
    /// Whether no two records can have the same value.
    public var isUnique: Bool { attribute.isUnique }
    /// Always false.
    public var isRelationship: Bool { false }
}
