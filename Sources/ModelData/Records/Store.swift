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

    var isInMemory: Bool { configuration.isStoredInMemoryOnly }

    /// Returns the layout of the model with a name; nil if the store doesn't have the model.
    func layout(named name: String) -> EntityLayout? { layouts.first { $0.name == name } }

    init(
        _ configuration: ModelConfiguration, _ connection: StoreConnection, state: StoreState,
        entities: [ModelEntity], isImmutable: Bool = false, isStage: Bool = false
    ) {
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
        try connection.perform { try $0.execute(Self.settings(hasTriggers: hasTriggers)) }
        return connection
    }

    /// Returns the SQL with the settings of every connection.
    ///
    /// The page cache of 16 MiB keeps the inner pages of large indexes. Without it, a transaction that inserts
    /// 100,000 records with random unique values writes and reads each page several times.
    ///
    /// `journal_size_limit` makes SQLite shrink the write-ahead log to 16 MiB after a large transaction.
    ///
    /// - Parameter hasTriggers: Whether the schema has triggers, which only R*Trees need. Without a trusted
    ///   schema, SQLite doesn't let triggers write to virtual tables.
    static func settings(hasTriggers: Bool) -> String {
        """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = \(hasTriggers ? "ON" : "OFF");
        PRAGMA journal_size_limit = 16777216;
        PRAGMA cache_size = -16384;
        """
    }
}
