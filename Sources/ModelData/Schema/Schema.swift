import Foundation

/// The models that a store holds.
///
///     let schema = Schema([Book.self], version: Schema.Version(1, 0, 0))
///     let container = try ModelContainer(for: schema)
///
/// Mirrors SwiftData's `Schema`.
public final class Schema: Sendable {
    /// The models, in the order in which they were given.
    public let entities: [Entity]

    /// The version of the schema; a store written by a greater one is refused.
    public let version: Version

    /// Makes a schema of the types, each once.
    ///
    ///     let schema = Schema(Book.self, Author.self)
    ///
    /// - Parameters:
    ///   - types: the model classes.
    ///   - version: the version of the whole.
    public convenience init(
        _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
    ) {
        self.init(types, version: version)
    }

    /// Makes a schema of the types, each once.
    ///
    ///     let schema = Schema([Book.self], version: Schema.Version(2, 0, 0))
    ///
    /// - Parameters:
    ///   - types: the model classes.
    ///   - version: the version of the whole.
    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        var seen: Set<ObjectIdentifier> = []
        var found: [any PersistentModel.Type] = []
        // Models that these inherit from, or have relationships to, belong to the schema too.
        var queue = types[...]
        while let type = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            found.append(type)
            if let superclass = type._$superclass { queue.append(superclass) }
            queue += ModelShape.of(type).relationships.map(\.target)
        }
        entities = found.map { Entity($0) }
        Entity.introduce(entities)
        self.version = version
    }

    /// Makes the schema that a versioned schema describes.
    ///
    ///     let schema = Schema(versionedSchema: BooksV1.self)
    ///
    /// - Parameter versionedSchema: the type that lists the models and the version.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The models by their names.
    public var entitiesByName: [String: Entity] {
        Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The name that a model class has in schemas and stores.
    ///
    ///     let name = Schema.entityName(for: Book.self)
    ///
    /// - Parameter type: the model class.
    ///
    /// Mirrors SwiftData's `entityName(for:)`.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { type._$entityName }

    /// The entity of a model class; nil when the schema doesn't have it.
    ///
    ///     let entity = schema.entity(for: Book.self)
    ///
    /// - Parameter type: the model class.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entities.first { $0.type == type }
    }
}

extension Schema: Hashable {
    /// Two schemas are equal when they have the same models and the same version.
    public static func == (first: Schema, second: Schema) -> Bool {
        first === second || (first.version == second.version && first.types == second.types)
    }

    /// Hashes the version and the models.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(types)
    }

    private var types: Set<ObjectIdentifier> { Set(entities.map { ObjectIdentifier($0.type) }) }
}

extension Schema {
    /// The version of a schema: three numbers, of which the first counts most.
    ///
    ///     let version = Schema.Version(1, 2, 0)
    ///
    /// Mirrors SwiftData's `Schema.Version`.
    public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        /// Counts incompatible changes.
        public let major: Int
        /// Counts additions.
        public let minor: Int
        /// Counts corrections.
        public let patch: Int

        /// Makes a version of its three numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Compares the numbers from left to right.
        public static func < (first: Self, second: Self) -> Bool {
            (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
        }

        /// The numbers with dots between.
        public var description: String { "\(major).\(minor).\(patch)" }

        init?(_ text: String) {
            let parts = text.split(separator: ".").map { Int($0) }
            guard parts.count == 3, case let (major?, minor?, patch?) = (parts[0], parts[1], parts[2])
            else { return nil }
            self.init(major, minor, patch)
        }
    }
}
