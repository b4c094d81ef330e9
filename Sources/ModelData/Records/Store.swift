import Basics
import Foundation
import Synchronization

/// One store of a container: its file, its schema and its connections.
///
/// Each context has its own connection, so readers never wait for a writer. All contexts of an in-memory
/// store share one connection.
final class Store: Sendable {
    let configuration: ModelConfiguration
    let path: String
    /// The identifier that the store got when it was created.
    let identifier: String
    let layouts: [EntityLayout]
    /// The join tables of many-to-many relationships.
    let joins: [JoinLayout]
    /// The number of schema changes so far. A transaction can be undone only if the schema hasn't changed
    /// since.
    let schemaGeneration: Int64
    private let isImmutable: Bool
    /// Whether this store is used by one stage of a migration only, inside the migration's transaction.
    let isStage: Bool
    /// An open connection that no context uses yet, or the connection that all contexts share.
    private let first: Mutex<StoreConnection?>
    /// Allows one context at a time to write to an in-memory store, because its contexts share a connection.
    let writerLock = WriterLock()
    /// The number of commits to an in-memory store. SQLite's own counter ignores commits of the same
    /// connection.
    let commits = Atomic<UInt32>(0)
    /// The custom store whose mirror this store is; nil for a store in SQLite.
    let custom: CustomStore?

    var isInMemory: Bool { configuration.isStoredInMemoryOnly }

    /// Returns the layout of the model with a name; nil if the store doesn't have the model.
    func layout(named name: String) -> EntityLayout? { layouts.first { $0.name == name } }

    init(
        _ configuration: ModelConfiguration, _ connection: StoreConnection, state: StoreState,
        entities: [ModelEntity], isImmutable: Bool = false, isStage: Bool = false, custom: CustomStore? = nil
    ) {
        self.custom = custom
        self.configuration = configuration
        self.isImmutable = isImmutable
        self.isStage = isStage
        path = connection.path
        identifier = state.identifier
        schemaGeneration = state.schemaGeneration
        let isInMemory = configuration.isStoredInMemoryOnly
        layouts = entities.map {
            EntityLayout($0, store: state.identifier, entities: entities, isInMemory: isInMemory)
        }
        joins = JoinLayout.all(entities)
        first = Mutex(connection)
    }

    /// Creates the mirror of a custom store. It has the custom store's identifier, and no checks of foreign keys.
    convenience init(
        mirrorOf custom: CustomStore, entities: [ModelEntity], version: Schema.Version
    ) throws {
        let configuration = ModelConfiguration(custom.name, isStoredInMemoryOnly: true)
        let connection = try StoreConnection(path: nil, timeout: configuration.lockTimeout)
        let migration = Migration(
            connection: connection, configuration: configuration, entities: entities, version: version,
            plan: nil)
        var state = try connection.perform { connection in
            let state = try StorePreparation(migration: migration, isWAL: false).run()
            try connection.execute("PRAGMA foreign_keys = OFF")
            return state
        }
        state.identifier = custom.identifier
        self.init(configuration, connection, state: state, entities: entities, custom: custom)
    }

    /// Ends the store of a migration stage. Contexts that outlive the stage can't use the store any more.
    func endStage() {
        first.withLock { $0 = nil }
    }

    /// Throws ``ModelDataError/migrationEnded(path:)`` if the stage of this store has ended.
    func checkStage() throws {
        if first.withLock({ $0 == nil }) { throw ModelDataError.migrationEnded(path: path) }
    }

    /// Whether all contexts share one connection.
    var sharesConnection: Bool { configuration.isStoredInMemoryOnly || isStage }

    /// Opens a store. Creates a missing store, and migrates a store with an earlier schema.
    ///
    /// - Parameters:
    ///   - configuration: The store's configuration.
    ///   - entities: The models.
    ///   - version: The version of the schema.
    ///   - plan: The migration plan. Default: nil, for automatic migrations only.
    /// - Throws: ``ModelDataError`` if the store can't be opened, created or migrated.
    static func open(
        _ configuration: ModelConfiguration, entities: [ModelEntity], version: Schema.Version,
        plan: PlannedSchemas? = nil
    ) throws -> Store {
        let url = configuration.url
        if !configuration.isStoredInMemoryOnly, let scheme = url.scheme, !url.isFileURL {
            throw ModelDataError.cannotOpen(
                path: url.absoluteString,
                code: SQLiteCode(code: 14, message: "a store is a local file, not a resource of “\(scheme)”"))
        }
        let path = configuration.isStoredInMemoryOnly ? nil : StoreFile.resolvingSymbolicLinks(url.path)
        var isWAL = true
        var isMade = false
        if let path {
            if configuration.allowsSave { IncompleteFile.removeStale(beside: path) }
            try StoreLog.refuseOrphanedLog(beside: path)
            switch try StoreFile.inspect(path, timeout: configuration.lockTimeout) {
            case .missing:
                guard configuration.allowsSave else { throw StoreFile.missing(path) }
                try StoreFile.create(path)
                isWAL = false
            case .empty:
                if configuration.allowsSave { StoreFile.makePrivate(path) }
                isWAL = false
            case .database(let id, let inWAL):
                if id != 0, id != StoreFile.applicationID {
                    throw StoreFile.foreign(path, applicationID: id)
                }
                isWAL = inWAL
                isMade = true
            }
        }
        let (connection, isImmutable) = try connect(path, configuration)
        let migration = Migration(
            connection: connection, configuration: configuration, entities: entities, version: version,
            plan: plan)
        let preparation = StorePreparation(migration: migration, isWAL: isWAL)
        let state = try connection.perform { _ in try preparation.run() }
        // A process may have been killed during a restore, after it moved the store into place and before it
        // deleted the placeholders.
        if let path, isMade, configuration.allowsSave { StoreLog.removePlaceholders(of: path) }
        return Store(
            configuration, connection, state: state, entities: entities, isImmutable: isImmutable)
    }

    private static func connect(
        _ path: String?, _ configuration: ModelConfiguration
    ) throws -> (StoreConnection, isImmutable: Bool) {
        let timeout = configuration.lockTimeout
        guard let path, !configuration.allowsSave else {
            return (try StoreConnection(path: path, timeout: timeout), false)
        }
        do {
            let connection = try StoreConnection(path: path, timeout: timeout, isReadOnly: true)
            _ = try connection.perform { try $0.value("PRAGMA schema_version") }
            return (connection, false)
        } catch {
            // SQLite needs files beside a store in WAL mode, even for reading. If the directory isn't
            // writable and there is no log, no process is writing, so SQLite can treat the file as immutable.
            let directory = (path as NSString).deletingLastPathComponent
            let hasWAL = FileManager.default.fileExists(atPath: path + "-wal")
            guard access(directory, W_OK) != 0, !hasWAL else { throw error }
            return (
                try StoreConnection(path: path, timeout: timeout, isReadOnly: true, isImmutable: true), true
            )
        }
    }

    /// Closes the connection that no context has taken yet.
    func closeSpareConnection() throws {
        if sharesConnection { return }
        try first.withLock { $0.take() }?.close()
    }

    /// Keeps an unused connection for the next context.
    func reuse(_ connection: StoreConnection) {
        if sharesConnection { return }
        first.withLock { if $0 == nil { $0 = connection } }
    }

    /// Returns a connection for a context.
    func connection() throws -> StoreConnection {
        try first.withLock { sharesConnection ? $0 : $0.take() } ?? newConnection()
    }

    /// Opens another connection to the file.
    func newConnection() throws -> StoreConnection {
        if isStage { throw ModelDataError.migrationEnded(path: path) }
        guard FileStatus.exists(path) else { throw StoreFile.missing(path) }
        let connection = try StoreConnection(
            path: path, timeout: configuration.lockTimeout, isReadOnly: !configuration.allowsSave,
            isImmutable: isImmutable, mayCreate: false)
        let hasTriggers = layouts.contains { !$0.spatialIndexes.isEmpty }
        try connection.perform { try $0.execute(StorePreparation.settings(hasTriggers: hasTriggers)) }
        return connection
    }
}
