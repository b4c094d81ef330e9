import Foundation

/// What a store keeps of itself, in tables that start with an underscore.
///
/// - `_modeldata`: the store's identifier, the format of these tables, and the schema it has now.
/// - `_schema`: every schema it ever had, so that a program with an earlier one is refused.
enum StoreMetadata {
    /// The number of the format of our own tables; a store with a greater one is a newer program's.
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

    /// The schema and identity of the store; throws when its format is a newer one.
    static func read(_ connection: StoreConnection) throws -> (fingerprint: String, identity: StoreIdentity)?
    {
        var values: [String: String] = [:]
        for row in try connection.rows("SELECT key, value FROM _modeldata") {
            if case .text(let key) = row[0], case .text(let value) = row[1] { values[key] = value }
        }
        guard let identifier = values["identifier"], let stored = values["format"].flatMap({ Int64($0) })
        else { return nil }
        if stored > format {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "format \(stored)", ownVersion: "format \(format)")
        }
        let generation = values["generation"].flatMap { Int64($0) } ?? 0
        return (values["schema"] ?? "", StoreIdentity(identifier: identifier, generation: generation))
    }

    /// Records a schema as the store's.
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

    /// The schemas that the store had before its present one.
    static func earlier(_ connection: StoreConnection) throws -> [(
        version: Schema.Version?, fingerprint: String
    )] {
        try connection.rows("SELECT version, fingerprint FROM _schema ORDER BY _id").map { row in
            guard case .text(let version) = row[0], case .text(let fingerprint) = row[1] else {
                return (nil, "")
            }
            return (Schema.Version(version), fingerprint)
        }
    }
}
