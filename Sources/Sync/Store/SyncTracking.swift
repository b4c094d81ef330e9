import Foundation
import ModelData

/// Has a store note what is edited in it, so that it can be synchronized and imports respect it.
///
/// ```swift
/// try SyncTracking.prepare(context, models: [Destination.self, Sight.self])
/// ```
public enum SyncTracking {
    /// Makes the tables and triggers that a store needs, where it doesn't have them as they must be.
    ///
    /// Where it has, this is one read of one row, and one of the names of tables. To be called wherever the store is
    /// opened, by every program that may change it. A store that can only be read is left as it is.
    ///
    /// Where tables are gone that it had, as when another tool dropped them, everything is exchanged anew.
    ///
    /// - Parameters:
    ///   - context: A context of the store.
    ///   - models: All models of the store that are synchronized, in the order in which they are sent.
    /// - Throws: ``SyncError/noIdentifier(model:)``, and ModelData's errors when the store can't be written.
    public static func prepare(_ context: ModelContext, models: [any Synchronizable.Type]) throws {
        guard let first = models.first else { return }
        let shapes = try SyncShapes(models, in: context)
        let triggers = SyncTriggers(shapes: shapes).creation
        let shape = fingerprint(of: triggers)
        let wasReady = try context.withSQLReadAccess(to: first) { database in
            try isReady(database, shape: shape)
        }
        if wasReady { return }
        try context.withSQLAccess(to: first) { database in
            // Another process may have done it while this one waited.
            if try isReady(database, shape: shape) { return }
            let isIncomplete = try lacksTables(database)
            try database.execute(SyncTables.creation)
            for row in try database.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_sync_*'")
            {
                if case .text(let name)? = row.first {
                    try database.execute("DROP TRIGGER \(name.asSQLName)")
                }
            }
            for trigger in triggers { try database.execute(trigger) }
            try writeRow(database, shape: shape)
            if !isIncomplete { return }
            // As after a repair: what was sent from here may be more than what is known of it.
            try database.execute(SyncTables.restartWithoutMetadata)
            try database.run("UPDATE _sync SET node = ?", .text(newNode()))
        }
    }

    /// Runs an undo: records that it deletes, since the step that is undone made them, are deleted elsewhere only where
    /// nobody else wrote to them, and an import may bring them again.
    ///
    /// ```swift
    /// let step = try SyncTracking.undoing(context, models: models) { try context.undoLastTransaction() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: A context of the store, without an open transaction.
    ///   - models: All models of the store that are synchronized.
    ///   - work: Undoes a step; `nil` where there is none.
    /// - Returns: What the work returns; where that is `nil`, nothing is written.
    /// - Throws: What the work throws, which takes back what it did, and ModelData's errors.
    public static func undoing<Result>(
        _ context: ModelContext, models: [any Synchronizable.Type], _ work: () throws -> Result?
    ) throws -> Result? {
        try runReversal(context, models, .undoing, work)
    }

    /// Runs a redo: records that it makes again are as old as they were, so that what others wrote to them since stays, and
    /// what an import had made is an import's.
    ///
    /// ```swift
    /// let step = try SyncTracking.redoing(context, models: models) { try context.redoLastTransaction() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: A context of the store, without an open transaction.
    ///   - models: All models of the store that are synchronized.
    ///   - work: Redoes a step; `nil` where there is none.
    /// - Returns: What the work returns; where that is `nil`, nothing is written.
    /// - Throws: What the work throws, which takes back what it did, and ModelData's errors.
    public static func redoing<Result>(
        _ context: ModelContext, models: [any Synchronizable.Type], _ work: () throws -> Result?
    ) throws -> Result? {
        try runReversal(context, models, .redoing, work)
    }

    private static func runReversal<Result>(
        _ context: ModelContext, _ models: [any Synchronizable.Type], _ mode: SyncMode,
        _ work: () throws -> Result?
    ) throws -> Result? {
        guard let first = models.first, try context.withSQLReadAccess(to: first, { try hasTables($0) })
        else { return try work() }
        func write(_ mode: SyncMode) throws {
            try context.withSQLAccess(to: first) { database in
                try mode.activate(in: database)
            }
        }
        try context.beginTransaction()
        do {
            try write(mode)
            guard let result = try work() else {
                context.rollbackTransaction()
                return nil
            }
            try write(.user)
            try context.commitTransaction()
            return result
        } catch {
            context.rollbackTransaction()
            throw error
        }
    }

    /// Who the changes are of, in the store's history, that came from other stores.
    public static let author = "synchronization"

    /// Whether a store has tables for synchronization at all.
    static func hasTables(_ database: SQLAccess) throws -> Bool {
        try database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '_sync'") == 1
    }

    private static func isReady(_ database: SQLAccess, shape: String) throws -> Bool {
        guard try database.number(SyncTables.count) == SyncTables.names.count else { return false }
        let found = try database.number(
            "SELECT count(*) FROM _sync WHERE format >= ? AND shape = ? AND generation = ?",
            .integer(SyncTables.format), .text(shape), .integer(database.schemaGeneration))
        return found == 1
    }

    /// Whether a store had tables that are gone. Those of earlier formats had fewer.
    private static func lacksTables(_ database: SQLAccess) throws -> Bool {
        let count = try database.number(SyncTables.count)
        if count == 0 || count == SyncTables.names.count { return false }
        guard try hasTables(database) else { return true }
        return try database.number(
            "SELECT count(*) FROM _sync WHERE format < ?", .integer(SyncTables.format)) == 0
    }

    /// Another shape has fields that were passed over when they were pulled, so that everything is pulled again.
    private static func writeRow(_ database: SQLAccess, shape: String) throws {
        let known: [StoredValue] = [
            .integer(SyncTables.format), .text(shape), .integer(database.schemaGeneration),
        ]
        let changed = try database.run(
            "UPDATE _sync SET format = ?, token = CASE shape WHEN ?2 THEN token END, shape = ?2, generation = ?",
            known)
        if changed == 1 { return }
        try database.run(
            """
            INSERT INTO _sync (_id, format, shape, generation, mode, node, clock, skew, stamp)
            VALUES (1, ?, ?, ?, 0, ?, 0, 0, '')
            """, known + [.text(newNode())])
    }

    /// 64 random bits: who writes here.
    static func newNode() -> String {
        let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A number of the statements that is the same in every run, as text.
    private static func fingerprint(of statements: [String]) -> String {
        var hash = FNV1a()
        for statement in statements { hash.add(statement) }
        return hash.text
    }
}
