extension Schema {
    /// A model of a schema.
    ///
    /// Mirrors SwiftData's `Schema.Entity`.
    public final class Entity: Sendable {
        /// The model's name. The table of a model without a superclass has this name.
        public let name: String
        /// The properties that store values: inherited ones first, in the order of their declaration.
        public let attributes: [Attribute]

        /// A group of properties that a class declares as unique together or as an index.
        struct PropertyGroup: Sendable {
            let names: [String]
            let declaringType: any PersistentModel.Type
            /// The key paths that don't refer to a property of the class.
            let unknown: [String]
        }

        let unique: [PropertyGroup]
        /// The groups whose index is a B-tree, not an R*Tree.
        let indexed: [PropertyGroup]
        let spatial: [PropertyGroup]
        let inheritance = InheritanceLinks()
        package let type: any PersistentModel.Type
        let metadata: [PropertyMetadata]
        let shape: ModelShape
        /// The relationships: inherited ones first, in the order of their declaration.
        public let relationships: [Relationship]

        init(_ type: any PersistentModel.Type) {
            self.type = type
            name = type._$entityName
            metadata = ModelMetadata.of(type)
            attributes = metadata.filter { !$0.codec.isRelationship }.map(\.attribute)
            let shape = ModelShape.of(type)
            self.shape = shape
            relationships = shape.relationships.map { found in
                var relationship = found.relationship
                relationship.name = found.name
                relationship.valueType = found.target
                relationship.destination = found.target._$entityName
                relationship.inverseName = found.inverseName
                relationship.isOptional = !found.isRequired
                relationship.isToOneRelationship = !found.isToMany
                return relationship
            }
            unique = Entity.collect(type, Entity.unique)
            let hasTrees = SpatialIndex.isAvailable
            indexed = Entity.collect(type) {
                Entity.groups($0._$indexes + (hasTrees ? [] : $0._$spatialIndexes), of: $0)
            }
            spatial = hasTrees ? Entity.collect(type) { Entity.groups($0._$spatialIndexes, of: $0) } : []
        }

        /// The names of the properties that are unique together, by group; inherited groups first.
        public var uniquenessConstraints: [[String]] { unique.map(\.names) }

        /// The names of the properties that have an index together, by group; inherited groups first.
        public var indices: [[String]] { plainIndices + spatialIndices }

        /// The groups whose index is an R*Tree.
        var spatialIndices: [[String]] { spatial.map(\.names) }

        /// The groups whose index is a B-tree, not an R*Tree.
        var plainIndices: [[String]] { indexed.map(\.names) }

        /// The relationships by name.
        public var relationshipsByName: [String: Relationship] {
            Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
        }

        /// The attributes by name.
        public var attributesByName: [String: Attribute] {
            Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first }
        }

        /// Returns the groups of a class; those of its superclass come first.
        private static func collect(
            _ type: any PersistentModel.Type, _ own: (any PersistentModel.Type) -> [PropertyGroup]
        ) -> [PropertyGroup] {
            (type._$superclass.map { collect($0, own) } ?? []) + own(type)
        }

        /// Returns the unique properties of a class and the groups of its `#Unique`, in this order.
        private static func unique(of type: any PersistentModel.Type) -> [PropertyGroup] {
            ModelMetadata.of(type).dropFirst(inheritedCount(of: type))
                .filter { $0.attribute.isUnique && !$0.codec.isRelationship }
                .map { PropertyGroup(names: [$0.name], declaringType: type, unknown: []) }
                + groups(type._$unique, of: type)
        }

        private static func groups(
            _ groups: [[AnyKeyPath]], of type: any PersistentModel.Type
        ) -> [PropertyGroup] {
            if groups.isEmpty { return [] }
            let metadata = ModelMetadata.of(type)
            return groups.map { group in
                let names = group.map { path in metadata.first { $0.keyPath == path }?.name }
                return PropertyGroup(
                    names: names.compactMap(\.self), declaringType: type,
                    unknown: zip(group, names).filter { $0.1 == nil }.map { "\($0.0)" })
            }
        }
    }
}
