import ModelData

/// The tables with a store's sync metadata.
///
/// - `_sync`: one row with the clock, the node, the mode of the open transaction, and the token of the last
///   pull.
/// - `_syncRecord`: a row for each record that was edited or deleted here, sent or received. A record without
///   a row was never sent or edited here, so a large import needs no additional rows.
/// - `_syncField`: a row for each field, or pair of a many-to-many relationship, with its own clock.
/// - `_syncLink`: references to records that aren't stored here.
/// - `_syncHeld`: versions of records beside the models' tables: received ones that can't be applied or decoded
///   yet, and the content of deleted ones (``HeldRecords``).
/// - `_syncSeen`: the greatest record number of each table up to which unsent records have been searched.
/// - `_syncFormer`: former nodes of this store before a restore or a repair, with their last clocks.
/// - `_syncConflict`: own values that other devices replaced or deleted without knowledge of them (``ConflictLog``).
///
/// The tables and triggers use plain SQL, so edits by any tool are tracked.
enum SyncTables {
    /// The format version of these tables and triggers. A store with a greater number needs a newer program.
    static let format: Int64 = 1

    /// Refuses tables of a newer format.
    ///
    /// - Throws: `ModelDataError.storeIsNewer`.
    static func refuseNewer(_ stored: StoredValue, path: String) throws {
        guard let stored = stored.integer, stored > format else { return }
        throw ModelDataError.storeIsNewer(
            path: path, storeVersion: "sync format \(stored)", ownVersion: "sync format \(format)")
    }

    static let names = [
        "_sync", "_syncRecord", "_syncField", "_syncLink", "_syncHeld", "_syncSeen", "_syncFormer",
        "_syncConflict",
    ]

    /// The tables that track unsent edits. The content of the others is received again, or concerns sent
    /// records.
    static let edits = ["_syncRecord", "_syncField"]

    /// The query for the number of these tables in a store.
    static let count = """
        SELECT count(*) FROM sqlite_schema
        WHERE type = 'table' AND name IN (\(names.map(\.literalSQL).joined(separator: ", ")))
        """

    static let creation = """
        CREATE TABLE IF NOT EXISTS _sync (
            _id INTEGER PRIMARY KEY CHECK (_id = 1),
            format INTEGER NOT NULL,
            shape TEXT NOT NULL,
            generation INTEGER NOT NULL,
            mode INTEGER NOT NULL,
            node TEXT NOT NULL,
            clock INTEGER NOT NULL,
            skew INTEGER NOT NULL,
            stamp TEXT NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 0,
            server TEXT,
            token TEXT,
            synchronizedAt REAL,
            problem TEXT,
            batchSize INTEGER,
            device TEXT,
            batches TEXT,
            acknowledged INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE IF NOT EXISTS _syncRecord (
            _id INTEGER PRIMARY KEY,
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            state INTEGER NOT NULL,
            life INTEGER NOT NULL,
            version INTEGER NOT NULL,
            updatedAt REAL NOT NULL,
            clock TEXT NOT NULL,
            edited INTEGER NOT NULL,
            whole INTEGER NOT NULL,
            reason TEXT
        ) STRICT;
        CREATE UNIQUE INDEX IF NOT EXISTS _syncRecord_key ON _syncRecord (entity, uuid);
        CREATE INDEX IF NOT EXISTS _syncRecord_state ON _syncRecord (state, entity) WHERE state <> 2;
        CREATE TABLE IF NOT EXISTS _syncField (
            record INTEGER NOT NULL REFERENCES _syncRecord (_id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            clock TEXT NOT NULL,
            edited INTEGER NOT NULL,
            unsent INTEGER NOT NULL,
            base TEXT,
            PRIMARY KEY (record, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncLink (
            record INTEGER NOT NULL REFERENCES _syncRecord (_id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            target TEXT NOT NULL,
            PRIMARY KEY (record, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _syncLink_target ON _syncLink (target);
        CREATE TABLE IF NOT EXISTS _syncHeld (
            kind INTEGER NOT NULL,
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            body BLOB NOT NULL,
            unreadable INTEGER NOT NULL,
            ownerEntity TEXT,
            owner TEXT,
            PRIMARY KEY (kind, entity, uuid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _syncHeld_owner ON _syncHeld (owner) WHERE owner IS NOT NULL;
        CREATE TABLE IF NOT EXISTS _syncConflict (
            _id INTEGER PRIMARY KEY AUTOINCREMENT,
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            at REAL NOT NULL,
            own BLOB NOT NULL,
            other BLOB
        ) STRICT;
        CREATE TABLE IF NOT EXISTS _syncSeen (
            entity TEXT PRIMARY KEY,
            number INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncFormer (
            node TEXT PRIMARY KEY,
            clock INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The condition for records in a state other than synchronized.
    ///
    /// It includes the condition of the partial index, because SQLite uses a partial index only then.
    /// Otherwise, it would scan all records.
    static func isIn(_ state: SyncState) -> String { "state = \(state.rawValue) AND state <> 2" }

    /// Statements that pull everything, and send everything with its existing clocks.
    static let restart = """
        UPDATE _sync SET token = NULL, batches = NULL;
        UPDATE _syncRecord SET state = 0, reason = NULL, whole = life % 2;
        UPDATE _syncField SET unsent = 1;
        """

    /// Statements that exchange everything after metadata was lost, possibly of unsent edits. Metadata of
    /// missing records is deleted, because it could be mistaken for that of other records.
    static let restartWithoutMetadata = """
        INSERT INTO _syncFormer (node, clock) SELECT node, clock FROM _sync WHERE true
            ON CONFLICT (node) DO UPDATE SET clock = max(clock, excluded.clock);
        DELETE FROM _syncField WHERE record NOT IN (SELECT _id FROM _syncRecord);
        DELETE FROM _syncLink WHERE record NOT IN (SELECT _id FROM _syncRecord);
        DELETE FROM _syncSeen;
        \(restart)
        """
}

/// The origin of the changes in the open transaction. Other processes only ever see ``user``, because the row
/// is changed back before the commit.
enum SyncMode: Int64 {
    /// The user or another tool: changes are local edits.
    case user = 0
    /// An import: changes are sent, but don't count as local edits.
    case importing = 1
    /// Received changes: they are already on the server.
    case applying = 2
    /// An undo: its deletions apply only if no other node changed the record.
    case undoing = 3
    /// A redo: recreated records keep their old clocks, so later changes by other nodes win.
    case redoing = 4

    /// Sets the origin of the following changes in the open transaction.
    func activate(in database: SQLAccess) throws {
        try database.run("UPDATE _sync SET mode = ?", .integer(rawValue))
    }
}

/// The synchronization state of a record. The raw values are stored.
public enum SyncState: Int64, Sendable, CaseIterable {
    /// The record changed here since it was last sent, or was never sent.
    case notSynchronized = 0
    /// The record is being sent.
    case pending = 1
    /// The server has the current version.
    case synchronized = 2
    /// The server refuses the record permanently.
    case refused = 3
}

/// Which tables and triggers for synchronization a store has.
struct SyncSchemaState {
    /// The number of tables with sync metadata.
    private(set) var tables = 0
    private(set) var hasTriggers = false
    private(set) var hasLog = false
    private(set) var hasSnapshot = false
    /// Whether the table `_sync` exists and has its row.
    private(set) var hasRow = false
    private(set) var isOn = false
    private var shape = ""
    private var generation: Int64 = 0

    /// Whether the store never logged in.
    var isEmpty: Bool { tables == 0 && !hasTriggers }

    /// - Throws: `ModelDataError.storeIsNewer` if a newer version of the program made the tables.
    init(_ database: SQLAccess) throws {
        let known = Set(SyncTables.names)
        var hasTable = false
        for row in try database.rows(
            "SELECT type, name FROM sqlite_schema WHERE name GLOB '_sync*' OR name = '_editLog'")
        {
            switch (row[0].text, row[1].text) {
            case ("table", "_editLog"): hasLog = true
            case ("table", "_syncSnapshot"): hasSnapshot = true
            case ("table", let name?) where known.contains(name):
                tables += 1
                if name == "_sync" { hasTable = true }
            case ("trigger", _): hasTriggers = true
            default: break
            }
        }
        guard hasTable,
            let row = try database.rows("SELECT isOn, format, shape, generation FROM _sync").first
        else { return }
        hasRow = true
        isOn = row[0] == .integer(1)
        try SyncTables.refuseNewer(row[1], path: database.path)
        shape = row[2].text ?? ""
        generation = row[3].integer ?? 0
    }

    /// Whether nothing must be created or removed.
    func isCurrent(_ database: SQLAccess, shape: String) throws -> Bool {
        guard hasRow else { return false }
        if !isOn { return hasSnapshot && !hasTriggers }
        return tables == SyncTables.names.count && hasTriggers && !hasLog && !hasSnapshot
            && self.shape == shape && generation == database.schemaGeneration
    }

    /// Whether some tables are missing that the store had.
    var lacksTables: Bool { tables != 0 && tables != SyncTables.names.count }
}
