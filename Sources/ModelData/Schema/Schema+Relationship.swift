extension Schema {
    /// A property of a model that refers to other models.
    ///
    /// Mirrors SwiftData's `Schema.Relationship`.
    public struct Relationship: Sendable {
        /// The property's name.
        public internal(set) var name = ""
        /// The options of the relationship.
        public let options: [Option]
        /// What happens to the related objects when the owner is deleted.
        public let deleteRule: DeleteRule
        /// The minimum number of related objects.
        public let minimumModelCount: Int?
        /// The maximum number of related objects; 0 or nil means no limit.
        public let maximumModelCount: Int?
        /// The relationship's name in an earlier version of the model; nil if it wasn't renamed.
        public let originalName: String?
        /// A text that changes the schema fingerprint.
        public let hashModifier: String?
        /// The name of the model on the other side.
        public internal(set) var destination = ""
        /// The name of the relationship on the other side; nil if the relationship has no inverse.
        public internal(set) var inverseName: String?
        /// The class of the model on the other side.
        public internal(set) var valueType: any Any.Type = Never.self
        /// Whether the relationship may be nil.
        public internal(set) var isOptional = false
        /// Whether the relationship refers to at most one object.
        public internal(set) var isToOneRelationship = true
        // `AnyKeyPath` isn't `Sendable`, but this key path captures nothing.
        private nonisolated(unsafe) let explicitInverse: AnyKeyPath?

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
            self.originalName = originalName
            self.hashModifier = hashModifier
            explicitInverse = inverse
        }

        /// The key path of the relationship on the other side, if `inverse:` specifies it.
        public var inverseKeyPath: AnyKeyPath? { explicitInverse }

        /// Whether a related object can have only one owner.
        public var isUnique: Bool { options.contains(.unique) }
    }
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
