/// A part of a model's description: an attribute, a relationship, a unique group or an index.
///
/// ```swift
/// for property in Schema([Book.self]).entities[0].properties where property.isAttribute {
///     print(property.name, property.valueType)
/// }
/// ```
///
/// Mirrors SwiftData's `SchemaProperty`.
public protocol SchemaProperty: Codable, Hashable, Sendable {
    /// The property's name.
    var name: String { get }
    /// The property's name in an earlier version of the model; its name if it wasn't renamed.
    var originalName: String { get }
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
