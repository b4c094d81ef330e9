import Foundation
import ModelData
import StoreMaintenance
import SyncProtocol

/// Adapts the sync metadata after a store was restored or repaired.
///
/// The server may have edits by this store's node that the restored copy lacks. Therefore, the store continues with a
/// new node and a clock that isn't behind. It pulls the missing changes and sends the copy's unsent edits with their
/// original clocks. Nothing that the server acknowledged is lost, and a restore never deletes or recreates records
/// on other devices.
extension SyncTracking {
    /// Restores a copy of a store. Synchronization continues with the settings of the replaced store.
    ///
    /// - Parameters:
    ///   - url: The copy.
    ///   - maintainer: The maintainer of the store's file.
    /// - Returns: The place of the replaced store, or `nil` without one; and whether the store is synchronized.
    /// - Throws: The errors of ``StoreMaintainer/restore(from:)``.
    public static func restore(
        _ url: URL, with maintainer: StoreMaintainer
    ) throws -> (kept: URL?, isSynchronized: Bool) {
        var isOn = false
        let kept = try maintainer.restore(from: url) { copy, replaced in
            isOn = try takeOver(copy, insteadOf: replaced)
        }
        return (kept, isOn)
    }

    /// Repairs a damaged store. If data may be lost, everything is exchanged with the server again.
    ///
    /// ```swift
    /// let repair = try SyncTracking.repair(with: maintainer, models: [Book.self])
    /// if repair.mayLackEdits { print("Look at what you changed last.") }
    /// ```
    ///
    /// For an unreadable value, the server's value counts. An unreadable identifier is recovered from the sync metadata.
    ///
    /// - Parameters:
    ///   - maintainer: The maintainer of the store's file.
    ///   - models: The models that are synchronized.
    /// - Returns: The report of the repair, also about the sync metadata.
    /// - Throws: The errors of ``StoreMaintainer/repair()``.
    public static func repair(
        with maintainer: StoreMaintainer, models: [any Synchronizable.Type]
    ) throws -> SyncRepair {
        var (isServerLost, isMetadataReset, hasMetadata) = (false, false, false)
        var lacksEdits = true
        let repair = try maintainer.repair { database, repair in
            hasMetadata = try database.rows(SyncTables.count).first?.first?.integer != 0
            let edits = hasMetadata ? SyncTables.edits : EditLog.edits
            lacksEdits = try edits.contains { try !database.hasTable($0) }
            if !hasMetadata { return }
            do {
                isServerLost = try repairMetadata(in: database, models, &repair)
            } catch let error as ModelDataError where !error.isOfSystem {
                // The metadata itself is damaged. It can be created again. The records are more important.
                (isServerLost, isMetadataReset) = (true, true)
                try dropEverything(database)
            }
        }
        guard repair.keptAt != nil else { return SyncRepair(repair) }
        // If the list of tables was lost, there may have been metadata, or an edit log, which prevents imports from
        // overwriting edits.
        let isUnknown = repair.isSchemaMadeAnew
        let isDamaged = repair.damagedOwnTables.contains { (SyncTables.edits + EditLog.edits).contains($0) }
        return SyncRepair(
            repair, isServerLost: isServerLost || (isUnknown && !hasMetadata),
            mayLackEdits: isMetadataReset || isDamaged || (isUnknown && lacksEdits))
    }

    /// Repairs the sync metadata, and the values that it can restore.
    ///
    /// - Returns: Whether the server's address was lost.
    private static func repairMetadata(
        in database: SQLFile, _ models: [any Synchronizable.Type], _ repair: inout StoreRepair
    ) throws -> Bool {
        let isServerLost =
            try !database.hasTable("_sync") || database.rows("SELECT _id FROM _sync").isEmpty
        if isServerLost {
            // The metadata of records is still valid.
            try database.execute(SyncTables.creation)
            try insertRow(in: database, clock: latestClock(in: database), isOn: .integer(0), server: .null)
            try changeNode(to: newNode(), after: editors(in: database), database)
        }
        try changeNode(to: newNode(), after: writers(in: database), database)
        try RepairedValues(models, in: database).mend(&repair)
        try exchangeEverything(database)
        // Lost metadata may have been that of unsent edits.
        try database.execute("DELETE FROM _syncSeen")
        return isServerLost
    }

    /// Returns the nodes that edited here, with their last clocks, if the store's own node is lost.
    private static func editors(in database: SQLFile) throws -> [[StoredValue]] {
        let rows = try database.rows(
            """
            SELECT clock FROM _syncRecord WHERE edited = 1
            UNION ALL SELECT clock FROM _syncField WHERE edited = 1
            """)
        var stamps: [String: Int64] = [:]
        for case let clock? in rows.lazy.map({ $0.first?.text.flatMap { SyncClock($0) } })
        where clock.stamp > 0 {
            stamps[clock.node] = min(max(stamps[clock.node] ?? 0, clock.stamp), SyncTriggers.lastMoment)
        }
        return stamps.sorted { $0.key < $1.key }.map { [.text($0.key), .integer($0.value)] }
    }

    /// Returns the latest stamp in the metadata, or 0.
    private static func latestClock(in database: SQLFile) throws -> StoredValue {
        let clocks = try database.rows(
            "SELECT max(clock) FROM _syncRecord UNION ALL SELECT max(clock) FROM _syncField")
        let stamps = clocks.compactMap { $0.first?.text.flatMap { SyncClock($0) }?.stamp }
        return .integer(min(stamps.max() ?? 0, SyncTriggers.lastMoment))
    }

    /// Inserts the row of the table `_sync`. A node must follow, see ``changeNode(to:after:_:)``.
    private static func insertRow(
        in database: SQLFile, clock: StoredValue, isOn: StoredValue, server: StoredValue
    ) throws {
        try database.run(
            """
            INSERT INTO _sync (_id, format, shape, generation, mode, node, clock, skew, stamp, isOn, server)
            VALUES (1, \(SyncTables.format), '', 0, 0, '', ?, 0, '', ?, ?)
            """, clock, isOn, server)
    }

    /// Deletes all tables and triggers of synchronization. They are created again.
    private static func dropEverything(_ database: SQLFile) throws {
        for type in ["trigger", "table"] {
            let found = try database.rows(
                "SELECT name FROM sqlite_schema WHERE type = '\(type)' AND name GLOB '_sync*'")
            for row in found {
                guard case .text(let name)? = row.first else { continue }
                try database.execute("DROP \(type) IF EXISTS \(name.quotedSQL)")
            }
        }
    }

    /// The connection of a store to its server, which a restored copy takes over.
    private struct Connection: Equatable {
        let isOn: StoredValue
        let server: StoredValue
        let clock: StoredValue

        init?(_ database: SQLFile) throws {
            guard try database.hasTable("_sync"),
                let row = try database.rows("SELECT isOn, server, clock, format FROM _sync").first
            else { return nil }
            try SyncTables.refuseNewer(row[3], path: database.path)
            (isOn, server) = (row[0], row[1])
            // An extremely wrong clock isn't taken over.
            clock = (row[2].integer ?? 0) < SyncTriggers.lastMoment ? row[2] : .integer(0)
        }
    }

    /// Gives a copy the connection of the store that it replaces, and a new node.
    ///
    /// - Returns: Whether the copy is synchronized.
    private static func takeOver(_ copy: SQLFile, insteadOf replaced: SQLFile?) throws -> Bool {
        // If the replaced store is damaged, the copy keeps its own connection.
        let current = replaced.flatMap { try? Connection($0) }
        let replacedWriters = replaced.flatMap { try? writers(in: $0) } ?? []
        guard let copied = try Connection(copy) else {
            // The copy is from before the first login. Without the tables, a later login is its first one.
            guard let current, current.isOn == .integer(1) else { return false }
            try copy.execute(SyncTables.creation)
            try insertRow(in: copy, clock: current.clock, isOn: current.isOn, server: current.server)
            try changeNode(to: newNode(), after: replacedWriters, copy)
            // The next start moves the history and this log into the sync metadata.
            try copy.execute(EditLog.creation)
            return true
        }
        try changeNode(to: newNode(), after: replacedWriters + writers(in: copy), copy)
        try copy.execute("UPDATE _sync SET problem = NULL")
        try copy.execute("UPDATE _syncRecord SET state = 0 WHERE state = 1")
        guard let current else { return copied.isOn == .integer(1) }
        try copy.run(
            "UPDATE _sync SET isOn = ?, server = ?, clock = max(clock, ?)", current.isOn, current.server,
            current.clock)
        if current.server != copied.server { try exchangeEverything(copy) }
        return current.isOn == .integer(1)
    }

    /// Returns the present and the former nodes of a store, with their last clocks.
    private static func writers(in database: SQLFile) throws -> [[StoredValue]] {
        guard try database.hasTable("_sync") else { return [] }
        let present = try database.rows("SELECT node, clock FROM _sync WHERE node <> ''")
        guard try database.hasTable("_syncFormer") else { return present }
        return present + (try database.rows("SELECT node, clock FROM _syncFormer"))
    }

    /// Gives a store a new node. Its former nodes are noted, because their edits are by the same user.
    private static func changeNode(
        to node: String, after writers: [[StoredValue]], _ database: SQLFile
    ) throws {
        try database.execute(SyncTables.creation)
        for row in writers where row.count == 2 {
            try database.run(
                """
                INSERT INTO _syncFormer (node, clock) VALUES (?, ?)
                ON CONFLICT (node) DO UPDATE SET clock = max(clock, excluded.clock)
                """, row[0], row[1])
        }
        try database.run("UPDATE _sync SET mode = 0, node = ?, batches = NULL", .text(node))
    }

    /// Exchanges everything, as ``SyncStore/restart()`` does.
    private static func exchangeEverything(_ database: SQLFile) throws {
        try database.execute(SyncTables.restart)
    }
}
