import Synchronization

extension Schema.Entity {
    /// The model that this model inherits from; nil if it doesn't inherit from a model.
    ///
    /// Mirrors SwiftData's `superentity`.
    public var superentity: Schema.Entity? { inheritance.superentity }

    /// The name of the model that this model inherits from; nil if it doesn't inherit from a model.
    ///
    /// Mirrors SwiftData's `superentityName`.
    public var superentityName: String? { shape.superclass?.type._$entityName }

    /// The models of the schema that directly inherit from this model.
    ///
    /// Mirrors SwiftData's `subentities`.
    public var subentities: Set<Schema.Entity> { inheritance.subentities }

    /// Connects the entities of a schema with their super- and subentities.
    static func linkInheritance(_ entities: [Schema.Entity]) {
        for entity in entities {
            guard let superclass = entity.shape.superclass,
                let superentity = entities.first(where: { $0.type == superclass.type })
            else { continue }
            entity.inheritance.inherit(from: superentity)
            superentity.inheritance.add(entity)
        }
    }

    /// The superentity and the subentities of an entity.
    final class InheritanceLinks: Sendable {
        // References are weak, because the schema owns all its entities.
        private struct Member {
            weak var entity: Schema.Entity?
        }

        private let above = Mutex(Member())
        private let below = Mutex<[Member]>([])

        var superentity: Schema.Entity? { above.withLock { $0.entity } }

        var subentities: Set<Schema.Entity> { below.withLock { Set($0.compactMap(\.entity)) } }

        func inherit(from entity: Schema.Entity) { above.withLock { $0.entity = entity } }

        func add(_ entity: Schema.Entity) { below.withLock { $0.append(Member(entity: entity)) } }
    }
}

extension Schema.Entity: Hashable {
    /// Returns whether two entities are the same instance.
    public static func == (first: Schema.Entity, second: Schema.Entity) -> Bool { first === second }

    /// Hashes the entity's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
