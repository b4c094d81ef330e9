import Foundation
import ModelData
import StoreMaintenance

/// Tracks the edits of a synchronized store, so that they can be sent to the server.
///
/// A store is in one of three states:
/// - It never logged in: it has no tables and triggers for synchronization. ``EditLog`` finds edits in the
///   history when an import needs them.
/// - Synchronization is on: triggers update the sync metadata in the transaction of each edit.
/// - Synchronization was turned off: the sync metadata and a ``SyncSnapshot`` are kept, without triggers.
///
/// ```swift
/// try SyncTracking.prepare(context, models: [Destination.self, Sight.self])
/// ```
public enum SyncTracking {
    /// Brings the sync metadata of an opened store up to date. A store that never logged in is left unchanged.
    ///
    /// Call it whenever a program that may change the store opens it. It usually only reads two rows. It creates
    /// missing triggers, such as those after a migration or a restore.
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store, in the order in which they are sent.
    /// - Throws: ``SyncError/noIdentifier(model:)``, and ModelData's errors if the store can't be written or a newer
    ///   version of the program wrote it.
    public static func prepare(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { return }
        let found = try context.withSQLReadAccess(to: first) { try SyncSchemaState($0) }
        if found.isEmpty { return }
        let shapes = try SyncShapes(models, in: context)
        let triggers = SyncTriggers(shapes: shapes).creation
        let shape = fingerprint(of: triggers)
        if try context.withSQLReadAccess(to: first, { try found.isCurrent($0, shape: shape) }) { return }
        try context.withSQLAccess(to: first) { database in
            // Another process may have created the triggers while this one waited.
            let found = try SyncSchemaState(database)
            if try found.isEmpty || found.isCurrent(database, shape: shape) { return }
            if found.isOn {
                try start(database, shapes, triggers, shape: shape)
            } else {
                try stop(database, shapes)
            }
        }
    }

    /// Creates missing tables and triggers, and turns synchronization on.
    static func start(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { return }
        let shapes = try SyncShapes(models, in: context)
        let triggers = SyncTriggers(shapes: shapes).creation
        let shape = fingerprint(of: triggers)
        let isReady = try context.withSQLReadAccess(to: first) { database in
            let found = try SyncSchemaState(database)
            return try found.isOn && found.isCurrent(database, shape: shape)
        }
        if isReady { return }
        try context.withSQLAccess(to: first) { database in
            let found = try SyncSchemaState(database)
            if try found.isOn && found.isCurrent(database, shape: shape) { return }
            try start(database, shapes, triggers, shape: shape)
        }
    }

    /// Creates missing tables, and all triggers again. Moves changes since `sync off`, or since the store was created,
    /// into the sync metadata.
    private static func start(
        _ database: SQLAccess, _ shapes: SyncShapes, _ triggers: [String], shape: String
    ) throws {
        let found = try SyncSchemaState(database)
        try database.execute(SyncTables.creation)
        try dropTriggers(database)
        try writeRow(database, shape: shape)
        try database.execute("UPDATE _sync SET isOn = 1")
        // A store with metadata and without a log was synchronized until now.
        if found.tables == 0 || found.hasLog || found.hasSnapshot {
            try addChangesWithoutTriggers(database, shapes)
        }
        for trigger in triggers { try database.execute(trigger) }
        if found.lacksTables { try exchangeWithoutMetadata(database) }
    }

    /// Exchanges everything, because some metadata was lost. As after a repair, this store may have sent more than
    /// its metadata says.
    private static func exchangeWithoutMetadata(_ database: SQLAccess) throws {
        try database.execute(SyncTables.restartWithoutMetadata)
        try database.run("UPDATE _sync SET node = ?, batches = NULL", .text(newNode()))
    }

    /// Moves the changes that no trigger saw into the sync metadata.
    private static func addChangesWithoutTriggers(_ database: SQLAccess, _ shapes: SyncShapes) throws {
        try database.execute(EditLog.creation)
        let log = EditLog(database: database)
        let hasSnapshot = try SyncSnapshot.exists(in: database)
        try log.update(shapes, keepsImports: hasSnapshot)
        if hasSnapshot {
            let clock = try database.number("SELECT clock FROM _sync")
            try SyncSnapshot(database: database, shapes: shapes).addDifferences(
                to: log, at: min(clock + 1, SyncTriggers.lastMoment))
            try SyncSnapshot.drop(in: database)
        }
        try log.moveToSyncMetadata(shapes)
    }

    /// Stops tracking edits with triggers. The sync metadata stays, with a snapshot for the next login.
    static func stop(_ database: SQLAccess, _ shapes: SyncShapes) throws {
        let found = try SyncSchemaState(database)
        try dropTriggers(database)
        try database.execute(SyncTables.creation)
        if !found.hasRow { try writeRow(database, shape: "") }
        // Changes that no trigger saw would be missing in the metadata after the next snapshot.
        if try EditLog.exists(in: database) || SyncSnapshot.exists(in: database) {
            try addChangesWithoutTriggers(database, shapes)
        }
        try database.execute(EditLog.creation)
        try EditLog(database: database).markComplete(shapes)
        try SyncSnapshot(database: database, shapes: shapes).write()
        try database.execute("UPDATE _sync SET isOn = 0, shape = '', mode = \(SyncMode.user.rawValue)")
        if found.lacksTables { try exchangeWithoutMetadata(database) }
    }

    private static func dropTriggers(_ database: SQLAccess) throws {
        for row in try database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_sync_*'")
        {
            if case .text(let name)? = row.first { try database.execute("DROP TRIGGER \(name.quotedSQL)") }
        }
    }

    /// Deletes the oldest part of the history, after the edits in it were added to the edit log.
    ///
    /// - Parameters:
    ///   - context: A context of the store, without an open transaction.
    ///   - models: All synchronized models of the store.
    ///   - limits: The limits of the history.
    ///   - now: The time from which ages count.
    /// - Returns: The number of deleted transactions.
    /// - Throws: ModelData's errors if the store can't be written.
    @discardableResult
    public static func pruneHistory(
        _ context: ModelContext, models: [any Synchronizable.Type], keeping limits: HistoryLimits, now: Date
    ) throws -> Int {
        try context.pruneHistory(keeping: limits, now: now) {
            guard let first = models.first,
                try context.withSQLReadAccess(to: first, { try EditLog.exists(in: $0) })
            else { return }
            let shapes = try SyncShapes(models, in: context)
            try context.withSQLAccess(to: first) { database in
                let log = EditLog(database: database)
                let logged = try log.models()
                try log.update(shapes.only(logged), keepsImports: SyncSnapshot.exists(in: database))
            }
        }
    }

    /// The author of other devices' changes in the store's history.
    public static let author = "synchronization"

    /// Whether a store has tables for synchronization at all.
    static func hasTables(_ database: SQLAccess) throws -> Bool {
        try database.hasTable("_sync")
    }

    /// Creates or updates the row of the table `_sync`. If the models changed, everything is pulled again,
    /// because earlier pulls skipped the new fields.
    private static func writeRow(_ database: SQLAccess, shape: String) throws {
        let known: [StoredValue] = [
            .integer(SyncTables.format), .text(shape), .integer(database.schemaGeneration),
        ]
        let changed = try database.run(
            "UPDATE _sync SET format = ?, token = CASE WHEN shape IN (?2, '') THEN token END, shape = ?2, generation = ?",
            known)
        if changed == 1 { return }
        try database.run(
            """
            INSERT INTO _sync (_id, format, shape, generation, mode, node, clock, skew, stamp)
            VALUES (1, ?, ?, ?, 0, ?, 0, 0, '')
            """, known + [.text(newNode())])
    }

    /// Returns a new name of this store in clocks: 64 random bits.
    static func newNode() -> String {
        let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns a digest of statements that is the same in every run.
    private static func fingerprint(of statements: [String]) -> String {
        var hash = FNV1a()
        for statement in statements { hash.add(statement) }
        return hash.text
    }
}

extension SyncTracking {
    /// Returns the pairs of a many-to-many relationship with the clocks of their last changes, the earliest first. All devices
    /// that have the same pairs have them in the same order.
    ///
    /// - Parameters:
    ///   - relationship: The relationship's name.
    ///   - model: The model that has the relationship.
    ///   - context: A context of the store.
    ///   - models: All synchronized models of the store.
    /// - Returns: The identifiers of the records. Empty if the store was never synchronized.
    /// - Throws: ModelData's errors if the store can't be read.
    package static func pairs(
        _ relationship: String, of model: any Synchronizable.Type, in context: ModelContext,
        models: [any Synchronizable.Type]
    ) throws -> [(source: UUID, target: UUID)] {
        let shapes = try SyncShapes(models, in: context)
        guard let source = shapes[model.storeName],
            let pairs = shapes.pairs(of: source.name, named: relationship),
            let target = shapes[pairs.target]
        else { return [] }
        return try context.withSQLReadAccess(to: model) { database in
            guard try database.hasTable("_syncField") else { return [] }
            return try database.rows(
                """
                SELECT o.\(source.identifier.quoted), t.\(target.identifier.quoted) FROM \(pairs.table) AS j
                JOIN \(source.table.table) AS o ON o._id = j._source
                JOIN \(target.table.table) AS t ON t._id = j._target
                LEFT JOIN _syncRecord AS r
                    ON r.entity = \(source.name.literalSQL) AND r.uuid = o.\(source.identifier.quoted)
                LEFT JOIN _syncField AS f ON f.record = r._id
                    AND f.name = \((relationship + "/").literalSQL) || t.\(target.identifier.quoted)
                ORDER BY coalesce(f.clock, ''), 1, 2
                """
            ).compactMap { row in
                guard let source = row[0].text.flatMap({ UUID(uuidString: $0) }),
                    let target = row[1].text.flatMap({ UUID(uuidString: $0) })
                else { return nil }
                return (source, target)
            }
        }
    }
}
