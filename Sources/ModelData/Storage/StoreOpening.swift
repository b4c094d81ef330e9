import Foundation

/// The first conversation with a store: whose it is, which schema it has, and what must be done.
///
/// When nothing changed it is one read of one row.
struct StoreOpening {
    let connection: StoreConnection
    let configuration: ModelConfiguration
    let entities: [Schema.Entity]
    let version: Schema.Version
    let plan: PlannedSchemas?
    let isWAL: Bool

    private var isReadOnly: Bool { !configuration.allowsSave }
    private var isInMemory: Bool { configuration.isStoredInMemoryOnly }

    /// What every connection is told first. The write-ahead log of a large transaction gives its space back when it
    /// begins anew.
    ///
    /// - Parameter hasTriggers: whether the schema has triggers, which only R*Trees need: SQLite doesn't let
    ///   them write to a virtual table otherwise.
    static func settings(hasTriggers: Bool) -> String {
        """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = \(hasTriggers ? "ON" : "OFF");
        PRAGMA journal_size_limit = 16777216;
        """
    }

    /// Whether the store has R*Trees, or had them in a version that stages of a migration work with.
    private var hasTriggers: Bool {
        let earlier = plan?.versions.flatMap(\.schema.entities) ?? []
        return (entities + earlier).contains { !$0.spatialIndices.isEmpty }
    }

    func run() throws -> StoreIdentity {
        try connection.execute(Self.settings(hasTriggers: hasTriggers))
        let fingerprint = SchemaFingerprint.text(of: entities, version: version)
        // A backup isn't in WAL mode, and stays so where it can only be read.
        if isWAL || isReadOnly, !isInMemory, let state = try storedState() {
            if try Migration.isDone(connection, entities, state.fingerprint, as: fingerprint) {
                return state.identity
            }
            return try migrate(to: fingerprint)
        }
        if isReadOnly {
            throw ModelDataError.notAStore(path: connection.path, reason: .foreignDatabase(applicationID: 0))
        }
        try prepareFile()
        return try migrate(to: fingerprint)
    }

    /// The schema that the store has, or nil when it has none of ours.
    private func storedState() throws -> (fingerprint: String, identity: StoreIdentity)? {
        guard try connection.value("PRAGMA application_id") == .integer(Int64(StoreFile.applicationID)),
            try hasMetadata()
        else { return nil }
        return try StoreMetadata.read(connection)
    }

    private func hasMetadata() throws -> Bool {
        try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = '_modeldata'") == 1
    }

    /// Makes an empty database one of ours, in WAL mode, before anything is written to it.
    private func prepareFile() throws {
        if isInMemory { return }
        // Also where the process that made the file was ended before it came to this.
        try StoreFile.synchronizeName(of: connection.path)
        let id = try connection.number("PRAGMA application_id")
        if id == 0 {
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw ModelDataError.notAStore(
                    path: connection.path, reason: .foreignDatabase(applicationID: 0))
            }
            try connection.execute("PRAGMA application_id = \(StoreFile.applicationID)")
        } else if id != Int64(StoreFile.applicationID) {
            throw ModelDataError.notAStore(
                path: connection.path, reason: .foreignDatabase(applicationID: Int32(truncatingIfNeeded: id)))
        }
        // SQLite doesn't wait for another process that makes the same store at the same time.
        _ = try connection.tryingAgain { try $0.value("PRAGMA journal_mode = WAL") }
    }

    private func migrate(to fingerprint: String) throws -> StoreIdentity {
        if isReadOnly {
            throw ModelDataError.readOnly(path: connection.path)
        }
        return try Migration(
            connection: connection, configuration: configuration, entities: entities, version: version,
            plan: plan
        ).run(to: fingerprint)
    }
}
