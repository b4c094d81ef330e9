import Foundation
import ModelData
import SyncProtocol

extension ChangeApplier {
    /// Deletes a row, and records the cascading deletions in the history.
    ///
    /// - Returns: Whether the row was deleted.
    mutating func delete(_ number: Int64, _ shape: SyncShape) throws -> Bool {
        let rows = try family(of: number, shape)
        var contents: [(record: SyncRecord, owner: SyncKey)] = []
        for row in rows {
            guard let owner = row.owner, let key = row.shape.key(of: row.values) else { continue }
            try rememberLinks(to: key.id.uuidString, row.number, row.shape)
            let metadata = try metadataOrNew(key)
            try keepDeleted(key, row.number, row.shape, metadata, by: nil)
            let outgoing = Outgoing(database: database, shape: row.shape, shapes: shapes, held: held)
            contents.append((try outgoing.record(metadata, key.id, isWhole: true), owner))
        }
        let records = Dictionary(grouping: rows, by: \.shape.name).mapValues { Set($0.map(\.number)) }
        guard try database.delete(records) else { return false }
        cache.forgetRecords()
        for row in rows {
            changes.delete(row.number, of: row.shape.name, row.values)
            guard let key = row.shape.key(of: row.values) else { continue }
            try LocalOnlyFields(row.number, row.values, row.shape).hold(key, held)
        }
        for (record, owner) in contents { try writeCascadeTombstone(record, owner) }
        return true
    }

    private typealias Row = (shape: SyncShape, number: Int64, values: [StoredValue], owner: SyncKey?)

    /// Returns a row and all rows that delete rules delete with it, each with its owner.
    private func family(of number: Int64, _ shape: SyncShape) throws -> [Row] {
        var rows: [Row] = []
        var known: Set<String> = []
        var waiting: [(SyncShape, Int64, SyncKey?)] = [(shape, number, nil)]
        while let (shape, number, owner) = waiting.popLast() {
            guard known.insert("\(shape.name) \(number)").inserted else { continue }
            let columns = shape.table.columns.map { $0.kind == .none ? "NULL" : $0.quoted }
            let found = try database.rows(
                "SELECT \(columns.joined(separator: ", ")) FROM \(shape.table.table) WHERE _id = ?",
                .integer(number))
            guard let values = found.first else { continue }
            rows.append((shape, number, values, owner))
            let key = shape.key(of: values)
            for (owner, field) in shapes.references(to: shape.name) where field.column.isDeletedWithTarget {
                // Subclasses share a table, so handle each class separately.
                let owned = try database.rows(
                    """
                    SELECT _id FROM \(owner.table.table)
                    WHERE \(field.column.quoted) = ?\(owner.table.andExactly(""))
                    """, .integer(number))
                waiting += owned.compactMap { $0.first?.integer }.map { (owner, $0, key) }
            }
        }
        return rows
    }

    /// Returns whether a local record was moved to another owner than the deleted one.
    ///
    /// The later of the local value and the tombstone's value counts. Its owner must be another existing
    /// record, or none.
    func hasNewOwner(
        _ owner: UUID, _ tombstone: SyncRecord, _ local: LocalRecord, _ number: Int64, _ shape: SyncShape
    ) throws -> Bool {
        let metadata = local.metadata
        let fieldMetadata = try metadata.map { try FieldSyncMetadata.all(of: $0.number, database) } ?? [:]
        var canBeOwned = false
        for (field, target) in owning(shape) {
            canBeOwned = true
            let known = SyncClock(fieldMetadata[field.name]?.clock ?? metadata?.clock ?? "") ?? .zero
            if let said = tombstone.fields[field.name], said.clock >= known {
                guard case .string(let text) = said.value else { continue }
                guard let id = UUID(uuidString: text), id != owner,
                    try self.number(resolving: id, target) != nil
                else { return false }
            } else if try isOwned(number, by: owner, field, target, shape) {
                return false
            }
        }
        return canBeOwned
    }

    /// Returns whether a record has this owner, even if the owner isn't stored here.
    private func isOwned(
        _ number: Int64, by owner: UUID, _ field: SyncShape.Field, _ target: SyncShape, _ shape: SyncShape
    ) throws -> Bool {
        try database.number(
            """
            SELECT EXISTS (SELECT 1 FROM \(shape.table.table) AS e
                JOIN \(target.table.table) AS t ON t._id = e.\(field.column.quoted)
                WHERE e._id = ?1 AND t.\(target.identifier.quoted) = ?2)
            OR EXISTS (SELECT 1 FROM \(shape.table.table) AS e
                JOIN _syncRecord AS r ON r.entity = ?3 AND r.uuid = e.\(shape.identifier.quoted)
                JOIN _syncLink AS l ON l.record = r._id AND l.name = ?4
                WHERE e._id = ?1 AND l.target = ?2)
            """, .integer(number), .text(owner.uuidString), .text(shape.name), .text(field.name)) == 1
    }

    /// Returns whether the owner of a record is deleted, so that the record must be deleted, too.
    func isOwnerDeleted(_ key: SyncKey, _ shape: SyncShape) throws -> Bool {
        for (field, target) in owning(shape) {
            let links = try database.rows(
                """
                SELECT l.target FROM _syncRecord AS r JOIN _syncLink AS l ON l.record = r._id AND l.name = ?3
                WHERE r.entity = ?1 AND r.uuid = ?2
                """, .text(key.entity), .text(key.id.uuidString), .text(field.name))
            if let id = links.first?.first?.text.flatMap(UUID.init(uuidString:)),
                try resolution(of: id, target) == .deleted
            {
                return true
            }
        }
        return false
    }

    /// Returns the cascading relationships of a model, with the owners' models.
    func owning(_ shape: SyncShape) -> [(field: SyncShape.Field, target: SyncShape)] {
        shape.fields.compactMap { field in
            guard let target = field.target.flatMap({ shapes[$0] }), field.column.isDeletedWithTarget else {
                return nil
            }
            return (field, target)
        }
    }
}

/// Records that were deleted here only because their owner was deleted on another device.
///
/// That device may not have known them: for example, a sight that was added here meanwhile. Therefore, their
/// tombstones are sent with their content. If the owner is re-created, so are they, unless a user deleted them.
extension ChangeApplier {
    /// Holds the content of a deleted record, and marks its tombstone as that of a cascade.
    func writeCascadeTombstone(_ record: SyncRecord, _ owner: SyncKey) throws {
        try held.hold(record, as: .cascaded, owner: owner)
        try database.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT r._id, ?, s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r WHERE r.entity = ? AND r.uuid = ?
            """, .text(Tombstone.Field.cascade.rawValue), .text(record.key.entity),
            .text(record.key.id.uuidString))
    }

    /// Re-creates records whose owner exists again.
    mutating func recreateCascaded() throws {
        for owner in try held.owners() {
            guard let shape = shapes[owner.entity], try number(of: owner, shape) != nil else { continue }
            try recreateCascaded(of: owner)
        }
    }

    /// Re-creates the records of an owner that exists again.
    mutating func recreateCascaded(of owner: SyncKey) throws {
        for content in try held.owned(by: owner) {
            guard let shape = shapes[content.key.entity],
                try find(content.key, shape).metadata?.causalLength == content.causalLength + 1
            else {
                try held.release(content.key, .cascaded)
                continue
            }
            var again = content
            again.causalLength += 2
            try apply(again, from: .merged)
            guard try number(of: again.key, shape) != nil else {
                // Another record that it needs is missing.
                try held.release(again.key, .waiting, .unreadable)
                continue
            }
            try sendAgain(again.key, isWhole: true)
        }
    }
}
