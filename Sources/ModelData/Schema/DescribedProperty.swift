/// A property of an entity.
enum DescribedProperty: Hashable, Sendable {
    case attribute(Schema.Attribute)
    case composite(Schema.CompositeAttribute)
    case relationship(Schema.Relationship)

    /// Wraps a property; nil for a unique group, an index, or a property of a type from elsewhere.
    init?(_ property: any SchemaProperty) {
        switch property {
        case let attribute as Schema.Attribute: self = .attribute(attribute)
        case let composite as Schema.CompositeAttribute: self = .composite(composite)
        case let relationship as Schema.Relationship: self = .relationship(relationship)
        default: return nil
        }
    }

    var property: any SchemaProperty {
        switch self {
        case .attribute(let attribute): attribute
        case .composite(let composite): composite
        case .relationship(let relationship): relationship
        }
    }

    var attribute: Schema.Attribute? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }

    var relationship: Schema.Relationship? {
        if case .relationship(let relationship) = self { relationship } else { nil }
    }
}

extension DescribedProperty: Codable {
    private enum CodingKeys: String, CodingKey { case attribute, composite, relationship }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let attribute = try container.decodeIfPresent(Schema.Attribute.self, forKey: .attribute) {
            self = .attribute(attribute)
        } else if let composite = try container.decodeIfPresent(
            Schema.CompositeAttribute.self, forKey: .composite)
        {
            self = .composite(composite)
        } else {
            self = .relationship(try container.decode(Schema.Relationship.self, forKey: .relationship))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .attribute(let attribute): try container.encode(attribute, forKey: .attribute)
        case .composite(let composite): try container.encode(composite, forKey: .composite)
        case .relationship(let relationship): try container.encode(relationship, forKey: .relationship)
        }
    }
}
