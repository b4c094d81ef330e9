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

        let type: any PersistentModel.Type
        let metadata: [PropertyMetadata]

        init(_ type: any PersistentModel.Type) {
            self.type = type
            name = type._$entityName
            metadata = type.schemaMetadata
            attributes = metadata.map(\.attribute)
            let single = attributes.filter(\.isUnique).map { [$0.name] }
            uniquenessConstraints = single + Entity.names(of: type, \.unique, in: metadata)
            indices = Entity.names(of: type, \.indexes, in: metadata)
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
}

private func keyPathGroups<T: PersistentModel>(of type: T.Type) -> KeyPathGroups {
    KeyPathGroups(unique: type._$unique, indexes: type._$indexes)
}
