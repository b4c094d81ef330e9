extension Schema {
    /// Groups of properties of a model that are unique together.
    ///
    /// A class declares them with `#Unique`; an entity by hand has them among its properties:
    ///
    /// ```swift
    /// let entity = Schema.Entity("Book", properties: Schema.Unique<Book>([\.title, \.author]))
    /// ```
    ///
    /// Mirrors SwiftData's `Schema.Unique`.
    public struct Unique<T: PersistentModel>: Sendable {
        // Key paths aren't `Sendable`, but these capture nothing.
        /// The groups of properties.
        public nonisolated(unsafe) let constraints: [[PartialKeyPath<T>]]

        /// Creates unique groups.
        ///
        /// - Parameter constraints: Groups of properties; no two records have the same values in all properties of a
        ///   group.
        public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

        fileprivate init(_ constraints: [[PartialKeyPath<T>]]) { self.constraints = constraints }
    }
}

extension Schema.Unique: PropertyGroups {
    var uniqueNames: [[String]] { constraints.map { propertyNames(of: $0) } }
    var plainNames: [[String]] { [] }
    var spatialNames: [[String]] { [] }
}

extension Schema.Unique: SchemaProperty {
    private enum CodingKeys: String, CodingKey { case constraints }

    /// Decodes the groups by the names of the properties.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the model has no property of a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode([[String]].self, forKey: .constraints).map {
                try propertyKeyPaths(of: $0, in: T.self, decoder)
            })
    }

    /// Encodes the names of the properties.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uniqueNames, forKey: .constraints)
    }

    /// Always empty.
    public var name: String { "" }
    /// Always empty.
    public var originalName: String { "" }
    /// The model.
    public var valueType: any Any.Type { T.self }
    /// Always false.
    public var isOptional: Bool { false }
    /// Always true.
    public var isUnique: Bool { true }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Always false.
    public var isRelationship: Bool { false }
}

/// A property of an entity that stands for groups of its properties.
protocol PropertyGroups {
    var uniqueNames: [[String]] { get }
    var plainNames: [[String]] { get }
    var spatialNames: [[String]] { get }
}

/// Returns the names of a model's properties; for a key path that isn't a property, the key path's description.
func propertyNames<T: PersistentModel>(of paths: [PartialKeyPath<T>]) -> [String] {
    let metadata = ModelMetadata.of(T.self)
    return paths.map { path in metadata.first { $0.keyPath == path }?.name ?? "\(path)" }
}

/// Returns the key paths of a model's properties.
func propertyKeyPaths<T: PersistentModel>(
    of names: [String], in type: T.Type, _ decoder: any Decoder
) throws -> [PartialKeyPath<T>] {
    let metadata = ModelMetadata.of(T.self)
    return try names.map { name in
        guard let path = metadata.first(where: { $0.name == name })?.keyPath as? PartialKeyPath<T> else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(T.self) has no property \(name)"))
        }
        return path
    }
}
