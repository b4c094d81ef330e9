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
}

extension Schema.Index: PropertyGroups {
    var uniqueNames: [[String]] { [] }

    var plainNames: [[String]] {
        indices.compactMap { if case .binary(let paths) = $0 { propertyNames(of: paths) } else { nil } }
    }

    var spatialNames: [[String]] {
        indices.compactMap { if case .rtree(let paths) = $0 { propertyNames(of: paths) } else { nil } }
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
                let paths = try propertyKeyPaths(of: coded.properties, in: T.self, decoder)
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
            case .binary(let paths): Coded(isSpatial: false, properties: propertyNames(of: paths))
            case .rtree(let paths): Coded(isSpatial: true, properties: propertyNames(of: paths))
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
