import ModelData
import SyncProtocol

/// Marks records that were created in this store, as by an import, and on other devices, too. If another
/// device undoes its import, the record must stay here.
///
/// The clock in the sync metadata shows which node created a record. Records without metadata were imported
/// here. If two records were merged, the remaining one may be from another device. Then this field marks it
/// as also created here. The field is never sent.
enum LocalCreation {
    static let field = "_made"
}

extension ChangeApplier {
    /// Returns whether a record was created here, by other nodes than those of the undo.
    func isCreatedHere(_ key: SyncKey, apartFrom undoing: [SyncClock] = []) throws -> Bool {
        // A record without metadata was imported here. The same is true for a record whose metadata has no
        // clock.
        guard let metadata = try RecordSyncMetadata.find(key, database),
            let clock = SyncClock(metadata.clock), clock.stamp > 0
        else { return true }
        if try FieldSyncMetadata.all(of: metadata.number, database)[LocalCreation.field] != nil {
            return true
        }
        return try clock.isByOthers(than: undoing) && isOwn(clock.node)
    }

    /// Marks a record as merged with one that was created here.
    func writeLocalCreation(_ key: SyncKey) throws {
        try writeClocks([(LocalCreation.field, .zero)], of: try metadataOrNew(key).number)
    }

    /// Returns whether a node belongs to this store, now or before a restore or a repair.
    private func isOwn(_ node: String) throws -> Bool {
        try database.number(
            """
            SELECT EXISTS (SELECT 1 FROM _sync WHERE node = ?1)
                OR EXISTS (SELECT 1 FROM _syncFormer WHERE node = ?1)
            """, .text(node)) == 1
    }
}
