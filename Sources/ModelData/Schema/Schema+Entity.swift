import Synchronization

extension Schema {
    /// A model of a schema: its properties, unique groups and indexes.
    ///
    /// ```swift
    /// let entity = Schema.Entity(
    ///     "Book", properties: Schema.Attribute(name: "title", options: [.unique], valueType: String.self))
    /// print(entity.attributesByName["title"]?.isUnique ?? false)  // true
    /// ```
    ///
    /// An entity of a schema that was created from classes describes its class. A changed or self-made entity
    /// is only a description: ``ModelContainer`` refuses it unless it has a class and says the same as that
    /// class. Mirrors SwiftData's `Schema.Entity`.
    public final class Entity: Codable, Sendable {
        private let content: Mutex<Content>

        private struct Content: Codable {
            var name: String
            /// The class; nil in an entity without one.
            var classType: PropertyType?
            /// The properties without the inherited ones.
            var properties: [DescribedProperty] = []
            var uniquenessConstraints: [[String]] = []
            var plainIndices: [[String]] = []
            var spatialIndices: [[String]] = []
            var subentities: [Entity] = []
            var superentityName: String?
            // A superentity retains its subentities.
            weak var superentity: Entity?

            private enum CodingKeys: String, CodingKey {
                case name, properties, spatialIndices
                case classType = "class"
                case uniquenessConstraints = "unique"
                case plainIndices = "indices"
                case superentityName = "superentity"
            }
        }

        /// Creates an entity without properties.
        ///
        /// - Parameter name: The model's name.
        public convenience init(_ name: String) { self.init(name, subentities: [], properties: []) }

        /// Creates an entity.
        ///
        /// - Parameters:
        ///   - name: The model's name.
        ///   - properties: The attributes, relationships, unique groups and indexes.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name, subentities: [], properties: properties)
        }

        /// Creates an entity from which others inherit.
        ///
        /// - Parameters:
        ///   - name: The model's name.
        ///   - subentities: The models that directly inherit from this model.
        ///   - properties: The attributes, relationships, unique groups and indexes.
        public convenience init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
            self.init(name, subentities: subentities, properties: properties)
        }

        private init(_ name: String, subentities: [Entity], properties: [any SchemaProperty]) {
            var content = Content(name: name)
            content.properties = properties.compactMap(DescribedProperty.init)
            for property in properties {
                guard let groups = property as? any PropertyGroups else { continue }
                content.uniquenessConstraints += groups.uniqueNames
                content.plainIndices += groups.plainNames
                content.spatialIndices += groups.spatialNames
            }
            self.content = Mutex(content)
            self.subentities = Set(subentities)
        }

        /// Describes a model class.
        init(_ model: ModelEntity) {
            var content = Content(name: model.name, classType: PropertyType(model.type))
            content.properties = model.metadata.dropFirst(inheritedCount(of: model.type)).compactMap {
                property in
                if !property.codec.isRelationship { return .attribute(property.attribute) }
                let shape = model.shape.relationships.first { $0.name == property.name }
                return shape.map { .relationship(Relationship(described: $0, property)) }
            }
            content.uniquenessConstraints = model.uniquenessConstraints
            content.plainIndices = model.plainIndices
            content.spatialIndices = model.spatialIndices
            content.superentityName = model.shape.superclass?.type._$entityName
            self.content = Mutex(content)
        }

        /// Decodes an entity. An entity alone has no superentity, only the name of one.
        ///
        /// - Parameter decoder: The decoder to read from.
        /// - Throws: `DecodingError` if the data isn't an entity.
        public init(from decoder: any Decoder) throws { content = Mutex(try Content(from: decoder)) }

        /// Encodes the entity without the inherited properties.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: The encoder's error.
        public func encode(to encoder: any Encoder) throws {
            var current = current
            current.superentityName = superentityName
            try current.encode(to: encoder)
        }

        private var current: Content { content.withLock { $0 } }

        /// The model's name.
        public var name: String {
            get { current.name }
            set { content.withLock { $0.name = newValue } }
        }

        /// The class that the entity describes; nil if it has none, or if the program doesn't contain it.
        var type: (any PersistentModel.Type)? { current.classType?.type as? any PersistentModel.Type }

        /// The properties that the entity doesn't inherit, in the order of their declaration.
        var ownProperties: [DescribedProperty] { current.properties }

        /// All properties: inherited ones first, in the order of their declaration.
        var allProperties: [DescribedProperty] { (superentity?.allProperties ?? []) + ownProperties }

        /// The properties that store values: inherited ones first, in the order of their declaration.
        ///
        /// A new value replaces the attributes that the entity doesn't inherit. SwiftData has a set.
        public var attributes: [Attribute] {
            get { allProperties.compactMap(\.attribute) }
            set {
                let inherited = Set(superentity?.attributes.map(\.name) ?? [])
                let own = newValue.filter { !inherited.contains($0.name) }
                content.withLock { content in
                    content.properties.removeAll { $0.attribute != nil }
                    content.properties = own.map { .attribute($0) } + content.properties
                }
            }
        }

        /// The relationships: inherited ones first, in the order of their declaration.
        ///
        /// A new value replaces the relationships that the entity doesn't inherit. SwiftData has a set.
        public var relationships: [Relationship] {
            get { allProperties.compactMap(\.relationship) }
            set {
                let inherited = Set(superentity?.relationships.map(\.name) ?? [])
                let own = newValue.filter { !inherited.contains($0.name) }
                content.withLock { content in
                    content.properties.removeAll { $0.relationship != nil }
                    content.properties += own.map { .relationship($0) }
                }
            }
        }

        /// The names of the properties that are unique together, by group; inherited groups first.
        public var uniquenessConstraints: [[String]] {
            get { current.uniquenessConstraints }
            set { content.withLock { $0.uniquenessConstraints = newValue } }
        }

        /// The names of the properties that have an index together, by group; inherited groups first.
        ///
        /// A new value makes each group a B-tree.
        public var indices: [[String]] {
            get { plainIndices + spatialIndices }
            set {
                content.withLock { content in
                    content.plainIndices = newValue
                    content.spatialIndices = []
                }
            }
        }

        /// The groups whose index is a B-tree, not an R*Tree.
        var plainIndices: [[String]] { current.plainIndices }

        /// The groups whose index is an R*Tree.
        var spatialIndices: [[String]] { current.spatialIndices }

        /// The model that this model inherits from; nil if it doesn't inherit from a model, or if the entity isn't part
        /// of a schema.
        ///
        /// Mirrors SwiftData's `superentity`.
        public var superentity: Entity? {
            get { current.superentity }
            set {
                let name = newValue?.name
                content.withLock { content in
                    content.superentity = newValue
                    content.superentityName = name
                }
            }
        }

        /// The name of the model that this model inherits from; nil if it doesn't inherit from a model.
        ///
        /// Mirrors SwiftData's `superentityName`.
        public var superentityName: String? {
            let current = current
            return current.superentity?.name ?? current.superentityName
        }

        /// The models that directly inherit from this model.
        ///
        /// Mirrors SwiftData's `subentities`.
        public var subentities: Set<Entity> {
            get { Set(current.subentities) }
            set {
                content.withLock { $0.subentities = Array(newValue) }
                for entity in newValue { entity.superentity = self }
            }
        }
    }
}

extension Schema.Entity {
    /// The attributes by name.
    public var attributesByName: [String: Schema.Attribute] {
        Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The relationships by name.
    public var relationshipsByName: [String: Schema.Relationship] {
        Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
    }

    /// All properties: inherited ones first, in the order of their declaration.
    ///
    /// Mirrors SwiftData's `properties`.
    public var properties: [any SchemaProperty] { allProperties.map(\.property) }

    /// The stored properties, which are all properties of a schema.
    ///
    /// Mirrors SwiftData's `storedProperties`.
    public var storedProperties: [any SchemaProperty] { properties }

    /// The stored properties by name.
    ///
    /// Mirrors SwiftData's `storedPropertiesByName`.
    public var storedPropertiesByName: [String: any SchemaProperty] { Self.byName(storedProperties) }

    /// The inherited properties, in the order of their declaration.
    ///
    /// Mirrors SwiftData's `inheritedProperties`.
    public var inheritedProperties: [any SchemaProperty] { superentity?.properties ?? [] }

    /// The inherited properties by name.
    ///
    /// Mirrors SwiftData's `inheritedPropertiesByName`.
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.byName(inheritedProperties) }

    private static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Connects entities with their super- and subentities, by name.
    static func linkInheritance(_ entities: [Schema.Entity]) {
        for entity in entities where entity.superentity == nil {
            guard let name = entity.superentityName,
                let found = entities.first(where: { $0.name == name && $0 !== entity }),
                !found.inherits(from: entity)
            else { continue }
            found.subentities.insert(entity)
        }
    }

    private func inherits(from other: Schema.Entity) -> Bool {
        self === other || superentity?.inherits(from: other) == true
    }
}

extension Schema.Entity: Hashable {
    /// Returns whether two entities say the same: the same names, properties, groups and superentity.
    ///
    /// Key paths and default values aren't compared.
    public static func == (first: Schema.Entity, second: Schema.Entity) -> Bool {
        first === second || SchemaDifference.first(first, second) == nil
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Entity: CustomDebugStringConvertible {
    /// The name and the properties' names.
    public var debugDescription: String {
        "Entity(\(name): \(properties.map(\.name).joined(separator: ", ")))"
    }
}
