import ModelData
import SyncProtocol

/// Finds out whether a record that an undo deleted on another device must stay.
extension ChangeApplier {
    /// Returns whether a record that an undo deleted on another device is still in use here. It is in use if it
    /// was created here, too, or if records that other writers created or edited refer to it.
    ///
    /// The device of the undo may not know these records.
    func isUsedByOthers(
        _ key: SyncKey, _ number: Int64, _ shape: SyncShape, apartFrom undoing: [SyncClock]
    ) throws -> Bool {
        if try isCreatedHere(key, apartFrom: undoing) { return true }
        let references = shapes.references(to: shape.name).map { owner, field in
            (owner, "\(owner.table.table) AS e", "e.\(field.column.quoted)")
        }
        let pairs = shapes.pairs(toward: shape.name).map { owner, pairs in
            (
                owner, "\(pairs.table) AS j CROSS JOIN \(owner.table.table) AS e ON e._id = j._source",
                "j._target"
            )
        }
        for (owner, users, column) in references + pairs {
            let clocks = try database.rows(
                Self.clocks(of: owner, users, where: column), .text(owner.name), .integer(number))
            let isOthers = clocks.contains { row in
                // A record without metadata was imported here.
                guard let clock = row.first?.text.flatMap({ SyncClock($0) }) else { return true }
                return clock.isByOthers(than: undoing)
            }
            if isOthers { return true }
        }
        return false
    }

    /// The clocks of the records, `e`, that refer to one, ?2. `CROSS JOIN` fixes the order of the joins.
    /// Otherwise, SQLite would scan the metadata of the whole model.
    static func clocks(of owner: SyncShape, _ users: String, where column: String) -> String {
        let join = "ON r.entity = ?1 AND r.uuid = e.\(owner.identifier.quoted)"
        let condition = "WHERE \(column) = ?2\(owner.table.andExactly("e"))"
        return """
            SELECT r.clock FROM \(users) LEFT JOIN _syncRecord AS r \(join) \(condition)
            UNION SELECT f.clock FROM \(users) CROSS JOIN _syncRecord AS r \(join)
                CROSS JOIN _syncField AS f ON f.record = r._id \(condition)
            """
    }
}

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
