/// A text that describes a schema. It changes exactly when the tables, or the meaning of their columns,
/// change.
package enum SchemaFingerprint {
    package static func text(of entities: [ModelEntity], version: Schema.Version) -> String {
        var text = "\(version)\n"
        for entity in entities.sorted(by: { $0.name < $1.name }) {
            text += entity.name
            if let superclass = entity.shape.superclass { text += ": \(superclass.type._$entityName)" }
            text += "\n"
            for column in entity.metadata {
                text += " "
                text += column.name
                text += " "
                text += column.codec.columnType.rawValue
                text += column.codec.isOptional ? " " : " NOT NULL "
                text += column.codec.columnFormat
                let relationship =
                    column.codec.isRelationship
                    ? entity.shape.relationships.first { $0.name == column.name } : nil
                if let relationship, relationship.holdsKey {
                    text +=
                        " \(relationship.inverseName ?? "-") \(relationship.isChecked ? "REFERENCES" : "-")"
                    // One-to-one relationships are always unique.
                    if relationship.relationship.isUnique, !relationship.isOneToOne { text += " unique" }
                }
                if let modifier = column.attribute.hashModifier { text += " (\(modifier))" }
                if let relationship, relationship.isToMany, relationship.inverseColumn == nil {
                    text += oneSided
                }
                text += "\n"
            }
            for group in entity.uniquenessConstraints {
                text += " unique \(group.joined(separator: ","))\n"
            }
            for group in entity.plainIndices { text += " index \(group.joined(separator: ","))\n" }
            for group in entity.spatialIndices { text += " rtree \(group.joined(separator: ","))\n" }
        }
        return text
    }

    /// The mark of to-many relationships without an inverse. The join table of such a relationship has one
    /// column less.
    ///
    /// The mark begins with a digit, so that it can't be confused with a property name.
    private static let oneSided = " 1-sided"

    /// Returns the part of a fingerprint that describes the tables, without the version.
    static func tables(in fingerprint: String) -> Substring {
        guard let end = fingerprint.firstIndex(of: "\n") else { return "" }
        return fingerprint[end...].dropFirst()
    }

    /// Returns the names of the models in a fingerprint.
    package static func entityNames(in fingerprint: String) -> [String] {
        tables(in: fingerprint).split(separator: "\n").filter { !$0.hasPrefix(" ") }
            .map { String($0.prefix { $0 != ":" }) }
    }

    /// Returns the version at the beginning of a fingerprint.
    package static func version(in fingerprint: String) -> Schema.Version? {
        fingerprint.split(separator: "\n", maxSplits: 1).first.flatMap { Schema.Version(String($0)) }
    }
}

/// A type in the description of a schema, which can be written to a file and found again in another run.
struct DescribedType: Hashable, Codable, Sendable {
    /// The type's full name, such as `Swift.String`. Two types are the same if they have the same name.
    let name: String
    /// The name by which the Swift runtime finds the type; nil if it can't.
    private let runtimeName: String?

    private enum CodingKeys: String, CodingKey {
        case name
        case runtimeName = "runtime"
    }

    init(_ type: any Any.Type) {
        name = Self.name(of: type)
        runtimeName = _mangledTypeName(type)
    }

    /// The type; nil if the program doesn't contain it.
    ///
    /// The runtime trusts its own names: others can contain addresses. So a name from a file is only tried if
    /// it consists of letters, digits and underscores, and the found type must have the expected name.
    var type: (any Any.Type)? {
        guard let runtimeName, !runtimeName.isEmpty,
            runtimeName.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x5F
            }),
            let found = _typeByName(runtimeName), Self.name(of: found) == name
        else { return nil }
        return found
    }

    /// Returns the full name without the contexts of private types, whose addresses differ in each run.
    private static func name(of type: any Any.Type) -> String {
        var name = String(reflecting: type)
        while let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }

    static func == (first: Self, second: Self) -> Bool { first.name == second.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The type of a described property. Two are the same if the types have the same name.
struct PropertyType: Hashable, Codable, Sendable {
    /// The type; ``UnknownType`` if the program doesn't contain it.
    let type: any Any.Type
    /// The encoded form of a type that the program doesn't contain.
    private let unknown: DescribedType?

    init(_ type: any Any.Type) {
        self.type = type
        unknown = nil
    }

    /// The type as it is written to files.
    var described: DescribedType { unknown ?? DescribedType(type) }

    init(from decoder: any Decoder) throws {
        let described = try DescribedType(from: decoder)
        let found = described.type
        type = found ?? UnknownType.self
        unknown = found == nil ? described : nil
    }

    func encode(to encoder: any Encoder) throws { try described.encode(to: encoder) }

    static func == (first: Self, second: Self) -> Bool { first.described == second.described }

    func hash(into hasher: inout Hasher) { hasher.combine(described) }
}

/// The type of a described property whose own type the program doesn't contain.
enum UnknownType {}

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
