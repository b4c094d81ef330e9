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

    /// Whether a record that is here has another owner than one, or none: somebody took it away from there.
    func hasLeft(_ owner: UUID, _ number: Int64, _ shape: SyncShape) throws -> Bool {
        var isOwned = false
        for field in shape.fields {
            guard let target = field.target.flatMap({ shapes[$0] }), try cascades(shape, field) else {
                continue
            }
            isOwned = true
            let own = try door.number(
                """
                SELECT EXISTS (SELECT 1 FROM \(shape.table.table) AS e
                    JOIN \(target.table.table) AS t ON t._id = e.\(field.column.quoted)
                    WHERE e._id = ?1 AND t.\(target.identifier.quoted) = ?2)
                OR EXISTS (SELECT 1 FROM \(shape.table.table) AS e
                    JOIN _syncRecord AS r ON r.entity = ?3 AND r.uuid = e.\(shape.identifier.quoted)
                    JOIN _syncLink AS l ON l.record = r._id AND l.name = ?4
                    WHERE e._id = ?1 AND l.target = ?2)
                """, .integer(number), .text(owner.uuidString), .text(shape.name), .text(field.name))
            if own == 1 { return false }
        }
        return isOwned
    }

    private func cascades(_ owner: SyncShape, _ field: SyncShape.Field) throws -> Bool {
        try door.number(
            "SELECT count(*) FROM pragma_foreign_key_list(?) WHERE \"from\" = ? AND on_delete = 'CASCADE'",
            .text(owner.table.tableName), .text(field.name)) > 0
    }
}
