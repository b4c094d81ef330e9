/// A property of a model: an attribute or a relationship.
///
/// Mirrors SwiftData's `SchemaProperty`, except that it isn't `Codable`.
public protocol SchemaProperty: Sendable {
    /// The property's name.
    var name: String { get }
    /// The property's name in an earlier version of the model; nil if it wasn't renamed.
    var originalName: String? { get }
    /// The type of the value, without `Optional`; for a relationship, the class on the other side.
    var valueType: any Any.Type { get }
    /// Whether the property may be nil.
    var isOptional: Bool { get }
    /// Whether no two records can have the same value or related object.
    var isUnique: Bool { get }
    /// Whether the property stores a value.
    var isAttribute: Bool { get }
    /// Whether the property refers to other models.
    var isRelationship: Bool { get }
    /// Whether the property isn't stored; always false, because a schema has only stored properties.
    var isTransient: Bool { get }
}

extension SchemaProperty {
    /// Whether the property stores a value.
    public var isAttribute: Bool { !isRelationship }
    /// Always false: a schema has only stored properties.
    public var isTransient: Bool { false }
}

extension Schema.Attribute: SchemaProperty {
    /// Always false.
    public var isRelationship: Bool { false }
}

extension Schema.Relationship: SchemaProperty {
    /// Always true.
    public var isRelationship: Bool { true }
}

extension Schema.Entity {
    /// All properties: inherited ones first, in the order of their declaration.
    ///
    /// Mirrors SwiftData's `properties`.
    public var properties: [any SchemaProperty] {
        let relationships = relationshipsByName
        return metadata.compactMap { property -> (any SchemaProperty)? in
            if property.codec.isRelationship { return relationships[property.name] }
            return property.attribute
        }
    }

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
    public var inheritedProperties: [any SchemaProperty] {
        Array(properties.prefix(inheritedCount(of: type)))
    }

    /// The inherited properties by name.
    ///
    /// Mirrors SwiftData's `inheritedPropertiesByName`.
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.byName(inheritedProperties) }

    private static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }
}
