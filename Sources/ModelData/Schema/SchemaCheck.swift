import Foundation

/// Validates a schema before a store is created or opened for it.
enum SchemaCheck {
    static func check(_ schema: Schema) throws {
        var models: Set<String> = []
        for entity in schema.models {
            // A class without `@Model` inherits the entity name of its superclass.
            // `String(describing:)` would search all conformances of the program for a custom description.
            if entity.name != "\(entity.type as any Any.Type)" {
                throw ModelDataError.unmarkedModel(name: "\(entity.type)", superclass: entity.name)
            }
            // SQL identifiers are case-insensitive.
            if !models.insert(entity.name.lowercased()).inserted {
                throw ModelDataError.duplicateModel(name: entity.name)
            }
            if entity.name.hasPrefix("_") || entity.name.lowercased().hasPrefix("sqlite_") {
                throw ModelDataError.reservedName(model: entity.name, property: nil)
            }
            if entity.metadata.count + entity.shape.relationships.count > ColumnSet.capacity {
                throw ModelDataError.tooManyProperties(model: entity.name, count: entity.metadata.count)
            }
            try checkProperties(of: entity)
            try checkRelationships(of: entity)
            try checkSpatialIndexes(of: entity)
            for group in entity.unique + entity.indexed + entity.spatial {
                guard let unknown = group.unknown.first else { continue }
                throw ModelDataError.unknownProperty(model: entity.name, property: unknown)
            }
        }
        for entity in schema.models where entity.shape.superclass == nil {
            try checkHierarchy(ModelHierarchy(of: entity.type, in: schema.models))
        }
    }

    /// Checks that the entities of a schema have a class and say the same as their class.
    static func checkDescription(of schema: Schema) throws {
        guard let entities = schema.knownEntities else { return }
        for entity in entities {
            guard let type = entity.type, let model = schema.models.first(where: { $0.type == type }) else {
                throw ModelDataError.entityWithoutClass(name: entity.name)
            }
            if let difference = SchemaDifference.first(entity, Schema.Entity(model)) {
                throw ModelDataError.differingEntity(
                    model: model.name, property: difference.property, detail: difference.detail)
            }
        }
    }

    /// Checks that properties of the same name in sibling classes can share a column.
    private static func checkHierarchy(_ hierarchy: ModelHierarchy) throws {
        guard hierarchy.isShared else { return }
        var known: [String: (column: EntityColumn, model: String)] = [:]
        for entity in hierarchy.classes {
            for column in EntityLayout.columns(of: entity, isInMemory: false).columns where column.isStored {
                guard let other = known[column.name.lowercased()] else {
                    known[column.name.lowercased()] = (column, entity.name)
                    continue
                }
                if other.column.name != column.name || !other.column.isInterchangeable(with: column) {
                    throw ModelDataError.differingProperty(
                        model: other.model, other: entity.name, property: column.name)
                }
            }
        }
    }

    /// Checks that all relationships are within the store, because foreign keys can't refer to another store.
    static func checkStore(_ entities: [ModelEntity]) throws {
        for entity in entities {
            for relationship in entity.shape.relationships
            where !entities.contains(where: { $0.type == relationship.target }) {
                throw ModelDataError.invalidRelationship(
                    model: entity.name, property: relationship.name,
                    destination: relationship.target._$entityName, reason: .otherStore)
            }
        }
    }

    private static func checkRelationships(of entity: ModelEntity) throws {
        for relationship in entity.shape.relationships {
            if let problem = relationship.problem {
                throw ModelDataError.invalidRelationship(
                    model: entity.name, property: relationship.name,
                    destination: relationship.target._$entityName, reason: problem)
            }
        }
    }

    /// Checks that every R*Tree has one to five properties that are numbers or dates.
    private static func checkSpatialIndexes(of entity: ModelEntity) throws {
        for group in entity.spatialIndices {
            let unsuitable = group.first { name in
                guard let property = entity.metadata.first(where: { $0.name == name }) else { return true }
                guard case .ordered = property.codec.comparison else { return true }
                return ![ColumnType.integer, .real].contains(property.codec.columnType)
            }
            guard unsuitable == nil, SpatialIndex.dimensions.contains(group.count) else {
                throw ModelDataError.unsuitableOption(
                    model: entity.name, property: unsuitable ?? group.joined(separator: ", "),
                    option: "rtree")
            }
        }
    }

    private static func checkProperties(of entity: ModelEntity) throws {
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

extension EntityColumn {
    /// Whether the relationships of two sibling classes can share a column. If one of them is one-to-one,
    /// they can share it only if they are the same relationship, inherited by both classes.
    private func canShareKey(with other: EntityColumn) -> Bool {
        guard case .key(let relationship) = role, case .key(let second) = other.role else { return true }
        return relationship === second || !(relationship.isOneToOne || second.isOneToOne)
    }

    /// Whether two properties can share one column of a table.
    fileprivate func isInterchangeable(with other: EntityColumn) -> Bool {
        codec.columnType == other.codec.columnType && codec.isOptional == other.codec.isOptional
            && codec.columnFormat == other.codec.columnFormat && reference == other.reference
            && isValue == other.isValue && canShareKey(with: other)
    }
}

/// The first difference between two descriptions of a model.
struct SchemaDifference {
    /// The property that differs; nil if the models differ as a whole.
    var property: String?
    /// What differs, as in “its type is Int in the schema, but String in the class”.
    let detail: String

    /// Compares a description with that of the class; nil if both say the same.
    static func first(_ described: Schema.Entity, _ own: Schema.Entity) -> SchemaDifference? {
        name(described, own) ?? properties(described, own) ?? groups(described, own)
    }

    private static func name(_ described: Schema.Entity, _ own: Schema.Entity) -> SchemaDifference? {
        if described.name != own.name {
            return SchemaDifference(detail: "the schema names it \(described.name)")
        }
        let (first, second) = (described.superentityName, own.superentityName)
        if first != second {
            return SchemaDifference(
                detail:
                    "it inherits from \(first ?? "no model") in the schema, but from \(second ?? "no model") in the class"
            )
        }
        return nil
    }

    private static func properties(_ described: Schema.Entity, _ own: Schema.Entity) -> SchemaDifference? {
        let wanted = Dictionary(own.ownProperties.map { ($0.property.name, $0) }) { first, _ in first }
        var seen: Set<String> = []
        for property in described.ownProperties {
            let name = property.property.name
            guard let other = wanted[name] else {
                return SchemaDifference(property: name, detail: "the class has no such property")
            }
            if !seen.insert(name).inserted {
                return SchemaDifference(property: name, detail: "the schema lists it twice")
            }
            if property != other {
                return SchemaDifference(
                    property: name,
                    detail: "it is \(property.summary) in the schema, but \(other.summary) in the class")
            }
        }
        guard let missing = own.ownProperties.first(where: { !seen.contains($0.property.name) }) else {
            return nil
        }
        return SchemaDifference(property: missing.property.name, detail: "the schema lacks it")
    }

    private static func groups(_ described: Schema.Entity, _ own: Schema.Entity) -> SchemaDifference? {
        if Set(described.uniquenessConstraints) != Set(own.uniquenessConstraints) {
            return SchemaDifference(detail: "the schema and the class have different unique groups")
        }
        if Set(described.plainIndices) != Set(own.plainIndices)
            || Set(described.spatialIndices) != Set(own.spatialIndices)
        {
            return SchemaDifference(detail: "the schema and the class have different indexes")
        }
        return nil
    }
}

extension DescribedProperty {
    /// The kind, the type and what else is compared, for an error.
    fileprivate var summary: String {
        switch self {
        case .attribute(let attribute): attribute.summary
        case .composite(let composite): "a composite \(composite.attribute.summary)"
        case .relationship(let relationship): relationship.summary
        }
    }
}

extension Schema.Attribute {
    fileprivate var summary: String {
        var text = "\(propertyType.described.name)\(isOptional ? "?" : "")"
        if !options.isEmpty { text += " with \(options.map(\.name).sorted().joined(separator: ", "))" }
        if let earlierName { text += ", formerly \(earlierName)" }
        if let hashModifier { text += ", modifier \(hashModifier)" }
        return text
    }
}

extension Schema.Relationship {
    fileprivate var summary: String {
        var text =
            "a relationship to \(isToOneRelationship ? "one" : "many") \(destination)\(isOptional ? "?" : "")"
        text += ", inverse \(inverseName ?? "none"), delete rule \(deleteRule.rawValue)"
        text += ", count \(minimumModelCount ?? 0) to \(maximumModelCount ?? 0)"
        if !options.isEmpty { text += " with \(options.map(\.name).sorted().joined(separator: ", "))" }
        if let earlierName { text += ", formerly \(earlierName)" }
        if let hashModifier { text += ", modifier \(hashModifier)" }
        return text
    }
}
