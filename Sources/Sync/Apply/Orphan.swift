import Foundation
import ModelData
import SyncProtocol

/// A record that was deleted here only because its owner was deleted elsewhere, as it was.
///
/// Whoever deleted the owner may not have known it: a sight that was added here meanwhile, or an edit of one. So its
/// tombstone goes to the server with all that it had, and where the owner comes back, so does the record; unless
/// somebody deleted it on purpose too (``SyncMeant``), who brings it back, or doesn't want it.
struct Orphan {
    fileprivate let record: SyncRecord
    fileprivate let owner: SyncKey

    func remember(_ door: StoreDoor) throws {
        try door.run(
            "INSERT OR REPLACE INTO _syncOrphan (entity, uuid, ownerEntity, owner, body) VALUES (?, ?, ?, ?, ?)",
            .text(record.key.entity), .text(record.key.id.uuidString), .text(owner.entity),
            .text(owner.id.uuidString), .blob(record.encoded()))
        try door.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT r._id, ?, s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r WHERE r.entity = ? AND r.uuid = ?
            """, .text(SyncOrphaned.field), .text(record.key.entity), .text(record.key.id.uuidString))
    }

    /// What a record had that went with its owner; nothing of others.
    ///
    /// - Returns: Its fields, and the owner's UUID unless it is left to others to bring the record back.
    static func content(
        of key: SyncKey, _ door: StoreDoor
    ) throws -> (fields: [String: SyncField], owner: String?) {
        let rows = try door.rows(
            "SELECT body, owner FROM _syncOrphan WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
        return (decoded(rows).first?.fields ?? [:], rows.first?[1].text)
    }

    /// The records that went with one, as they were.
    fileprivate static func all(of owner: SyncKey, _ door: StoreDoor) throws -> [SyncRecord] {
        let rows = try door.rows(
            "SELECT body FROM _syncOrphan WHERE owner = ? AND ownerEntity = ? ORDER BY entity, uuid",
            .text(owner.id.uuidString), .text(owner.entity))
        return decoded(rows)
    }

    private static func decoded(_ rows: [[StoredValue]]) -> [SyncRecord] {
        rows.compactMap { row in
            guard case .blob(let body)? = row.first else { return nil }
            return try? SyncRecord(decoding: body)
        }
    }

    /// Leaves it to others to bring a record back: somebody meant to delete it.
    static func leave(_ key: SyncKey, _ door: StoreDoor) throws {
        try door.run(
            "UPDATE _syncOrphan SET owner = NULL, ownerEntity = NULL WHERE entity = ? AND uuid = ?",
            .text(key.entity), .text(key.id.uuidString))
    }

    static func forget(_ key: SyncKey, _ door: StoreDoor) throws {
        try door.run(
            "DELETE FROM _syncOrphan WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
    }
}

extension Applier {
    /// Whether anything went here with an owner that was deleted elsewhere.
    mutating func hasOrphans() throws -> Bool {
        if let knowsOrphans { return knowsOrphans }
        let isAny = try door.number("SELECT EXISTS (SELECT 1 FROM _syncOrphan)") == 1
        knowsOrphans = isAny
        return isAny
    }

    /// What is about to go with its owner.
    func orphan(_ key: SyncKey, _ shape: SyncShape, of owner: SyncKey) throws -> Orphan {
        let outgoing = Outgoing(door: door, shape: shape, shapes: shapes)
        return Orphan(record: try outgoing.record(try noteOrNew(key), key.id, isWhole: true), owner: owner)
    }

    /// Makes the records again whose owner is here again, where they couldn't be made with it.
    mutating func bringBackOrphans() throws {
        guard try hasOrphans() else { return }
        for row in try door.rows(
            "SELECT DISTINCT ownerEntity, owner FROM _syncOrphan WHERE owner IS NOT NULL ORDER BY 1, 2")
        {
            guard let shape = row[0].text.flatMap({ shapes[$0] }),
                let id = row[1].text.flatMap(UUID.init(uuidString:))
            else { continue }
            let key = SyncKey(entity: shape.name, id: id)
            if try number(of: key, shape) != nil { try bringBackOrphans(of: key) }
        }
    }

    /// Makes the records again that went with one that is here again.
    mutating func bringBackOrphans(of owner: SyncKey) throws {
        for orphan in try Orphan.all(of: owner, door) {
            guard let shape = shapes[orphan.key.entity],
                try RecordNote.find(orphan.key, door)?.life == orphan.life + 1
            else {
                try Orphan.forget(orphan.key, door)
                continue
            }
            var again = orphan
            again.life += 2
            try apply(again)
            guard try number(of: again.key, shape) != nil else {
                // Something else that it needs isn't here.
                try forgetWaiting(again.key)
                continue
            }
            try sendAgain(again.key, isWhole: true)
        }
    }
}
