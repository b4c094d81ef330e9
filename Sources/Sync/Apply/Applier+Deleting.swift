import Foundation
import ModelData
import SyncProtocol

extension Applier {
    /// Deletes a row, and writes into the history what goes with it.
    ///
    /// - Returns: Whether it could be deleted.
    mutating func delete(_ number: Int64, _ shape: SyncShape) throws -> Bool {
        let rows = try family(of: number, shape)
        var orphans: [Orphan] = []
        for row in rows {
            guard let owner = row.owner, let key = row.shape.key(of: row.values) else { continue }
            try rememberLinks(to: key.id.uuidString, row.number, row.shape)
            orphans.append(try orphan(key, row.shape, of: owner))
        }
        guard try door.attempt("DELETE FROM \(shape.table.table) WHERE _id = ?", [.integer(number)]) else {
            return false
        }
        for row in rows {
            changes.delete(row.number, of: row.shape.name, row.values)
            try KeptHere.remember(row.number, row.values, row.shape, door)
        }
        for orphan in orphans { try orphan.remember(door) }
        if !orphans.isEmpty { knowsOrphans = true }
        return true
    }

    private typealias Row = (shape: SyncShape, number: Int64, values: [StoredValue], owner: SyncKey?)

    /// A row, and those that foreign keys delete with it, each with the record that it goes with.
    private func family(of number: Int64, _ shape: SyncShape) throws -> [Row] {
        var rows: [Row] = []
        var known: Set<String> = []
        var waiting: [(SyncShape, Int64, SyncKey?)] = [(shape, number, nil)]
        while let (shape, number, owner) = waiting.popLast() {
            guard known.insert("\(shape.name) \(number)").inserted else { continue }
            let columns = shape.table.columns.map { $0.kind == .none ? "NULL" : $0.quoted }
            let found = try door.rows(
                "SELECT \(columns.joined(separator: ", ")) FROM \(shape.table.table) WHERE _id = ?",
                .integer(number))
            guard let values = found.first else { continue }
            rows.append((shape, number, values, owner))
            let key = shape.key(of: values)
            for (owner, field) in shapes.references(to: shape.name) where try cascades(owner, field) {
                // Classes that inherit share a table: each record goes by its own class.
                let owned = try door.rows(
                    """
                    SELECT _id FROM \(owner.table.table)
                    WHERE \(field.column.quoted) = ?\(owner.table.andExactly(""))
                    """, .integer(number))
                waiting += owned.compactMap { $0.first?.integer }.map { (owner, $0, key) }
            }
        }
        return rows
    }

    /// Whether somebody took a record that is here away from the owner with which it went elsewhere.
    ///
    /// Of what is known here and what the tombstone says, the later counts: its owner must be another one that is here,
    /// or none.
    func hasLeft(_ owner: UUID, _ tombstone: SyncRecord, _ number: Int64, _ shape: SyncShape) throws -> Bool {
        let note = try RecordNote.find(tombstone.key, door)
        let notes = try note.map { try FieldNote.all(of: $0.number, door) } ?? [:]
        var canBeOwned = false
        for (field, target) in try owning(shape) {
            canBeOwned = true
            let known = SyncClock(notes[field.name]?.clock ?? note?.clock ?? "") ?? .zero
            if let said = tombstone.fields[field.name], said.clock >= known {
                guard case .string(let text) = said.value else { continue }
                guard let id = UUID(uuidString: text), id != owner,
                    try self.number(standingFor: id, target) != nil
                else { return false }
            } else if try isOwned(number, by: owner, field, target, shape) {
                return false
            }
        }
        return canBeOwned
    }

    /// Whether a record that is here has an owner, be that one here or not.
    private func isOwned(
        _ number: Int64, by owner: UUID, _ field: SyncShape.Field, _ target: SyncShape, _ shape: SyncShape
    ) throws -> Bool {
        try door.number(
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

    /// Whether the owner of a record that is here is gone, so that it would be gone too had it been here then.
    func isLeftBehind(_ key: SyncKey, _ shape: SyncShape) throws -> Bool {
        for (field, target) in try owning(shape) {
            let links = try door.rows(
                """
                SELECT l.target FROM _syncRecord AS r JOIN _syncLink AS l ON l.record = r._id AND l.name = ?3
                WHERE r.entity = ?1 AND r.uuid = ?2
                """, .text(key.entity), .text(key.id.uuidString), .text(field.name))
            if let id = links.first?.first?.text.flatMap(UUID.init(uuidString:)),
                try fate(of: id, target) == .gone
            {
                return true
            }
        }
        return false
    }

    /// The relationships to those with which a model's records go, with their models.
    private func owning(_ shape: SyncShape) throws -> [(field: SyncShape.Field, target: SyncShape)] {
        try shape.fields.compactMap { field in
            guard let target = field.target.flatMap({ shapes[$0] }), try cascades(shape, field) else {
                return nil
            }
            return (field, target)
        }
    }

    private func cascades(_ owner: SyncShape, _ field: SyncShape.Field) throws -> Bool {
        try door.number(
            "SELECT count(*) FROM pragma_foreign_key_list(?) WHERE \"from\" = ? AND on_delete = 'CASCADE'",
            .text(owner.table.tableName), .text(field.name)) > 0
    }
}
