import Foundation
import Synchronization

/// One store of a container: its file, what it keeps, and the connections to it.
///
/// Each context has a connection of its own, so that readers never wait for a writer. A store in memory
/// has a single one that all contexts share.
final class Store: Sendable {
    let configuration: ModelConfiguration
    let path: String
    /// The identifier that the store was given when it was made.
    let identifier: String
    let layouts: [EntityLayout]
    /// The tables of pairs.
    let joins: [JoinLayout]
    /// How often the schema of the store has changed; history of another one can't be reversed.
    let generation: Int64
    private let isImmutable: Bool
    /// Whether it lives inside the transaction of a migration, and ends with a stage of it.
    let isStage: Bool
    /// The connection that opened the store, for the first context; or the one that all share.
    private let first: Mutex<StoreConnection?>
    /// Lets one context at a time write to a store in memory, where SQLite sees a single connection.
    let gate = WriterGate()
    /// Counts the commits to a store in memory, which SQLite's own count doesn't tell apart.
    let commits = Atomic<UInt32>(0)

    var isInMemory: Bool { configuration.isStoredInMemoryOnly }

    private init(
        _ configuration: ModelConfiguration, _ connection: StoreConnection, identity: StoreIdentity,
        entities: [Schema.Entity], isImmutable: Bool, isStage: Bool
    ) {
        self.configuration = configuration
        self.isImmutable = isImmutable
        self.isStage = isStage
        path = connection.path
        identifier = identity.identifier
        generation = identity.generation
        let isInMemory = configuration.isStoredInMemoryOnly
        layouts = entities.map {
            EntityLayout($0, store: identity.identifier, entities: entities, isInMemory: isInMemory)
        }
        joins = JoinLayout.all(entities)
        first = Mutex(connection)
    }

    /// The store in the middle of its migration, with the models that it has there.
    convenience init(
        stageOf configuration: ModelConfiguration, _ connection: StoreConnection, identity: StoreIdentity,
        entities: [Schema.Entity]
    ) {
        self.init(
            configuration, connection, identity: identity, entities: entities, isImmutable: false,
            isStage: true)
    }

    /// Ends the store of a stage: contexts that outlive the stage reach nothing any more.
    func endStage() {
        first.withLock { $0 = nil }
    }

    /// Refuses the use of a context whose stage is over.
    func checkStage() throws {
        if first.withLock({ $0 == nil }) { throw ModelDataError.migrationEnded(path: path) }
    }

    /// Whether all contexts have the same connection.
    var sharesConnection: Bool { configuration.isStoredInMemoryOnly || isStage }

    /// Opens a store; makes it when it is missing, migrates it when its schema is an earlier one.
    static func open(
        _ configuration: ModelConfiguration, entities: [Schema.Entity], version: Schema.Version,
        plan: PlannedSchemas? = nil
    ) throws -> Store {
        let path =
            configuration.isStoredInMemoryOnly ? nil : StoreFile.followingLinks(configuration.url.path)
        var isWAL = true
        var isMade = false
        if let path {
            if configuration.allowsSave { PartialFile.removeStale(beside: path) }
            try StoreLog.refuseStray(beside: path)
            switch try StoreFile.inspect(path) {
            case .missing:
                guard configuration.allowsSave else {
                    throw ModelDataError.cannotOpen(
                        path: path, code: SQLiteCode(code: 14, message: "the file is missing"))
                }
                try StoreFile.create(path)
                isWAL = false
            case .empty:
                if configuration.allowsSave { StoreFile.makePrivate(path) }
                isWAL = false
            case .database(let id, let inWAL):
                if id != 0, id != StoreFile.applicationID {
                    throw ModelDataError.notAStore(path: path, reason: .foreignDatabase(applicationID: id))
                }
                isWAL = inWAL
                isMade = true
            }
        }
        let (connection, isImmutable) = try connect(path, configuration)
        let opening = StoreOpening(
            connection: connection, configuration: configuration, entities: entities, version: version,
            plan: plan, isWAL: isWAL)
        let identity = try connection.perform { _ in try opening.run() }
        // Of a restoring that was killed when it had put the store in its place.
        if let path, isMade, configuration.allowsSave { StoreLog.removeMarks(of: path) }
        return Store(
            configuration, connection, identity: identity, entities: entities, isImmutable: isImmutable,
            isStage: false)
    }

    private static func connect(
        _ path: String?, _ configuration: ModelConfiguration
    ) throws -> (StoreConnection, isImmutable: Bool) {
        let timeout = configuration.lockTimeout
        guard let path, !configuration.allowsSave else {
            return (try StoreConnection(path: path, timeout: timeout), false)
        }
        do {
            return (try StoreConnection(path: path, timeout: timeout, isReadOnly: true), false)
        } catch {
            // Reading a WAL store needs files beside it; where none can be made, nobody else can write.
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
        let spare = first.withLock { first in
            defer { first = nil }
            return first
        }
        try spare?.close()
    }

    /// Takes back a connection that is of no use any more, for the next context.
    func give(_ connection: StoreConnection) {
        if sharesConnection { return }
        first.withLock { if $0 == nil { $0 = connection } }
    }

    /// A connection for a context.
    func connection() throws -> StoreConnection {
        let ready = first.withLock { first -> StoreConnection? in
            if sharesConnection { return first }
            defer { first = nil }
            return first
        }
        if let ready { return ready }
        return try newConnection()
    }

    /// Another connection to the file.
    func newConnection() throws -> StoreConnection {
        if isStage { throw ModelDataError.migrationEnded(path: path) }
        let connection = try StoreConnection(
            path: path, timeout: configuration.lockTimeout, isReadOnly: !configuration.allowsSave,
            isImmutable: isImmutable)
        let hasTriggers = layouts.contains { !$0.spatialIndexes.isEmpty }
        try connection.perform { try $0.execute(StoreOpening.settings(hasTriggers: hasTriggers)) }
        return connection
    }
}

/// What a store says of itself.
struct StoreIdentity {
    let identifier: String
    let generation: Int64
}
