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

    /// Whether the store has triggers. Only R*Trees need them, in this schema or in a version of the
    /// migration plan.
    private var hasTriggers: Bool {
        let earlier = migration.plan?.versions.flatMap(\.schema.models) ?? []
        return (migration.entities + earlier).contains { !$0.spatialIndices.isEmpty }
    }

    func run() throws -> StoreState {
        try connection.execute(Self.settings(hasTriggers: hasTriggers))
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
