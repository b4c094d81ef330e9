import Synchronization

/// A model class of a schema, with its tables' parts.
package final class ModelEntity: Sendable {
    /// The model's name. The table of a model without a superclass has this name.
    package let name: String
    package let type: any PersistentModel.Type

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
    /// The properties: inherited ones first, in the order of their declaration.
    let metadata: [Schema.PropertyMetadata]
    let shape: ModelShape

    init(_ type: any PersistentModel.Type) {
        self.type = type
        name = type._$entityName
        metadata = ModelMetadata.of(type)
        shape = ModelShape.of(type)
        unique = Self.collect(type, Self.unique)
        let hasTrees = SpatialIndex.isAvailable
        indexed = Self.collect(type) {
            Self.groups($0._$indexes + (hasTrees ? [] : $0._$spatialIndexes), of: $0)
        }
        spatial = hasTrees ? Self.collect(type) { Self.groups($0._$spatialIndexes, of: $0) } : []
    }

    /// The names of the properties that are unique together, by group; inherited groups first.
    package var uniquenessConstraints: [[String]] { unique.map(\.names) }

    /// The groups whose index is an R*Tree.
    var spatialIndices: [[String]] { spatial.map(\.names) }

    /// The groups whose index is a B-tree, not an R*Tree.
    var plainIndices: [[String]] { indexed.map(\.names) }

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

    private static func groups(_ groups: [[AnyKeyPath]], of type: any PersistentModel.Type) -> [PropertyGroup]
    {
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

/// A model that several programs have. Its table doesn't tell whose store a file is.
package protocol SharedModel: PersistentModel {}

extension [ModelEntity] {
    /// Returns whether the tables of a store belong to another program that uses this library: there are tables of
    /// models, but none of these models. Tables of shared models don't count.
    ///
    /// - Parameter tables: The names of the tables that contain records.
    package func areForeign(to tables: some Sequence<String>) -> Bool {
        let shared = Set(filter { $0.type is any SharedModel.Type }.map(\.name))
        let names = Set(tables).subtracting(shared)
        return !names.isEmpty && !contains { names.contains($0.name) }
    }
}

/// The descriptions of the properties of model classes, each made once: `schemaMetadata` makes a new list with new
/// key paths at each call.
enum ModelMetadata {
    private static let known = Mutex<[ObjectIdentifier: [Schema.PropertyMetadata]]>([:])

    /// Returns the descriptions of a class's properties, inherited ones first.
    static func of(_ type: any PersistentModel.Type) -> [Schema.PropertyMetadata] {
        if let metadata = known.withLock({ $0[ObjectIdentifier(type)] }) { return metadata }
        // Create the list outside the lock, because the call can read the metadata of other classes.
        let metadata = type.schemaMetadata
        known.withLock { $0[ObjectIdentifier(type)] = metadata }
        return metadata
    }
}
