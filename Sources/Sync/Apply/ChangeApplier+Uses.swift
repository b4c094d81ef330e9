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
