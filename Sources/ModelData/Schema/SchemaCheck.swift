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
            if entity.attributes.count > ColumnSet.capacity {
                throw ModelDataError.tooManyProperties(model: entity.name, count: entity.attributes.count)
            }
            try checkProperties(of: entity)
        }
    }

    private static func checkProperties(of entity: Schema.Entity) throws {
        var properties: Set<String> = []
        for attribute in entity.attributes {
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
