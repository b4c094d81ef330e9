import Foundation

/// What a schema must be before a store is made or opened for it.
enum SchemaCheck {
    static func check(_ schema: Schema) throws {
        var models: Set<String> = []
        for entity in schema.entities {
            // SQL holds names that differ in case for the same.
            if !models.insert(entity.name.lowercased()).inserted {
                throw ModelDataError.duplicateModel(name: entity.name)
            }
            if entity.name.hasPrefix("_") || entity.name.lowercased().hasPrefix("sqlite_") {
                throw ModelDataError.reservedName(model: entity.name, property: nil)
            }
            if entity.metadata.count + entity.relationships.count > ColumnSet.capacity {
                throw ModelDataError.tooManyProperties(model: entity.name, count: entity.metadata.count)
            }
            try checkProperties(of: entity)
            try checkRelationships(of: entity)
            try checkSpatialIndexes(of: entity)
        }
    }

    /// Objects of one store can't have foreign keys in another.
    static func checkStore(_ entities: [Schema.Entity]) throws {
        for entity in entities {
            for relationship in entity.shape.relationships
            where !entities.contains(where: { $0.type == relationship.target }) {
                throw ModelDataError.invalidRelationship(
                    model: entity.name, property: relationship.name,
                    destination: relationship.target._$entityName, reason: .otherStore)
            }
        }
    }

    private static func checkRelationships(of entity: Schema.Entity) throws {
        for relationship in entity.shape.relationships {
            if let problem = relationship.problem {
                throw ModelDataError.invalidRelationship(
                    model: entity.name, property: relationship.name,
                    destination: relationship.target._$entityName, reason: problem)
            }
        }
    }

    /// An R*Tree has one to five numbers.
    private static func checkSpatialIndexes(of entity: Schema.Entity) throws {
        for group in entity.spatialIndices {
            let unfit = group.first { name in
                guard let property = entity.metadata.first(where: { $0.name == name }) else { return true }
                guard case .ordered = property.codec.comparison else { return true }
                return ![ColumnType.integer, .real].contains(property.codec.columnType)
            }
            guard unfit == nil, SpatialIndex.dimensions.contains(group.count) else {
                throw ModelDataError.unsuitableOption(
                    model: entity.name, property: unfit ?? group.joined(separator: ", "), option: "rtree")
            }
        }
    }

    private static func checkProperties(of entity: Schema.Entity) throws {
        var properties: Set<String> = []
        for attribute in entity.metadata.map(\.attribute) {
            if ["_id", "_type"].contains(attribute.name.lowercased()) {
                throw ModelDataError.reservedName(model: entity.name, property: attribute.name)
            }
            if attribute.isDerived, attribute.valueType != Date.self {
                throw ModelDataError.unsuitableOption(
                    model: entity.name, property: attribute.name, option: "modificationDate")
            }
            if !properties.insert(attribute.name.lowercased()).inserted {
                throw ModelDataError.duplicateProperty(model: entity.name, property: attribute.name)
            }
        }
    }
}
