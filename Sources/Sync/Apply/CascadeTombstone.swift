import Foundation
import ModelData
import SyncProtocol

/// The stored content of a record that was deleted here only because its owner was deleted on another device.
///
/// That device may not have known the record: for example, a sight that was added here meanwhile. Therefore,
/// the tombstone is sent with the record's content. If the owner is recreated, so is the record, unless a
/// user deleted it deliberately (``DeliberateDeletion``).
struct CascadeTombstone {
    fileprivate let record: SyncRecord
    fileprivate let owner: SyncKey

    func remember(_ database: SQLAccess) throws {
        try database.run(
            "INSERT OR REPLACE INTO _syncOrphan (entity, uuid, ownerEntity, owner, body) VALUES (?, ?, ?, ?, ?)",
            .text(record.key.entity), .text(record.key.id.uuidString), .text(owner.entity),
            .text(owner.id.uuidString), .blob(record.encoded()))
        try database.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT r._id, ?, s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r WHERE r.entity = ? AND r.uuid = ?
            """, .text(CascadeDeletion.field), .text(record.key.entity), .text(record.key.id.uuidString))
    }

    /// Returns the stored content of a cascade tombstone.
    ///
    /// - Returns: The fields, and the owner's UUID unless other devices are to recreate the record. No fields
    ///   for other records.
    static func content(
        of key: SyncKey, _ database: SQLAccess
    ) throws -> (fields: [String: SyncField], owner: String?) {
        let rows = try database.rows(
            "SELECT body, owner FROM _syncOrphan WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
        return (decoded(rows).first?.fields ?? [:], rows.first?[1].text)
    }

    /// Returns the records that were deleted together with an owner.
    fileprivate static func all(of owner: SyncKey, _ database: SQLAccess) throws -> [SyncRecord] {
        let rows = try database.rows(
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

    /// Leaves it to other devices to recreate a record, because a user deleted it deliberately.
    static func leave(_ key: SyncKey, _ database: SQLAccess) throws {
        try database.run(
            "UPDATE _syncOrphan SET owner = NULL, ownerEntity = NULL WHERE entity = ? AND uuid = ?",
            .text(key.entity), .text(key.id.uuidString))
    }

    static func forget(_ key: SyncKey, _ database: SQLAccess) throws {
        try database.run(
            "DELETE FROM _syncOrphan WHERE entity = ? AND uuid = ?", .text(key.entity),
            .text(key.id.uuidString))
    }
}

extension ChangeApplier {
    /// Returns whether any records were deleted here together with their owner.
    mutating func hasCascadeTombstones() throws -> Bool {
        if let hasKnownCascadeTombstones { return hasKnownCascadeTombstones }
        let isAny = try database.number("SELECT EXISTS (SELECT 1 FROM _syncOrphan)") == 1
        hasKnownCascadeTombstones = isAny
        return isAny
    }

    /// Creates the tombstone of a record that will be deleted together with its owner.
    func cascadeTombstone(_ key: SyncKey, _ shape: SyncShape, of owner: SyncKey) throws -> CascadeTombstone {
        let outgoing = Outgoing(database: database, shape: shape, shapes: shapes)
        return CascadeTombstone(
            record: try outgoing.record(try metadataOrNew(key), key.id, isWhole: true), owner: owner)
    }

    /// Recreates records whose owner exists again.
    mutating func recreateCascaded() throws {
        guard try hasCascadeTombstones() else { return }
        for row in try database.rows(
            "SELECT DISTINCT ownerEntity, owner FROM _syncOrphan WHERE owner IS NOT NULL ORDER BY 1, 2")
        {
            guard let shape = row[0].text.flatMap({ shapes[$0] }),
                let id = row[1].text.flatMap(UUID.init(uuidString:))
            else { continue }
            let key = SyncKey(entity: shape.name, id: id)
            if try number(of: key, shape) != nil { try recreateCascaded(of: key) }
        }
    }

    /// Recreates the records of an owner that exists again.
    mutating func recreateCascaded(of owner: SyncKey) throws {
        for cascaded in try CascadeTombstone.all(of: owner, database) {
            guard let shape = shapes[cascaded.key.entity],
                try RecordSyncMetadata.find(cascaded.key, database)?.causalLength == cascaded.causalLength + 1
            else {
                try CascadeTombstone.forget(cascaded.key, database)
                continue
            }
            var again = cascaded
            again.causalLength += 2
            try apply(again)
            guard try number(of: again.key, shape) != nil else {
                // Another record that it needs is missing.
                try forgetWaiting(again.key)
                continue
            }
            try sendAgain(again.key, isWhole: true)
        }
    }
}
