extension Schema {
    /// The indexes of a model.
    ///
    /// A class declares them with `#Index`; an entity by hand has them among its
    /// properties:
    ///
    /// ```swift
    /// let entity = Schema.Entity("Book", properties: Schema.Index<Book>([\.author, \.title]))
    /// ```
    ///
    /// Mirrors SwiftData's `Schema.Index`.
    public struct Index<T: PersistentModel>: Sendable {
        // Key paths aren't `Sendable`, but these capture nothing.
        /// The indexes, each with its kind.
        public nonisolated(unsafe) let indices: [Types<T>]

        /// Creates indexes for equality, ranges and sorting.
        ///
        /// - Parameter indices: Groups of properties.
        public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

        /// Creates indexes of several kinds.
        ///
        /// - Parameter indices: Groups of properties, each with the kind of its index.
        public init(_ indices: Types<T>...) { self.indices = indices }

        fileprivate init(_ indices: [Types<T>]) { self.indices = indices }

        /// The kind of an index, with the indexed properties.
        ///
        /// Mirrors SwiftData's `Schema.Index.Types`.
        public enum Types<Indexed: PersistentModel>: Hashable {
            /// A B-tree index for equality, ranges and sorting.
            case binary([PartialKeyPath<Indexed>])
            /// An R*Tree for ranges in one to five numbers or dates together, such as the points in a
            /// rectangle.
            case rtree([PartialKeyPath<Indexed>])
        }
    }

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

/// A property of an entity that stands for groups of its properties.
protocol PropertyGroups {
    var uniqueNames: [[String]] { get }
    var plainNames: [[String]] { get }
    var spatialNames: [[String]] { get }
}

extension Schema.Index: PropertyGroups {
    var uniqueNames: [[String]] { [] }

    var plainNames: [[String]] {
        indices.compactMap { if case .binary(let paths) = $0 { names(of: paths) } else { nil } }
    }

    var spatialNames: [[String]] {
        indices.compactMap { if case .rtree(let paths) = $0 { names(of: paths) } else { nil } }
    }
}

extension Schema.Unique: PropertyGroups {
    var uniqueNames: [[String]] { constraints.map { names(of: $0) } }
    var plainNames: [[String]] { [] }
    var spatialNames: [[String]] { [] }
}

/// Returns the names of a model's properties; for a key path that isn't a property, the key path's description.
private func names<T: PersistentModel>(of paths: [PartialKeyPath<T>]) -> [String] {
    let metadata = ModelMetadata.of(T.self)
    return paths.map { path in metadata.first { $0.keyPath == path }?.name ?? "\(path)" }
}

/// Returns the key paths of a model's properties.
private func keyPaths<T: PersistentModel>(
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

extension Schema.Index: SchemaProperty {
    private enum CodingKeys: String, CodingKey { case indices }

    private struct Coded: Codable {
        let isSpatial: Bool
        let properties: [String]
    }

    /// Decodes the indexes by the names of the properties.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the model has no property of a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode([Coded].self, forKey: .indices).map { coded in
                let paths = try keyPaths(of: coded.properties, in: T.self, decoder)
                return coded.isSpatial ? .rtree(paths) : .binary(paths)
            })
    }

    /// Encodes the names of the properties.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let coded = indices.map { index in
            switch index {
            case .binary(let paths): Coded(isSpatial: false, properties: names(of: paths))
            case .rtree(let paths): Coded(isSpatial: true, properties: names(of: paths))
            }
        }
        try container.encode(coded, forKey: .indices)
    }

    /// Always empty.
    public var name: String { "" }
    /// Always empty.
    public var originalName: String { "" }
    /// The model.
    public var valueType: any Any.Type { T.self }
    /// Always false.
    public var isOptional: Bool { false }
    /// Always false.
    public var isUnique: Bool { false }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Always false.
    public var isRelationship: Bool { false }
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
                try keyPaths(of: $0, in: T.self, decoder)
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
