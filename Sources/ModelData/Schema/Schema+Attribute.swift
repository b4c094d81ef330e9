extension Schema {
    /// One property of a model that is a value.
    ///
    ///     let isUnique = Schema.Attribute(.unique).isUnique
    ///
    /// Mirrors SwiftData's `Schema.Attribute`.
    public struct Attribute: Sendable {
        /// The property's name, which is its column's name.
        public internal(set) var name = ""
        /// The name that the property had before it was renamed.
        public let originalName: String?
        /// What is special about the property.
        public let options: [Option]
        /// Changes the schema's fingerprint when the meaning of the values changes.
        public let hashModifier: String?
        /// Whether the value may be nil.
        public internal(set) var isOptional = false
        /// The type of the value, without its optional.
        public internal(set) var valueType: any Any.Type = Never.self

        /// Makes the attribute of a property.
        ///
        ///     let attribute = Schema.Attribute(.unique, originalName: "number")
        ///
        /// - Parameters:
        ///   - options: what is special about the property.
        ///   - originalName: the name the property had in an earlier version.
        ///   - hashModifier: changes the schema's fingerprint.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            self.options = options
            self.originalName = originalName
            self.hashModifier = hashModifier
        }

        /// Whether the value occurs in one record only.
        public var isUnique: Bool { options.contains(.unique) }

        /// Whether a transformer turns the value into bytes.
        public var isTransformable: Bool { options.contains { $0.name.hasPrefix("transformable(") } }
    }
}

extension Schema.Attribute {
    /// What can be special about a property.
    ///
    ///     let options: [Schema.Attribute.Option] = [.unique, .spotlight]
    ///
    /// Mirrors SwiftData's `Schema.Attribute.Option`.
    public struct Option: Hashable, Sendable {
        let name: String

        /// The value occurs in one record only; a second object with it replaces the first one's values, and stands for
        /// the same record once it is saved, see ``ModelContext/insert(_:)``.
        public static let unique = Option(name: "unique")
        /// Large data is kept in a file beside the store. The option may come and go: a value stays where it is, and is
        /// read from there, until the property is given another one.
        public static let externalStorage = Option(name: "externalStorage")
        /// The value may be encrypted in CloudKit, which doesn't exist here.
        public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
        /// History keeps the value when the record is deleted.
        public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
        /// Changes of the value are seen by observers, and it isn't stored.
        public static let ephemeral = Option(name: "ephemeral")
        /// The value is indexed by Spotlight, which doesn't exist here.
        public static let spotlight = Option(name: "spotlight")

        /// The value is turned into bytes by the transformer that was registered under the name.
        public static func transformable(by transformerName: String) -> Option {
            Option(name: "transformable(\(transformerName))")
        }

        /// The value is turned into bytes by the ``ValueTransformer``.
        public static func transformable(by transformerType: any Any.Type) -> Option {
            Option(name: "transformable(\(transformerType))")
        }
    }
}
