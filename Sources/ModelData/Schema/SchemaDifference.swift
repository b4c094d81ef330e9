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
