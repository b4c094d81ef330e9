extension Schema {
    /// One model of a schema: its name and its properties.
    ///
    ///     let names = schema.entities.flatMap(\.attributes).map(\.name)
    ///
    /// Mirrors SwiftData's `Schema.Entity`.
    public final class Entity: Sendable {
        /// The model's name, which is its table's name.
        public let name: String
        /// The properties, in the order of their declaration.
        public let attributes: [Attribute]
        /// The groups of properties whose values together are unique.
        public let uniquenessConstraints: [[String]]
        /// The groups of properties that have an index.
        public let indices: [[String]]
        /// Those of them whose index is an R*Tree.
        let spatialIndices: [[String]]
        /// The others.
        var plainIndices: [[String]] { indices.filter { !spatialIndices.contains($0) } }

        let type: any PersistentModel.Type
        let metadata: [PropertyMetadata]
        let shape: ModelShape
        /// The relationships, in the order of their declaration.
        public let relationships: [Relationship]

        init(_ type: any PersistentModel.Type) {
            self.type = type
            name = type._$entityName
            metadata = type.schemaMetadata
            attributes = metadata.filter { !$0.codec.isRelationship }.map(\.attribute)
            let shape = ModelShape.of(type)
            self.shape = shape
            relationships = shape.relationships.map { found in
                var relationship = found.relationship
                relationship.name = found.name
                relationship.destination = found.target._$entityName
                relationship.inverseName = found.inverseName
                relationship.isOptional = !found.isRequired
                relationship.isToOneRelationship = !found.isToMany
                return relationship
            }
            let single = attributes.filter(\.isUnique).map { [$0.name] }
            uniquenessConstraints = single + Entity.names(of: type, \.unique, in: metadata)
            let spatial = Entity.names(of: type, \.spatialIndexes, in: metadata)
            spatialIndices = SpatialIndex.isAvailable ? spatial : []
            indices = Entity.names(of: type, \.indexes, in: metadata) + spatial
        }

        /// The relationships by their names.
        public var relationshipsByName: [String: Relationship] {
            Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
        }

        /// The attributes by their names.
        public var attributesByName: [String: Attribute] {
            Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
        }

        private static func names(
            of type: any PersistentModel.Type, _ groups: KeyPath<KeyPathGroups, [[AnyKeyPath]]>,
            in metadata: [PropertyMetadata]
        ) -> [[String]] {
            let groups = keyPathGroups(of: type)[keyPath: groups]
            if groups.isEmpty { return [] }
            return groups.map { group in
                group.compactMap { path in metadata.first { $0.keyPath == path }?.name }
            }
        }
    }
}

struct KeyPathGroups {
    let unique: [[AnyKeyPath]]
    let indexes: [[AnyKeyPath]]
    let spatialIndexes: [[AnyKeyPath]]
}

private func keyPathGroups<T: PersistentModel>(of type: T.Type) -> KeyPathGroups {
    KeyPathGroups(
        unique: type._$unique, indexes: type._$indexes, spatialIndexes: type._$spatialIndexes)
}
