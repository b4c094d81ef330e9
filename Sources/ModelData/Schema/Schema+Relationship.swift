extension Schema {
    /// A property of a model that refers to other models.
    ///
    /// ```swift
    /// var author = Schema.Relationship(deleteRule: .nullify)
    /// author.name = "author"
    /// author.destination = "Author"
    /// ```
    ///
    /// Mirrors SwiftData's `Schema.Relationship`.
    public struct Relationship: Sendable {
        /// The property's name.
        public var name = ""
        /// The options of the relationship.
        public var options: [Option]
        /// What happens to the related objects when the owner is deleted.
        public var deleteRule: DeleteRule
        /// The minimum number of related objects.
        public var minimumModelCount: Int?
        /// The maximum number of related objects; 0 or nil means no limit.
        public var maximumModelCount: Int?
        /// The relationship's name in an earlier version of the model; nil if it wasn't renamed.
        var earlierName: String?
        /// A text that changes the schema fingerprint.
        public var hashModifier: String?
        /// The name of the model on the other side.
        public var destination = ""
        /// The name of the relationship on the other side; nil if the relationship has no inverse.
        public var inverseName: String?
        /// The class of the model on the other side.
        ///
        /// In a decoded schema, it is an internal type if the program doesn't contain the class.
        public var valueType: any Any.Type {
            get { propertyType.type }
            set { propertyType = PropertyType(newValue) }
        }
        var propertyType = PropertyType(Never.self)
        /// Whether the relationship may be nil.
        public var isOptional = false
        /// Whether the relationship refers to at most one object.
        public var isToOneRelationship = true
        // `AnyKeyPath` isn't `Sendable`, but these key paths capture nothing.
        /// The key path of the property; nil in a relationship that doesn't come from a class.
        ///
        /// Mirrors SwiftData's `keypath`.
        public nonisolated(unsafe) var keypath: AnyKeyPath?
        /// The key path of the relationship on the other side, if `inverse:` specifies it.
        public nonisolated(unsafe) var inverseKeyPath: AnyKeyPath?

        /// Creates a relationship.
        ///
        /// - Parameters:
        ///   - options: The options of the relationship.
        ///   - deleteRule: What happens to the related objects when the owner is deleted. Default:
        ///     `.nullify`.
        ///   - minimumModelCount: The minimum number of related objects. Default: 0.
        ///   - maximumModelCount: The maximum number of related objects; 0 or nil means no limit. Default: 0.
        ///   - originalName: The relationship's name in an earlier version of the model.
        ///   - inverse: The key path of the relationship on the other side.
        ///   - hashModifier: A text that changes the schema's fingerprint.
        public init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            self.options = options
            self.deleteRule = deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            earlierName = originalName
            self.hashModifier = hashModifier
            inverseKeyPath = inverse
        }

        /// Describes the relationship of a class.
        init(described shape: RelationshipShape, _ property: Schema.PropertyMetadata) {
            self = shape.relationship
            name = shape.name
            valueType = shape.target
            destination = shape.target._$entityName
            inverseName = shape.inverseName
            isOptional = !shape.isRequired
            isToOneRelationship = !shape.isToMany
            keypath = property.keyPath
        }

        /// The relationship's name in an earlier version of the model; its name if it wasn't renamed.
        ///
        /// Mirrors SwiftData's `originalName`.
        public var originalName: String {
            get { earlierName ?? name }
            set { earlierName = newValue == name ? nil : newValue }
        }

        /// Whether a related object can have only one owner.
        public var isUnique: Bool { options.contains(.unique) }
    }
}

extension Schema.Relationship: Hashable {
    /// Returns whether two relationships say the same. Key paths aren't compared.
    public static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.originalName == second.originalName
            && Set(first.options) == Set(second.options) && first.deleteRule == second.deleteRule
            && first.minimumModelCount == second.minimumModelCount
            && first.maximumModelCount == second.maximumModelCount
            && first.hashModifier == second.hashModifier && first.destination == second.destination
            && first.inverseName == second.inverseName && first.isOptional == second.isOptional
            && first.isToOneRelationship == second.isToOneRelationship
            && first.propertyType == second.propertyType
    }

    /// Hashes the name and the destination.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(destination)
    }
}

extension Schema.Relationship: Codable {
    // The key paths aren't encoded.
    private enum CodingKeys: String, CodingKey {
        case name, options, deleteRule, hashModifier, destination, isOptional
        case earlierName = "originalName"
        case minimumModelCount = "minimum"
        case maximumModelCount = "maximum"
        case inverseName = "inverse"
        case propertyType = "class"
        case isToOneRelationship = "isToOne"
    }
}

extension Schema.Relationship: CustomDebugStringConvertible {
    /// The name and the destination.
    public var debugDescription: String { "Relationship(\(name): \(destination))" }
}

extension Schema.Relationship {
    /// What happens to related objects when their owner is deleted.
    ///
    /// Mirrors SwiftData's `Schema.Relationship.DeleteRule`.
    public enum DeleteRule: String, Codable, Hashable, CaseIterable, Sendable {
        /// The related objects are deleted too.
        case cascade
        /// The related objects no longer refer to the owner.
        case nullify
        /// The owner can't be deleted while it has related objects.
        case deny
        /// The related objects don't change.
        case noAction
    }

    /// An option of a relationship.
    ///
    /// Mirrors SwiftData's `Schema.Relationship.Option`.
    public struct Option: Hashable, Sendable {
        let name: String
        /// A related object can have only one owner.
        public static let unique = Option(name: "unique")
    }
}
