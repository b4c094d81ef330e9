import Foundation
import Synchronization

/// The models of a store, with a version.
///
/// ```swift
/// let schema = Schema([Book.self], version: Schema.Version(1, 0, 0))
/// let container = try ModelContainer(for: schema)
/// ```
///
/// Mirrors SwiftData's `Schema`.
public final class Schema: Sendable {
    /// The models of the classes: first the given classes, then those that they inherit from or have relationships to.
    package let models: [ModelEntity]

    // The entities of a schema of classes are made when they are first needed.
    private let described: Mutex<[Entity]?>

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
        models = Self.models(of: types)
        described = Mutex(nil)
        self.version = version
    }

    /// Creates a schema from descriptions.
    ///
    /// A container can't be opened for it, because an entity that is described by hand has no class.
    ///
    /// - Parameters:
    ///   - entities: The entities. Their subentities are added.
    ///   - version: The version of the schema. Default: 1.0.0.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        var all: [Entity] = []
        var queue = entities[...]
        while let entity = queue.popFirst() {
            if all.contains(where: { $0 === entity }) { continue }
            all.append(entity)
            queue += entity.subentities.sorted { $0.name < $1.name }
        }
        self.init(described: all, version: version)
    }

    /// Creates a schema without models.
    public convenience init() { self.init([any PersistentModel.Type]()) }

    init(described entities: [Entity], version: Version) {
        models = Self.models(of: entities.compactMap(\.type))
        described = Mutex(entities)
        self.version = version
    }

    /// Returns the models of classes and of the classes that these inherit from or have relationships to.
    private static func models(of types: [any PersistentModel.Type]) -> [ModelEntity] {
        var seen: Set<ObjectIdentifier> = []
        var found: [any PersistentModel.Type] = []
        var queue = types[...]
        while let type = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            found.append(type)
            if let superclass = type._$superclass { queue.append(superclass) }
            queue += ModelShape.of(type).relationships.map(\.target)
        }
        return found.map { ModelEntity($0) }
    }

    /// The models: first the given models, then the models that they inherit from or have relationships to.
    public var entities: [Entity] {
        if let known = knownEntities { return known }
        let made = models.map { Entity($0) }
        Entity.linkInheritance(made)
        return described.withLock { described in
            if let other = described { return other }
            described = made
            return made
        }
    }

    /// The entities if the program has read them, and so may have changed them; nil if it hasn't.
    var knownEntities: [Entity]? { described.withLock { $0 } }

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
        if first === second { return true }
        if first.version != second.version { return false }
        if first.knownEntities == nil, second.knownEntities == nil { return first.types == second.types }
        return Set(first.entities) == Set(second.entities)
    }

    /// Hashes the version and the number of models.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(knownEntities?.count ?? models.count)
    }

    private var types: Set<ObjectIdentifier> { Set(models.map { ObjectIdentifier($0.type) }) }
}

extension Schema: CustomDebugStringConvertible {
    /// The version and the models' names.
    public var debugDescription: String {
        "Schema(\(version): \(entities.map(\.name).joined(separator: ", ")))"
    }
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

/// One of several versions of a store's schema.
///
/// ```swift
/// enum BooksV1: VersionedSchema {
///     static let versionIdentifier = Schema.Version(1, 0, 0)
///     static var models: [any PersistentModel.Type] { [Book.self] }
/// }
/// ```
///
/// Mirrors SwiftData's `VersionedSchema`.
public protocol VersionedSchema: SendableMetatype {
    /// The version of the schema.
    static var versionIdentifier: Schema.Version { get }
    /// The model classes of this version.
    static var models: [any PersistentModel.Type] { get }
}
