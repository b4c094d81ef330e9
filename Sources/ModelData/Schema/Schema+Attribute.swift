extension Schema {
    /// A property of a model that stores a value.
    ///
    /// Mirrors SwiftData's `Schema.Attribute`.
    public struct Attribute: Sendable {
        /// The name of the property and its column.
        public internal(set) var name = ""
        /// The property's name in an earlier version of the model; nil if it wasn't renamed.
        public let originalName: String?
        /// The options of the property.
        public let options: [Option]
        /// A text that changes the schema fingerprint, for changes in the meaning of the values.
        public let hashModifier: String?
        /// Whether the value may be nil.
        public internal(set) var isOptional = false
        /// The type of the value, without `Optional`.
        public internal(set) var valueType: any Any.Type = Never.self

        /// Creates an attribute.
        ///
        /// - Parameters:
        ///   - options: The options of the property.
        ///   - originalName: The property's name in an earlier version of the model.
        ///   - hashModifier: A text that changes the schema's fingerprint.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.options = options
            self.originalName = originalName
            self.hashModifier = hashModifier
        }

        /// Whether no two records can have the same value.
        public var isUnique: Bool { options.contains(.unique) }

        /// Whether a transformer converts the value to bytes.
        public var isTransformable: Bool { options.contains { $0.name.hasPrefix("transformable(") } }
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
