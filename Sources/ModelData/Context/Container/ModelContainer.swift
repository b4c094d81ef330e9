import Basics
import Foundation
import Synchronization

/// The stores of some models.
///
/// ```swift
/// let container = try ModelContainer(for: Book.self)
/// let books = try container.mainContext.fetch(FetchDescriptor<Book>())
/// ```
///
/// The initializers create missing stores and migrate stores with an earlier schema. While another process
/// has locked a store, they block their caller for at most ``ModelConfiguration/lockTimeout``. To wait without
/// blocking, call them in ``LockWait/whenUnlocked(timeout:_:)``. Mirrors SwiftData's `ModelContainer`.
public final class ModelContainer: Sendable, Equatable {
    let core: ContainerCore
    // Set by the initializer, or later on the main actor.
    nonisolated(unsafe) private var main: ModelContext?

    /// Creates the container of some stores.
    ///
    /// - Parameter main: The main context, if it has outlived its first container.
    init(core: ContainerCore, main: ModelContext? = nil) {
        self.core = core
        self.main = main
    }

    /// Opens the stores of a schema. Creates missing stores, and migrates stores with an earlier schema.
    ///
    /// - Parameters:
    ///   - schema: The models.
    ///   - migrationPlan: How stores with earlier versions are migrated. Default: an automatic migration of
    ///     the tables.
    ///   - configurations: The stores. Default: one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened, created or migrated.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        self.init(
            core: try ContainerCore(
                schema: schema, migrationPlan: migrationPlan, configurations: configurations))
    }

    /// Opens the stores of a schema. Creates missing stores, and migrates stores with an earlier schema.
    ///
    /// - Parameters:
    ///   - schema: The models.
    ///   - migrationPlan: How stores with earlier versions are migrated. Default: an automatic migration of
    ///     the tables.
    ///   - configurations: The stores. Default: one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened, created or migrated.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of some models. Creates missing stores, and migrates stores with an earlier schema.
    ///
    /// - Parameters:
    ///   - types: The models.
    ///   - migrationPlan: How stores with earlier versions are migrated. Default: an automatic migration of
    ///     the tables.
    ///   - configurations: The stores. Default: one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened, created or migrated.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// The models.
    public var schema: Schema { core.schema }

    /// The migration plan that was passed to the initializer.
    ///
    /// Mirrors SwiftData's `migrationPlan`.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }

    /// The configurations of the stores in SQLite.
    public var configurations: Set<ModelConfiguration> {
        Set(core.stores.filter { core.custom($0) == nil }.map(\.configuration))
    }

    /// The context of the main actor. It saves automatically after a pause, unless
    /// ``ModelContext/autosaveEnabled`` is false.
    ///
    /// Mirrors SwiftData's `mainContext`.
    @MainActor public var mainContext: ModelContext {
        if let main { return main }
        let context = ModelContext(main: self)
        main = context
        return context
    }

    /// The main context, if it has been created.
    @MainActor var openedMainContext: ModelContext? { main }

    /// Returns whether two containers are the same instance.
    public static func == (first: ModelContainer, second: ModelContainer) -> Bool {
        first === second || first.core === second.core
    }
}

/// The container's state without the main context. Contexts retain it, so that it outlives the container.
final class ContainerCore: Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let stores: [Store]
    /// Informs waiting observers that a store has changed.
    let hub = ChangeHub()
    let watcher = StoreWatcher()
    /// The error of ``ModelContainer/deleteAllData()``, or of a read after the object's context, until a context throws it.
    let failure = Mutex<(any Error)?>(nil)
    /// The custom stores, by their identifiers, which their mirrors have as well.
    let customStores: [String: CustomStore]

    /// Creates the container of a migration stage, with one store that is already open.
    init(schema: Schema, store: Store) {
        self.schema = schema
        migrationPlan = nil
        stores = [store]
        customStores = [:]
    }

    init(
        schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations: [any DataStoreConfiguration]
    ) throws {
        try SchemaCheck.checkDescription(of: schema)
        let planned = try migrationPlan.map { try PlannedSchemas($0, for: schema) }
        // With a migration plan, the container has all models of the plan's latest version.
        let schema = planned?.target.schema ?? schema
        self.schema = schema
        self.migrationPlan = migrationPlan
        try SchemaCheck.check(schema)
        let configurations: [any DataStoreConfiguration] =
            configurations.isEmpty ? [ModelConfiguration()] : configurations
        try Self.checkFiles(configurations)
        var taken: Set<String> = []
        var stores: [Store] = []
        var mirrors: [Store] = []
        var customStores: [String: CustomStore] = [:]
        for configuration in configurations {
            let entities = try Self.entities(of: configuration.schema, in: schema)
            for entity in entities where !taken.insert(entity.name).inserted {
                throw ModelDataError.modelInSeveralConfigurations(name: entity.name)
            }
            try SchemaCheck.checkStore(entities)
            if let configuration = configuration as? ModelConfiguration {
                stores.append(
                    try Store.open(
                        configuration, entities: entities, version: schema.version, plan: planned))
            } else {
                let custom = try CustomStore(configuration, schema: schema, entities: entities)
                if (stores + mirrors).contains(where: { $0.identifier == custom.identifier }) {
                    throw custom.problem(.storeIdentifier)
                }
                customStores[custom.identifier] = custom
                mirrors.append(try Store(mirrorOf: custom, entities: entities, version: schema.version))
            }
        }
        // Saves write to the stores in this order. Call custom stores last: what they have saved can't be rolled back.
        self.stores = stores + mirrors
        self.customStores = customStores
        if stores.count(where: \.takesPartInMultiStoreSaves) > 1 {
            let context = ModelContext(ModelContainer(core: self))
            try ContextWriter(context).revertPartialSaves()
            // The first context of the container reuses these connections.
            for (store, session) in zip(self.stores, context.registry.sessions.open) {
                store.reuse(session.connection)
            }
        }
    }

    private static func checkFiles(_ configurations: [any DataStoreConfiguration]) throws {
        if configurations.count < 2 { return }
        var paths: Set<String> = []
        for case let configuration as ModelConfiguration in configurations
        where !configuration.isStoredInMemoryOnly {
            let path = configuration.url.standardizedFileURL.path
            guard paths.insert(path).inserted else {
                throw ModelDataError.fileInSeveralConfigurations(path: path)
            }
        }
    }

    private static func entities(
        of part: Schema?, in schema: Schema
    ) throws -> [ModelEntity] {
        guard let part else { return schema.models }
        try SchemaCheck.checkDescription(of: part)
        return try part.models.map { entity in
            guard let found = schema.models.first(where: { $0.type == entity.type }) else {
                throw ModelDataError.unknownModel(name: entity.name)
            }
            return found
        }
    }
}

extension ModelContainer {
    /// Deletes all records of all models, the history and the files of large values. The stores remain.
    ///
    /// If erasing one store fails, no store is erased. The deletion can't be undone. Record numbers aren't
    /// reused. Existing contexts notice the deletion, and their objects can still be read. While another
    /// process has locked a store, the method blocks its caller for at most ``ModelConfiguration/lockTimeout``.
    ///
    /// Custom stores are erased first. If a later store fails, they stay erased.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be written; the error of a custom store. Then no other store
    ///   is erased.
    ///
    /// Mirrors SwiftData's `erase()`.
    public func erase() throws {
        let context = ModelContext(self)
        let writer = ContextWriter(context)
        let sessions = try context.allSessions()
        for store in core.stores { try core.custom(store)?.erase() }
        do {
            for session in sessions { try writer.perform(on: session) { try session.removeAll() } }
            try writer.commitTogether(sessions) { try writer.commit($0) }
        } catch {
            for session in sessions { session.rollback() }
            throw error
        }
        _ = try removeOrphanedFiles()
    }

    /// Deletes all records of all models, as ``erase()`` does.
    ///
    /// It can't throw. If it fails, ``ModelContext/checkReads()`` and ``ModelContext/save()`` of the next context
    /// of this container that calls one of them throw the error. To handle it at once, call ``erase()``.
    ///
    /// Mirrors SwiftData's `deleteAllData()`.
    public func deleteAllData() {
        do { try erase() } catch { core.failure.withLock { $0 = error } }
    }
}

extension ContextSession {
    fileprivate func removeAll() throws {
        let tables = store.joins.map(\.table) + Set(store.layouts.map(\.table))
        for table in tables + ["_history_change", "_history"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }
}

extension ModelContainer {
    /// Removes files of large values that neither a record nor the history refers to.
    ///
    /// Such files remain when history is deleted, or when a program ends during a save. While this method
    /// runs, other processes can read the stores, but their saves wait. While another process has locked a
    /// store, the method blocks its caller for at most ``ModelConfiguration/lockTimeout``. Not in SwiftData.
    ///
    /// - Returns: The number of removed files.
    /// - Throws: ``ModelDataError`` if a store can't be read or is locked.
    @discardableResult
    public func removeOrphanedFiles() throws -> Int {
        try core.stores.reduce(0) { count, store in count + (try store.removeOrphanedFiles()) }
    }
}

extension Store {
    /// The folder with the store's large values; nil if the store has none.
    var externalFolder: String? {
        guard !isInMemory, configuration.allowsSave else { return nil }
        let folder = ExternalFile.folder(of: path)
        return access(folder, F_OK) == 0 ? folder : nil
    }

    func removeOrphanedFiles() throws -> Int {
        guard let folder = externalFolder else { return 0 }
        let connection = try newConnection()
        return try connection.perform { connection in
            // A save holds this write lock while it writes files and their references. Therefore, a file that
            // has no reference now is unused.
            try connection.execute("BEGIN IMMEDIATE")
            defer { try? connection.execute("ROLLBACK") }
            let names = try ExternalFile.referencedNames(in: connection)
            var count = 0
            for file in Directory.names(in: folder, startingWith: "") {
                guard IncompleteFile.isName(file) || (ExternalFile.isName(file) && !names.contains(file))
                else { continue }
                if unlink(folder + "/" + file) == 0 { count += 1 }
            }
            return count
        }
    }
}
