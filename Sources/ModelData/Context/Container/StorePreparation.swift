import Basics
import Foundation

/// Checks a store's identity and schema when it is opened, and creates or migrates it if necessary.
///
/// If the store is already up to date, this reads only one row.
struct StorePreparation {
    /// The migration to the current schema, which runs only if the store has another one.
    let migration: Migration
    let isWAL: Bool

    private var connection: StoreConnection { migration.connection }
    private var isReadOnly: Bool { !migration.configuration.allowsSave }
    private var isInMemory: Bool { migration.configuration.isStoredInMemoryOnly }

    /// Whether the store has triggers. Only R*Trees need them, in this schema or in a version of the
    /// migration plan.
    private var hasTriggers: Bool {
        let earlier = migration.plan?.versions.flatMap(\.schema.models) ?? []
        return (migration.entities + earlier).contains { !$0.spatialIndices.isEmpty }
    }

    func run() throws -> StoreState {
        try connection.execute(Store.settings(hasTriggers: hasTriggers))
        let fingerprint = SchemaFingerprint.text(of: migration.entities, version: migration.version)
        // On a read-only connection, a store may be in a mode other than WAL. For example, a backup isn't in
        // WAL mode, and a read-only connection can't change the mode.
        if isWAL || isReadOnly, !isInMemory, let state = try storedState() {
            if state.fingerprint == fingerprint { return state }
            if isReadOnly { throw ModelDataError.readOnly(path: connection.path) }
        } else {
            if isReadOnly { throw StoreFile.foreign(connection.path, applicationID: 0) }
            try prepareFile()
        }
        return try migration.run(to: fingerprint)
    }

    /// Returns the recorded schema and identity, or nil if the database isn't a store.
    private func storedState() throws -> StoreState? {
        guard try connection.value("PRAGMA application_id") == .integer(Int64(StoreFile.applicationID)),
            try connection.hasTable("_modeldata")
        else { return nil }
        return try StoreMetadata.read(connection)
    }

    /// Turns an empty database into a store in WAL mode, before anything is written to it.
    private func prepareFile() throws {
        if isInMemory { return }
        // The process that created the file may have been killed before it made the file's name durable.
        try StoreFile.synchronizeName(of: connection.path)
        let id = try connection.number("PRAGMA application_id")
        if id == 0 {
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw StoreFile.foreign(connection.path, applicationID: 0)
            }
            try connection.execute("PRAGMA application_id = \(StoreFile.applicationID)")
        } else if id != Int64(StoreFile.applicationID) {
            throw StoreFile.foreign(connection.path, applicationID: Int32(truncatingIfNeeded: id))
        }
        // If another process is creating the same store, SQLite fails here without calling the busy handler,
        // so retry.
        _ = try connection.retryingWhileBusy { try $0.value("PRAGMA journal_mode = WAL") }
    }
}

extension Store {
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
        let path = configuration.isStoredInMemoryOnly ? nil : SymbolicLink.target(of: url.path)
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
        self.init(configuration, connection, state: state, entities: entities)
    }
}
