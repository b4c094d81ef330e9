import Foundation
import ModelData
import StoreMaintenance
import SyncProtocol

/// Restores unreadable values of a repaired store from the sync metadata.
struct RepairedValues {
    private let database: SQLFile
    /// The identifiers' properties, by the models' names.
    private let identifiers: [String: String]

    init(_ models: [any Synchronizable.Type], in database: SQLFile) {
        self.database = database
        identifiers = Dictionary(
            models.compactMap { model in model.nameOfIdentifier.map { (model.storeName, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Restores the identifiers of records from the metadata, and lets the server's version of other values win.
    ///
    /// - Parameter repair: The report of the repair. Restored identifiers are removed from its list.
    func mend(_ repair: inout StoreRepair) throws {
        guard try SyncTables.edits.allSatisfy({ try database.hasTable($0) }) else { return }
        let isIdentifier = { (value: StoreRepair.Value) in value.property == identifiers[value.model] }
        // Otherwise, the triggers would treat the records as new ones.
        try database.execute("UPDATE _sync SET mode = \(SyncMode.applying.rawValue)")
        for value in repair.replaced where isIdentifier(value) {
            let lost = repair.tables.first { $0.name.quotedSQL == value.table }
            let mayBeOthers = lost.map { $0.isOpenEnded || !$0.lost.isEmpty } ?? true
            let isAlone =
                repair.replaced.count { isIdentifier($0) && $0.model == value.model } == 1 && !mayBeOthers
            guard let known = try identifier(of: value, isAlone: isAlone) else { continue }
            try database.run(
                "UPDATE \(value.table) SET \(value.property.quotedSQL) = ? WHERE _id = ?", .text(known),
                .integer(value.record))
            repair.replaced.removeAll { $0 == value }
        }
        try database.execute("UPDATE _sync SET mode = \(SyncMode.user.rawValue)")
        for value in repair.replaced where !isIdentifier(value) { try yield(value) }
    }

    /// Returns the identifier of a record: among those in the metadata without a record, the most similar one.
    ///
    /// - Parameter isAlone: Whether no other record of the model can have one of these identifiers.
    private func identifier(of value: StoreRepair.Value, isAlone: Bool) throws -> String? {
        let candidates = try database.rows(
            """
            SELECT uuid FROM _syncRecord WHERE entity = \(value.model.literalSQL) AND life % 2 = 1
                AND uuid NOT IN (SELECT \(value.property.quotedSQL) FROM \(value.table))
            """
        ).compactMap { $0.first?.text }.filter { UUID(uuidString: $0) != nil }
        let rest = Array((value.content ?? "").utf8)
        let ranked = candidates.map { uuid in
            (uuid: uuid, likeness: zip(uuid.utf8, rest).count { $0 == $1 })
        }.sorted { $0.likeness > $1.likeness }
        guard let best = ranked.first else { return nil }
        if isAlone, ranked.count == 1 { return best.uuid }
        // Two random identifiers have far fewer characters in common.
        let next = ranked.count > 1 ? ranked[1].likeness : 0
        return best.likeness >= 18 && best.likeness > next ? best.uuid : nil
    }

    /// Gives a value the earliest clock, so that the server's intact value wins.
    private func yield(_ value: StoreRepair.Value) throws {
        guard let identifier = identifiers[value.model] else { return }
        try database.run(
            """
            INSERT INTO _syncField (record, name, clock, edited, unsent)
            SELECT r._id, ?, ?, 0, 1 FROM _syncRecord AS r, \(value.table) AS t
                WHERE t._id = ? AND r.entity = ? AND r.uuid = t.\(identifier.quotedSQL)
            ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = 0
            """, .text(value.property), .text(SyncClock.zero.description), .integer(value.record),
            .text(value.model))
    }
}

/// The result of repairing a store that may be synchronized.
public struct SyncRepair: Sendable, Hashable {
    /// The result of the repair itself.
    public let store: StoreRepair
    /// Whether the server's address was lost, so that the store is no longer synchronized.
    public let isServerLost: Bool
    /// Whether sync metadata of unsent edits may be lost. After the next synchronization, the affected
    /// records are as on the server.
    public let mayLackEdits: Bool

    init(_ store: StoreRepair, isServerLost: Bool = false, mayLackEdits: Bool = false) {
        self.store = store
        self.isServerLost = isServerLost
        self.mayLackEdits = mayLackEdits
    }
}
