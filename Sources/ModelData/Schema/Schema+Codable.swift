import Foundation

extension Schema: Codable {
    private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

    /// The version of the form in which schemas are encoded.
    ///
    /// Mirrors SwiftData's `schemaEncodingVersion`.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// The version of the form in which this schema is encoded.
    ///
    /// Mirrors SwiftData's `encodingVersion`.
    public var encodingVersion: Version { Self.schemaEncodingVersion }

    /// Decodes a schema. Entities whose class the program contains are connected with it, but not with a private class.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data isn't a schema, or one that a newer version of the library has encoded.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
        guard encodingVersion.major <= Self.schemaEncodingVersion.major else {
            throw DecodingError.dataCorruptedError(
                forKey: .encodingVersion, in: container,
                debugDescription: "the schema was encoded by a newer version of ModelData")
        }
        let entities = try container.decode([Entity].self, forKey: .entities)
        Entity.linkInheritance(entities)
        self.init(described: entities, version: try container.decode(Version.self, forKey: .version))
    }

    /// Encodes the version and the entities.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(encodingVersion, forKey: .encodingVersion)
        try container.encode(version, forKey: .version)
        try container.encode(entities, forKey: .entities)
    }

    /// Writes the schema to a file as JSON. An existing file is replaced.
    ///
    /// ```swift
    /// try Schema([Book.self]).save(to: URL(fileURLWithPath: "schema.json"))
    /// ```
    ///
    /// - Parameter url: The file.
    /// - Throws: An error of Foundation if the file can't be written.
    ///
    /// Mirrors SwiftData's `save(to:)`.
    public func save(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: url, options: .atomic)
    }

    /// Reads a schema from a file that ``save(to:)`` has written.
    ///
    /// - Parameter url: The file.
    /// - Throws: An error of Foundation if the file can't be read, or `DecodingError` if it isn't a schema.
    ///
    /// Mirrors SwiftData's `load(from:)`.
    public static func load(from url: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: url))
    }
}

extension Schema.Attribute: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, originalName, options, hashModifier, isOptional, valueType, defaultValue
    }

    /// Decodes an attribute.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data isn't an attribute.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
            hashModifier: try container.decodeIfPresent(String.self, forKey: .hashModifier))
        name = try container.decode(String.self, forKey: .name)
        options = try container.decode([Option].self, forKey: .options)
        isOptional = try container.decode(Bool.self, forKey: .isOptional)
        propertyType = try container.decode(PropertyType.self, forKey: .valueType)
        if let type = valueType as? any (Decodable & SendableMetatype).Type {
            defaultValue = try container.decodeIfPresent(type, forKey: .defaultValue)
        }
    }

    /// Encodes the attribute; its default value only if it is `Encodable`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(earlierName, forKey: .originalName)
        try container.encode(options, forKey: .options)
        try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
        try container.encode(isOptional, forKey: .isOptional)
        try container.encode(propertyType, forKey: .valueType)
        if let value = defaultValue,
            (value as? any AnyOptional)?.anyWrapped != nil || !(value is any AnyOptional),
            let encodable = value as? any Encodable
        {
            try container.encode(encodable, forKey: .defaultValue)
        }
    }
}

extension Schema.Attribute.Option: Codable {
    /// Decodes an option from its name.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data isn't a text.
    public init(from decoder: any Decoder) throws {
        self.init(name: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the option's name.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension Schema.Relationship.Option: Codable {
    /// Decodes an option from its name.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data isn't a text.
    public init(from decoder: any Decoder) throws {
        self.init(name: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the option's name.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
