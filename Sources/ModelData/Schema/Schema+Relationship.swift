extension Schema {
    /// A property of a model that refers to other models.
    ///
    ///     let relationship = Schema.Relationship(deleteRule: .cascade, originalName: "places")
    ///
    /// Mirrors SwiftData's `Schema.Relationship`.
    public struct Relationship: Sendable {
        /// The property's name.
        public internal(set) var name = ""
        /// What is special about the relationship.
        public let options: [Option]
        /// What becomes of the related objects when the owner is deleted.
        public let deleteRule: DeleteRule
        /// The least number of related objects.
        public let minimumModelCount: Int?
        /// The greatest number of related objects; zero or nil means any number.
        public let maximumModelCount: Int?
        /// The name that the relationship had before it was renamed.
        public let originalName: String?
        /// Changes the schema's fingerprint.
        public let hashModifier: String?
        /// The name of the model on the other side.
        public internal(set) var destination = ""
        /// The name of the relationship on the other side; nil when there is none.
        public internal(set) var inverseName: String?
        /// The class of the model on the other side.
        public internal(set) var valueType: any Any.Type = Never.self
        /// Whether it may be nil.
        public internal(set) var isOptional = false
        /// Whether it refers to one object at most.
        public internal(set) var isToOneRelationship = true
        // Key paths don't say that they are Sendable; this one captures nothing.
        private nonisolated(unsafe) let explicitInverse: AnyKeyPath?

        /// Describes a relationship.
        ///
        ///     let relationship = Schema.Relationship(deleteRule: .deny)
        ///
        /// - Parameters:
        ///   - options: what is special about it.
        ///   - deleteRule: what becomes of the related objects when the owner is deleted.
        ///   - minimumModelCount: the least number of related objects.
        ///   - maximumModelCount: the greatest number of related objects; zero means any number.
        ///   - originalName: the name that it had in an earlier version of the model.
        ///   - inverse: the key path on the other side.
        ///   - hashModifier: changes the schema's fingerprint.
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

        /// The key path on the other side, where the property names it.
        public var inverseKeyPath: AnyKeyPath? { explicitInverse }

        /// Whether a related object belongs to one owner only.
        public var isUnique: Bool { options.contains(.unique) }
    }
}

extension Schema.Relationship {
    /// What becomes of related objects when their owner is deleted.
    ///
    ///     let rule = Schema.Relationship.DeleteRule.nullify
    ///
    /// Mirrors SwiftData's `Schema.Relationship.DeleteRule`.
    public enum DeleteRule: String, Codable, Hashable, CaseIterable, Sendable {
        /// They are deleted too.
        case cascade
        /// They lose the relationship.
        case nullify
        /// The owner can't be deleted while there are any.
        case deny
        /// Nothing happens to them.
        case noAction
    }

    /// What can be special about a relationship.
    ///
    ///     let option = Schema.Relationship.Option.unique
    ///
    /// Mirrors SwiftData's `Schema.Relationship.Option`.
    public struct Option: Hashable, Sendable {
        let name: String
        /// A related object belongs to one owner only.
        public static let unique = Option(name: "unique")
    }
}
