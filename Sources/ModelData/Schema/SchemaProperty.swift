/// A property of a model, be it a value or a relationship.
///
///     let names = schema.entity(for: Book.self)?.storedProperties.filter { !$0.isOptional }.map(\.name)
///
/// Mirrors SwiftData's `SchemaProperty`, but for being `Codable`.
public protocol SchemaProperty: Sendable {
    /// The property's name.
    var name: String { get }
    /// The name that the property had before it was renamed.
    var originalName: String? { get }
    /// The type of the value, without its optional; of a relationship, the class on the other side.
    var valueType: any Any.Type { get }
    /// Whether the property may be nil.
    var isOptional: Bool { get }
    /// Whether a value, or a related object, belongs to one record only.
    var isUnique: Bool { get }
    /// Whether the property is a value.
    var isAttribute: Bool { get }
    /// Whether the property refers to other models.
    var isRelationship: Bool { get }
    /// Whether the property isn't stored; a schema has none of these.
    var isTransient: Bool { get }
}

extension SchemaProperty {
    /// Whether the property is a value.
    public var isAttribute: Bool { !isRelationship }
    /// Always false: a schema has what is stored.
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
    /// All properties, inherited ones first, in the order of their declaration.
    ///
    ///     let names = schema.entity(for: Book.self)?.properties.map(\.name)
    ///
    /// Mirrors SwiftData's `properties`.
    public var properties: [any SchemaProperty] {
        let relationships = relationshipsByName
        return metadata.compactMap { property -> (any SchemaProperty)? in
            if property.codec.isRelationship { return relationships[property.name] }
            return property.attribute
        }
    }

    /// The properties that are stored, which are all that a schema knows.
    ///
    ///     let names = schema.entity(for: Book.self)?.storedProperties.map(\.name)
    ///
    /// Mirrors SwiftData's `storedProperties`.
    public var storedProperties: [any SchemaProperty] { properties }

    /// The stored properties by their names.
    ///
    ///     let title = schema.entity(for: Book.self)?.storedPropertiesByName["title"]
    ///
    /// Mirrors SwiftData's `storedPropertiesByName`.
    public var storedPropertiesByName: [String: any SchemaProperty] { Self.byName(storedProperties) }

    /// The properties of the models that this one inherits from, in the order of their declaration.
    ///
    ///     let names = schema.entity(for: Car.self)?.inheritedProperties.map(\.name)
    ///
    /// Mirrors SwiftData's `inheritedProperties`.
    public var inheritedProperties: [any SchemaProperty] {
        Array(properties.prefix(inheritedCount(of: type)))
    }

    /// The inherited properties by their names.
    ///
    ///     let wheels = schema.entity(for: Car.self)?.inheritedPropertiesByName["wheels"]
    ///
    /// Mirrors SwiftData's `inheritedPropertiesByName`.
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.byName(inheritedProperties) }

    private static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }
}
