import Synchronization

extension Schema.Entity {
    /// The model that this one inherits from; nil when it inherits from none.
    ///
    ///     let base = schema.entity(for: Car.self)?.superentity
    ///
    /// Mirrors SwiftData's `superentity`.
    public var superentity: Schema.Entity? { relatives.superentity }

    /// The name of the model that this one inherits from; nil when it inherits from none.
    ///
    ///     let name = schema.entity(for: Car.self)?.superentityName
    ///
    /// Mirrors SwiftData's `superentityName`.
    public var superentityName: String? { shape.superclass?.type._$entityName }

    /// The models of the schema that inherit from this one directly.
    ///
    ///     let names = schema.entity(for: Vehicle.self)?.subentities.map(\.name)
    ///
    /// Mirrors SwiftData's `subentities`.
    public var subentities: Set<Schema.Entity> { relatives.subentities }

    /// Tells the entities of a schema of each other.
    static func introduce(_ entities: [Schema.Entity]) {
        for entity in entities {
            guard let superclass = entity.shape.superclass,
                let superentity = entities.first(where: { $0.type == superclass.type })
            else { continue }
            entity.relatives.inherit(from: superentity)
            superentity.relatives.add(entity)
        }
    }

    /// The entities of the same schema that an entity inherits from, and that inherit from it.
    final class Relatives: Sendable {
        // A schema keeps all its entities, so that these needn't keep one another.
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
    /// Two entities are equal when they are the same of the same schema.
    public static func == (first: Schema.Entity, second: Schema.Entity) -> Bool { first === second }

    /// Hashes the entity's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
