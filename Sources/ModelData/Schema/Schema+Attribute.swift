extension Schema {
    /// A property of a model that stores a value.
    ///
    /// ```swift
    /// let title = Schema.Attribute(name: "title", options: [.unique], valueType: String.self)
    /// ```
    ///
    /// Mirrors SwiftData's `Schema.Attribute`.
    public struct Attribute: Sendable {
        /// The name of the property and its column.
        public var name = ""
        /// The property's name in an earlier version of the model; nil if it wasn't renamed.
        var earlierName: String?
        /// The options of the property.
        public var options: [Option]
        /// A text that changes the schema fingerprint, for changes in the meaning of the values.
        public var hashModifier: String?
        /// Whether the value may be nil.
        public var isOptional = false
        /// The type of the value, without `Optional`.
        ///
        /// In a decoded schema, it is an internal type if the program doesn't contain the property's type.
        public var valueType: any Any.Type {
            get { propertyType.type }
            set { propertyType = PropertyType(newValue) }
        }
        var propertyType = PropertyType(Never.self)
        private var makeDefaultValue: (@Sendable () -> Any)?

        /// Creates an attribute.
        ///
        /// - Parameters:
        ///   - options: The options of the property.
        ///   - originalName: The property's name in an earlier version of the model.
        ///   - hashModifier: A text that changes the schema's fingerprint.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.options = options
            earlierName = originalName
            self.hashModifier = hashModifier
        }

        /// Creates the attribute of an entity that is described by hand.
        ///
        /// - Parameters:
        ///   - name: The property's name.
        ///   - originalName: The property's name in an earlier version of the model.
        ///   - options: The options of the property.
        ///   - valueType: The type of the value. Of an `Optional`, the attribute keeps the wrapped type.
        ///   - defaultValue: The initial value. It must be a value that can be passed between threads.
        ///   - hashModifier: A text that changes the schema's fingerprint.
        public init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.name = name
            earlierName = originalName
            self.options = options
            self.hashModifier = hashModifier
            let wrapped = (valueType as? any AnyOptional.Type)?.wrappedType
            isOptional = wrapped != nil
            self.valueType = wrapped ?? valueType
            self.defaultValue = defaultValue
        }

        /// The property's name in an earlier version of the model; its name if it wasn't renamed.
        ///
        /// Mirrors SwiftData's `originalName`.
        public var originalName: String {
            get { earlierName ?? name }
            set { earlierName = newValue == name ? nil : newValue }
        }

        /// The initial value; nil if the property's declaration has none.
        ///
        /// The value of a class's property is computed at each call, as for each new object. A new value must be one
        /// that can be passed between threads.
        public var defaultValue: Any? {
            get { makeDefaultValue?() }
            set {
                guard let newValue else { return makeDefaultValue = nil }
                nonisolated(unsafe) let value = newValue
                makeDefaultValue = { value }
            }
        }

        /// Makes the initial value a new one at each call.
        mutating func setDefault(_ makeValue: @escaping @Sendable () -> Any) { makeDefaultValue = makeValue }

        /// Whether no two records can have the same value.
        public var isUnique: Bool { options.contains(.unique) }

        /// Whether a transformer converts the value to bytes.
        public var isTransformable: Bool { options.contains { $0.name.hasPrefix("transformable(") } }
    }
}

extension Schema.Attribute: Hashable {
    /// Returns whether two attributes have the same names, options, modifier and type. Default values aren't compared.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.originalName == second.originalName
            && Set(first.options) == Set(second.options) && first.hashModifier == second.hashModifier
            && first.isOptional == second.isOptional && first.propertyType == second.propertyType
    }

    /// Hashes the name and the type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(propertyType)
    }
}

extension Schema.Attribute: CustomDebugStringConvertible {
    /// The name and the type.
    public var debugDescription: String {
        "Attribute(\(name): \(propertyType.described.name)\(isOptional ? "?" : ""))"
    }
}

extension Schema.Attribute {
    /// An option of a property.
    ///
    /// Mirrors SwiftData's `Schema.Attribute.Option`.
    public struct Option: Hashable, Sendable {
        let name: String

        /// No two records can have the same value.
        ///
        /// By default, saving a new object with the value of an existing record updates that record;
        /// ``ModelContext/mergePolicy`` changes this. Both objects then represent the record, see
        /// ``ModelContext/insert(_:)``.
        public static let unique = Option(name: "unique")
        /// Large data is stored in a file beside the store.
        ///
        /// The option can be added or removed later. Until a property is set again, its existing value
        /// remains in the file or the database, and is read from there.
        public static let externalStorage = Option(name: "externalStorage")
        /// The value may be encrypted in CloudKit. This option has no effect, because Linux has no CloudKit.
        public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
        /// The history keeps the value when the record is deleted.
        public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
        /// The value is observed but not stored.
        public static let ephemeral = Option(name: "ephemeral")
        /// The value is indexed by Spotlight. This option has no effect, because Linux has no Spotlight.
        public static let spotlight = Option(name: "spotlight")

        /// Converts the value to bytes with the transformer that is registered under a name.
        ///
        /// - Parameter transformerName: The name, see ``ValueTransformer/setValueTransformer(_:forName:)``.
        public static func transformable(by transformerName: String) -> Option {
            Option(name: "transformable(\(transformerName))")
        }

        /// Converts the value to bytes with a transformer.
        ///
        /// - Parameter transformerType: A subclass of ``ValueTransformer``.
        public static func transformable(by transformerType: any Any.Type) -> Option {
            Option(name: "transformable(\(transformerType))")
        }
    }
}

extension Schema.Attribute {
    /// Whether each save of a changed record sets the value automatically.
    var isDerived: Bool { options.contains { $0.name == "modificationDate" } }
}

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

extension Schema.Attribute.Option {
    /// The date of the last save that changed the record. Each save sets it automatically and ignores the
    /// program's value.
    ///
    /// ```swift
    /// @Model final class Issue {
    ///     @Attribute(.modificationDate) var modified = Date.now
    ///     init() {}
    /// }
    /// ```
    ///
    /// Use it for a `Date` or `Date?`. Objects get the new date when they are saved. If two contexts change
    /// the same record, the date never causes a conflict. To keep a date at insertion, see
    /// ``ModelContext/insert(_:keepingModificationDate:)``. Not in SwiftData; mirrors Core Data's derived
    /// attributes with `now()`.
    public static let modificationDate = Schema.Attribute.Option(name: "modificationDate")
}
