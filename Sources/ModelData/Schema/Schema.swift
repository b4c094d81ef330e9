import Foundation

/// The models of a store, with a version.
///
/// ```swift
/// let schema = Schema([Book.self], version: Schema.Version(1, 0, 0))
/// let container = try ModelContainer(for: schema)
/// ```
///
/// Mirrors SwiftData's `Schema`.
public final class Schema: Sendable {
    /// The models: first the given models, then the models that they inherit from or have relationships to.
    public let entities: [Entity]

    /// The version of the schema. A store with a greater version can't be opened.
    public let version: Version

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - types: The model classes. Duplicates are ignored.
    ///   - version: The version of the schema. Default: 1.0.0.
    public convenience init(
        _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
    ) {
        self.init(types, version: version)
    }

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - types: The model classes. Duplicates are ignored.
    ///   - version: The version of the schema. Default: 1.0.0.
    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        var seen: Set<ObjectIdentifier> = []
        var found: [any PersistentModel.Type] = []
        // Include the models that the given models inherit from or have relationships to.
        var queue = types[...]
        while let type = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            found.append(type)
            if let superclass = type._$superclass { queue.append(superclass) }
            queue += ModelShape.of(type).relationships.map(\.target)
        }
        entities = found.map { Entity($0) }
        Entity.linkInheritance(entities)
        self.version = version
    }

    /// Creates a schema from a versioned schema.
    ///
    /// - Parameter versionedSchema: The type that lists the models and the version.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The models by name.
    public var entitiesByName: [String: Entity] {
        Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the name of a model class in schemas and stores.
    ///
    /// Mirrors SwiftData's `entityName(for:)`.
    ///
    /// - Parameter type: The model class.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { type._$entityName }

    /// Returns the entity of a model class; nil if the schema doesn't contain the class.
    ///
    /// - Parameter type: The model class.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entities.first { $0.type == type }
    }
}

extension Schema: Hashable {
    /// Returns whether two schemas have the same models and the same version.
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
    /// The version of a schema, such as 1.2.0.
    ///
    /// Mirrors SwiftData's `Schema.Version`.
    public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        /// The first number, for incompatible changes.
        public let major: Int
        /// The second number, for additions.
        public let minor: Int
        /// The third number, for corrections.
        public let patch: Int

        /// Creates a version.
        ///
        /// - Parameters:
        ///   - major: The first number, for incompatible changes.
        ///   - minor: The second number, for additions.
        ///   - patch: The third number, for corrections.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Compares the numbers from left to right.
        public static func < (first: Self, second: Self) -> Bool {
            (first.major, first.minor, first.patch) < (second.major, second.minor, second.patch)
        }

        /// The numbers, separated by dots.
        public var description: String { "\(major).\(minor).\(patch)" }

        init?(_ text: String) {
            let parts = text.split(separator: ".").map { Int($0) }
            guard parts.count == 3, case let (major?, minor?, patch?) = (parts[0], parts[1], parts[2])
            else { return nil }
            self.init(major, minor, patch)
        }
    }
}
