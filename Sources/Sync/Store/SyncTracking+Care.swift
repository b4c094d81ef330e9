import Foundation
import ModelData
import SyncProtocol

/// What a store's notes must say after a copy took its place, or after it was repaired.
///
/// A copy knows of less than was sent from here: the server has edits that aren't in it any more, made by whoever its
/// notes say writes here. So someone else writes from then on, whose clock isn't behind, what was synchronized meanwhile
/// is pulled like any other change, and what the copy had not sent yet is sent with the clocks that it has. So nothing
/// that the server acknowledged is lost, and nothing is deleted or brought back elsewhere because of a copy.
extension SyncTracking {
    /// Restores a copy of a store, which goes on being synchronized as the store was that it replaces.
    ///
    /// ```swift
    /// let kept = try SyncTracking.restore(url, with: care)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The copy.
    ///   - care: What cares for the store.
    /// - Returns: Where what was in the store is kept, `nil` where there was nothing; and whether the store is
    ///   synchronized.
    /// - Throws: What ``StoreCare/restore(from:)`` throws.
    public static func restore(
        _ url: URL, with care: StoreCare
    ) throws -> (kept: URL?, isSynchronized: Bool) {
        var isOn = false
        let kept = try care.restore(from: url) { copy, replaced in
            isOn = try become(another: copy, insteadOf: replaced)
        }
        return (kept, isOn)
    }

    /// Saves what can be read of a damaged store. Where something may be lost, everything is exchanged anew.
    ///
    /// ```swift
    /// let repair = try SyncTracking.repair(with: care, models: [Book.self])
    /// if repair.mayLackEdits { print("Look at what you changed last.") }
    /// ```
    ///
    /// Where a value can't be read, what the server has of it counts, and an identifier is the one that the notes know.
    ///
    /// - Parameters:
    ///   - care: What cares for the store.
    ///   - models: The models that are synchronized.
    /// - Returns: What was wrong, saved and lost, of the notes for synchronizing too.
    /// - Throws: What ``StoreCare/repair()`` throws.
    public static func repair(
        with care: StoreCare, models: [any Synchronizable.Type]
    ) throws -> SyncRepair {
        var (isServerLost, areForgotten, hasNotes) = (false, false, false)
        var lacksEdits = true
        let repair = try care.repair { door, repair in
            hasNotes = try door.rows(SyncTables.count).first?.first?.integer != 0
            if !hasNotes { return }
            lacksEdits = try SyncTables.edits.contains { try !door.hasTable($0) }
            do {
                if try !door.hasTable("_sync") || door.rows("SELECT _id FROM _sync").isEmpty {
                    isServerLost = true
                    // What is noted of records is worth as much as before.
                    try door.execute(SyncTables.creation)
                    try makeRow(in: door, clock: latestClock(in: door), isOn: .integer(0), server: .null)
                    try beginAs(newNode(), after: editors(in: door), door)
                }
                try beginAs(newNode(), after: writers(in: door), door)
                try RepairedValues(models, in: door).mend(&repair)
                try exchangeEverything(door)
                // Notes that were lost may have been of edits that weren't sent.
                try door.execute("DELETE FROM _syncSeen")
            } catch let error as ModelDataError where !error.isOfSystem {
                // The notes are damaged themselves. They can be made anew, and what they were about counts more.
                (isServerLost, areForgotten) = (true, true)
                try forgetAll(door)
            }
        }
        guard repair.keptAt != nil else { return SyncRepair(repair) }
        // Where the list of tables was lost, nobody knows which there were. Also where nothing is synchronized, the notes
        // keep imports from writing over what was changed here.
        let isUnknown = repair.isSchemaMadeAnew
        let isDamaged = repair.damagedOwnTables.contains { SyncTables.edits.contains($0) }
        return SyncRepair(
            repair, isServerLost: isServerLost || (isUnknown && !hasNotes),
            mayLackEdits: areForgotten || isDamaged || (isUnknown && lacksEdits))
    }

    /// Who is noted to have edited here, and until when, where nothing says any more who writes.
    private static func editors(in door: CareDoor) throws -> [[StoredValue]] {
        let rows = try door.rows(
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

    /// The latest moment that is noted of anything; zero where nothing is.
    private static func latestClock(in door: CareDoor) throws -> StoredValue {
        let clocks = try door.rows(
            "SELECT max(clock) FROM _syncRecord UNION ALL SELECT max(clock) FROM _syncField")
        let stamps = clocks.compactMap { $0.first?.text.flatMap { SyncClock($0) }?.stamp }
        return .integer(min(stamps.max() ?? 0, SyncTriggers.lastMoment))
    }

    private static func makeRow(
        in door: CareDoor, clock: StoredValue, isOn: StoredValue, server: StoredValue
    ) throws {
        try door.run(
            """
            INSERT INTO _sync (_id, format, shape, generation, mode, node, clock, skew, stamp, isOn, server)
            VALUES (1, 0, '', 0, 0, '', ?, 0, '', ?, ?)
            """, clock, isOn, server)
    }

    /// Takes away all that synchronizing keeps in a store, which makes it anew.
    private static func forgetAll(_ door: CareDoor) throws {
        for type in ["trigger", "table"] {
            let found = try door.rows(
                "SELECT name FROM sqlite_schema WHERE type = '\(type)' AND name GLOB '_sync*'")
            for row in found {
                guard case .text(let name)? = row.first else { continue }
                try door.execute("DROP \(type) IF EXISTS \(name.asSQLName)")
            }
        }
    }

    /// What of a store's row lives on in the copy that replaces it.
    private struct Connection: Equatable {
        let isOn: StoredValue
        let server: StoredValue
        let clock: StoredValue

        init?(_ door: CareDoor) throws {
            guard try door.hasTable("_sync"),
                let row = try door.rows("SELECT isOn, server, clock FROM _sync").first
            else { return nil }
            (isOn, server) = (row[0], row[1])
            // One beyond all reason is left behind.
            clock = (row[2].integer ?? 0) < SyncTriggers.lastMoment ? row[2] : .integer(0)
        }
    }

    private static func become(another copy: CareDoor, insteadOf replaced: CareDoor?) throws -> Bool {
        // What is damaged says nothing, and the copy goes on as it did.
        let now = replaced.flatMap { try? Connection($0) }
        let former = replaced.flatMap { try? writers(in: $0) } ?? []
        guard let then = try Connection(copy) else {
            // It is from before anything was noted: what is in it counts as imported.
            guard let now else { return false }
            try copy.execute(SyncTables.creation)
            try makeRow(in: copy, clock: now.clock, isOn: now.isOn, server: now.server)
            try beginAs(newNode(), after: former, copy)
            return now.isOn == .integer(1)
        }
        try beginAs(newNode(), after: former + writers(in: copy), copy)
        try copy.execute("UPDATE _sync SET problem = NULL")
        try copy.execute("UPDATE _syncRecord SET state = 0 WHERE state = 1")
        guard let now else { return then.isOn == .integer(1) }
        try copy.run(
            "UPDATE _sync SET isOn = ?, server = ?, clock = max(clock, ?)", now.isOn, now.server, now.clock)
        if now.server != then.server { try exchangeEverything(copy) }
        return now.isOn == .integer(1)
    }

    /// Who wrote in a store, and until when: whoever writes there now, and those before.
    private static func writers(in door: CareDoor) throws -> [[StoredValue]] {
        guard try door.hasTable("_sync") else { return [] }
        let now = try door.rows("SELECT node, clock FROM _sync WHERE node <> ''")
        guard try door.hasTable("_syncFormer") else { return now }
        return now + (try door.rows("SELECT node, clock FROM _syncFormer"))
    }

    /// Has somebody else write in a store from now on, who is the same person as those before.
    private static func beginAs(_ node: String, after writers: [[StoredValue]], _ door: CareDoor) throws {
        try door.execute(SyncTables.creation)
        for row in writers where row.count == 2 {
            try door.run(
                """
                INSERT INTO _syncFormer (node, clock) VALUES (?, ?)
                ON CONFLICT (node) DO UPDATE SET clock = max(clock, excluded.clock)
                """, row[0], row[1])
        }
        try door.run("UPDATE _sync SET mode = 0, node = ?", .text(node))
    }

    /// As ``SyncStore/beginAgain()`` does.
    private static func exchangeEverything(_ door: CareDoor) throws {
        try door.execute(SyncTables.beginningAgain)
    }
}
