import Foundation
import Synchronization

/// The stores of some models, and the door to them.
///
///     let container = try ModelContainer(for: Book.self)
///     let books = try container.mainContext.fetch(FetchDescriptor<Book>())
///
/// Opening makes missing stores and migrates those of earlier schemas. Mirrors SwiftData's
/// `ModelContainer`.
public final class ModelContainer: Sendable, Equatable {
    let core: ContainerCore
    @MainActor private var main: ModelContext?

    init(core: ContainerCore) {
        self.core = core
    }

    /// Opens the stores of a schema.
    ///
    ///     let container = try ModelContainer(for: schema, configurations: [configuration])
    ///
    /// - Parameters:
    ///   - schema: the models.
    ///   - migrationPlan: how stores of earlier versions are brought to the schema; what the tables need is
    ///     done by itself when nil.
    ///   - configurations: the stores; one in the user's data directory when there are none.
    /// - Throws: ``ModelDataError`` when a store can't be opened, made or migrated.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        self.init(
            core: try ContainerCore(
                schema: schema, migrationPlan: migrationPlan, configurations: configurations))
    }

    /// Opens the stores of a schema.
    ///
    ///     let container = try ModelContainer(for: schema, configurations: configuration)
    ///
    /// - Parameters:
    ///   - schema: the models.
    ///   - migrationPlan: how stores of earlier versions are brought to the schema; what the tables need is
    ///     done by itself when nil.
    ///   - configurations: the stores; one in the user's data directory when there are none.
    /// - Throws: ``ModelDataError`` when a store can't be opened, made or migrated.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of some models.
    ///
    ///     let container = try ModelContainer(for: Book.self)
    ///
    /// - Parameters:
    ///   - types: the models.
    ///   - migrationPlan: how stores of earlier versions are brought to the models; what the tables need is
    ///     done by itself when nil.
    ///   - configurations: the stores; one in the user's data directory when there are none.
    /// - Throws: ``ModelDataError`` when a store can't be opened, made or migrated.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// The models.
    public var schema: Schema { core.schema }

    /// The plan that the container was given.
    ///
    ///     let versions = container.migrationPlan?.schemas.count
    ///
    /// Mirrors SwiftData's `migrationPlan`.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }

    /// The stores' configurations.
    public var configurations: Set<ModelConfiguration> { Set(core.stores.map(\.configuration)) }

    /// The context of the main actor; it saves by itself after a pause, unless told not to.
    ///
    ///     let context = container.mainContext
    ///
    /// Mirrors SwiftData's `mainContext`.
    @MainActor public var mainContext: ModelContext {
        if let main { return main }
        let context = ModelContext(main: self)
        main = context
        return context
    }

    /// The main context, if anybody asked for it yet.
    @MainActor var openedMainContext: ModelContext? { main }

    /// Two containers are equal when they are the same.
    public static func == (first: ModelContainer, second: ModelContainer) -> Bool {
        first === second || first.core === second.core
    }
}

/// What a container is without its main context; contexts hold it, so that it outlives the container.
final class ContainerCore: Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let stores: [Store]
    /// Tells those who wait that a store has changed.
    let hub = ChangeHub()
    let watcher = StoreWatcher()

    /// What a stage of a migration works with: one store, which is open already.
    init(schema: Schema, store: Store) {
        self.schema = schema
        migrationPlan = nil
        stores = [store]
    }

    init(
        schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?, configurations: [ModelConfiguration]
    ) throws {
        let planned = try migrationPlan.map { try PlannedSchemas($0, for: schema) }
        // Of a plan's version, the container has all models.
        let schema = planned?.target.schema ?? schema
        self.schema = schema
        self.migrationPlan = migrationPlan
        try SchemaCheck.check(schema)
        let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
        var taken: Set<String> = []
        var stores: [Store] = []
        for configuration in configurations {
            let entities = try Self.entities(of: configuration, in: schema)
            for entity in entities where !taken.insert(entity.name).inserted {
                throw ModelDataError.modelInSeveralConfigurations(name: entity.name)
            }
            try SchemaCheck.checkStore(entities)
            stores.append(
                try Store.open(
                    configuration, entities: entities, version: schema.version, plan: planned))
        }
        self.stores = stores
        if stores.count(where: \.canBeJoint) > 1 {
            let context = ModelContext(ModelContainer(core: self))
            try context.settleJointSaves()
            // Its connections are the ones that the first context gets.
            for (store, session) in zip(stores, context.openSessions) { store.give(session.connection) }
        }
    }

    private static func entities(
        of configuration: ModelConfiguration, in schema: Schema
    ) throws -> [Schema.Entity] {
        guard let part = configuration.schema else { return schema.entities }
        return try part.entities.map { entity in
            guard let found = schema.entities.first(where: { $0.type == entity.type }) else {
                throw ModelDataError.unknownModel(name: entity.name)
            }
            return found
        }
    }
}
