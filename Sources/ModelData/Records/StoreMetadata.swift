import Foundation

/// The library's own tables in a store, whose names start with an underscore.
///
/// - `_modeldata`: the store's identifier, the format of these tables, and the current schema.
/// - `_schema`: all schemas that the store has had, so that a program with an earlier schema is refused.
enum StoreMetadata {
    /// The format version of the library's own tables. A store with a greater number needs a newer program.
    static let format: Int64 = 1

    static func create(_ connection: StoreConnection) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS _modeldata (
                key TEXT PRIMARY KEY NOT NULL,
                value TEXT NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS _schema (
                _id INTEGER PRIMARY KEY AUTOINCREMENT,
                version TEXT NOT NULL,
                fingerprint TEXT NOT NULL,
                at REAL NOT NULL
            ) STRICT;
            """)
        try HistoryTables.create(connection)
        try connection.run(
            "INSERT INTO _modeldata (key, value) VALUES ('identifier', ?), ('format', ?)",
            .text(UUID().uuidString), .text("\(format)"))
    }

    /// Returns the recorded schema and the identity of a store, or nil without an identifier.
    ///
    /// - Throws: ``ModelDataError/storeIsNewer(path:storeVersion:ownVersion:)`` if the format is newer.
    static func read(_ connection: StoreConnection) throws -> StoreState? {
        var values: [String: String] = [:]
        for row in try connection.rows("SELECT key, value FROM _modeldata") {
            if let key = row[0].text { values[key] = row[1].text }
        }
        guard let identifier = values["identifier"], let stored = values["format"].flatMap({ Int64($0) })
        else { return nil }
        if stored > format {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "format \(stored)", ownVersion: "format \(format)")
        }
        return StoreState(
            identifier: identifier, fingerprint: values["schema"] ?? "",
            schemaGeneration: values["generation"].flatMap { Int64($0) } ?? 0)
    }

    /// Records a schema as the current one.
    static func write(
        _ connection: StoreConnection, fingerprint: String, version: Schema.Version
    ) throws {
        try connection.run(
            "INSERT INTO _schema (version, fingerprint, at) VALUES (?, ?, ?)", .text("\(version)"),
            .text(fingerprint), .real(Date.now.timeIntervalSinceReferenceDate))
        try connection.run(
            """
            INSERT OR REPLACE INTO _modeldata (key, value)
            VALUES ('schema', ?), ('generation', (SELECT CAST(max(_id) AS TEXT) FROM _schema))
            """,
            .text(fingerprint))
    }

    /// Returns all recorded schemas, from the first to the current one.
    static func recordedSchemas(_ connection: StoreConnection) throws -> [(
        version: Schema.Version?, fingerprint: String
    )] {
        try connection.rows("SELECT version, fingerprint FROM _schema ORDER BY _id").map { row in
            (row[0].text.flatMap { Schema.Version($0) }, row[1].text ?? "")
        }
    }
}

/// A store's identifier and schema, as recorded in the store.
struct StoreState {
    var identifier: String
    let fingerprint: String
    let schemaGeneration: Int64
}

/// The tables of a store's history.
///
/// - `_history`: one row per transaction.
/// - `_history_change`: the changes of a transaction, one row per model and kind of change in each save.
///   ``PackedChanges`` describes the bytes in `records`.
enum HistoryTables {
    static func create(_ connection: StoreConnection) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS _history (
                _id INTEGER PRIMARY KEY AUTOINCREMENT,
                at REAL NOT NULL,
                author TEXT,
                note TEXT,
                kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
                reverses INTEGER,
                reversed INTEGER NOT NULL DEFAULT 0 CHECK (reversed IN (0, 1)),
                generation INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE IF NOT EXISTS _history_change (
                _id INTEGER PRIMARY KEY,
                _transaction INTEGER NOT NULL REFERENCES _history (_id) ON DELETE CASCADE,
                model TEXT NOT NULL,
                kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
                count INTEGER NOT NULL,
                columns TEXT NOT NULL,
                records BLOB NOT NULL
            ) STRICT;
            CREATE INDEX IF NOT EXISTS _history_change_transaction ON _history_change (_transaction);
            """)
    }
}
