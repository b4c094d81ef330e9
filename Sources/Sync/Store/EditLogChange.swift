import Foundation
import ModelData
import SyncProtocol

/// Adds the recorded changes of a model's records to the edit log.
struct EditLogChange {
    let database: SQLAccess
    let shape: SyncShape
    /// The UUIDs of deleted records, by record number.
    let deleted: [Int64: String]

    /// Adds changes.
    ///
    /// - Parameters:
    ///   - set: The changes.
    ///   - author: Who made them.
    ///   - keepsImports: Whether updates by imports are added for records that aren't in the log.
    func add(_ set: RecordedChangeSet, by author: EditLog.Author, keepsImports: Bool) throws {
        let clock = Self.clock(at: set.date, of: author)
        switch set.changes {
        case .inserts(let records):
            try addInsertions(Array(try identifiers(of: records).values), by: author, clock)
        case .updates(let records):
            let identifiers = try identifiers(of: records.map(\.record))
            for update in records {
                guard let uuid = identifiers[update.record] else { continue }
                if let old = update.old.first(where: { $0.column == shape.identifier.name })?.value.text,
                    old != uuid
                {
                    try addDeletion(of: old, by: author, clock)
                    try addInsertions([uuid], by: author, clock)
                    continue
                }
                let changed = Set(update.old.map(\.column))
                for field in shape.fields where field.group.contains(where: { changed.contains($0.name) }) {
                    try addUpdate(of: field, in: uuid, by: author, clock, keepsImports)
                }
            }
        case .deletes(let records):
            for record in records {
                guard let uuid = record.old[shape.identifier.name]?.text else { continue }
                try addDeletion(of: uuid, by: author, clock)
            }
        }
    }

    /// The stamp of a change. That of an import is earlier than the stamp of any edit.
    static func clock(at date: Date, of author: EditLog.Author = .user) -> StoredValue {
        let milliseconds = min(
            max(0, date.timeIntervalSince1970 * 1000), Double(SyncTriggers.lastMoment >> 16))
        return .integer(author == .importer ? Int64(milliseconds) : Int64(milliseconds) << 16)
    }

    /// The UUIDs of records by record number. Unknown records are left out.
    private func identifiers(of records: [Int64]) throws -> [Int64: String] {
        var found: [Int64: String] = [:]
        let rows = try database.rows(
            """
            SELECT e._id, e.\(shape.identifier.quoted) FROM json_each(?) AS j
            JOIN \(shape.table.table) AS e ON e._id = j.value
            """, .list(records))
        for row in rows { if let number = row[0].integer { found[number] = row[1].text } }
        if found.count < records.count {
            for record in records where found[record] == nil { found[record] = deleted[record] }
        }
        return found
    }

    private func addInsertions(_ uuids: [String], by author: EditLog.Author, _ clock: StoredValue) throws {
        if uuids.isEmpty { return }
        let list = StoredValue.list(uuids)
        let name = StoredValue.text(shape.name)
        switch author {
        case .user:
            try database.run(
                """
                INSERT INTO _editedRecord (entity, uuid, insertedAt, life, edited)
                SELECT ?, value, ?, 1, 1 FROM json_each(?) WHERE true
                ON CONFLICT (entity, uuid) DO UPDATE SET insertedAt = excluded.insertedAt, deletedAt = NULL,
                    isUndone = 0, life = life + (life % 2 = 0), edited = 1
                """, name, clock, list)
        case .importer:
            try database.run(
                """
                UPDATE _editedRecord SET insertedAt = ?2, deletedAt = NULL, isUndone = 0,
                    life = life + (life % 2 = 0), edited = 0
                WHERE entity = ?1 AND uuid IN (SELECT value FROM json_each(?3))
                """, name, clock, list)
        case .undo, .redo:
            // The values and their clocks are those from before.
            try database.run(
                """
                UPDATE _editedRecord SET deletedAt = NULL, isUndone = 0, life = life + (life % 2 = 0)
                WHERE entity = ? AND uuid IN (SELECT value FROM json_each(?))
                """, name, list)
            return
        }
        try database.run(
            """
            DELETE FROM _editedField WHERE entity = ? AND uuid IN (SELECT value FROM json_each(?))
                AND instr(name, '/') = 0
            """, name, list)
    }

    private func addUpdate(
        of field: SyncShape.Field, in uuid: String, by author: EditLog.Author, _ clock: StoredValue,
        _ keepsImports: Bool
    ) throws {
        let key: [StoredValue] = [.text(shape.name), .text(uuid), .text(field.name), clock]
        if author == .importer, !keepsImports {
            try database.run(
                """
                UPDATE _editedField SET clock = ?4, edited = 0 WHERE entity = ?1 AND uuid = ?2 AND name = ?3
                """, key)
            return
        }
        // An undone edit still counts as an edit, so that no import overwrites the restored value.
        let edited = author == .user || author == .importer ? "excluded.edited" : "edited"
        try database.run(
            """
            INSERT INTO _editedField (entity, uuid, name, clock, edited) VALUES (?, ?, ?, ?, \(author == .user ? 1 : 0))
            ON CONFLICT (entity, uuid, name) DO UPDATE SET clock = excluded.clock, edited = \(edited)
            """, key)
    }

    private func addDeletion(of uuid: String, by author: EditLog.Author, _ clock: StoredValue) throws {
        let isUndone = author == .undo
        try database.run(
            """
            INSERT INTO _editedRecord (entity, uuid, deletedAt, isUndone, life, edited)
            VALUES (?, ?, ?, \(isUndone ? 1 : 0), 2, 0)
            ON CONFLICT (entity, uuid) DO UPDATE SET deletedAt = excluded.deletedAt,
                isUndone = excluded.isUndone, life = life + (life % 2 = 1)
            """, .text(shape.name), .text(uuid), clock)
    }
}

/// Adds the recorded changes of a join table to the edit log.
struct EditLogPairChange {
    /// The records that a row relates.
    struct Row {
        let source: Int64
        let target: Int64

        init?(_ old: [String: StoredValue]) {
            guard let source = old["_source"]?.integer, let target = old["_target"]?.integer else {
                return nil
            }
            (self.source, self.target) = (source, target)
        }

        init?(_ row: [StoredValue]) {
            guard let source = row[1].integer, let target = row[2].integer else { return nil }
            (self.source, self.target) = (source, target)
        }
    }

    let database: SQLAccess
    let pairs: StoreTable.Pairs
    let shapes: SyncShapes
    /// The UUIDs of deleted records, by model and record number.
    let deleted: [String: [Int64: String]]
    /// The deleted rows of the join table, by row number.
    let deletedRows: [Int64: Row]

    /// Adds changes.
    func add(_ set: RecordedChangeSet) throws {
        let clock = EditLogChange.clock(at: set.date)
        switch set.changes {
        case .inserts(let numbers):
            let rows = try database.rows(
                """
                SELECT j._id, j._source, j._target FROM json_each(?) AS n JOIN \(pairs.table) AS j ON j._id = n.value
                """, .list(numbers))
            let found = Set(rows.compactMap { $0[0].integer })
            try add(
                rows.compactMap(Row.init)
                    + numbers.filter { !found.contains($0) }.compactMap { deletedRows[$0] },
                clock)
        case .deletes(let records): try add(records.compactMap { Row($0.old) }, clock)
        case .updates: break
        }
    }

    private func add(_ rows: [Row], _ clock: StoredValue) throws {
        for row in rows {
            for owner in shapes.all where owner.pairs.contains(where: { $0.name == pairs.name }) {
                guard let source = try identifier(of: row.source, in: owner),
                    let target = try shapes[pairs.target].flatMap({
                        try identifier(of: row.target, in: $0, isExact: false)
                    })
                else { continue }
                // The pairs of an inserted record have its clock without a row of their own.
                try database.run(
                    """
                    INSERT INTO _editedField (entity, uuid, name, clock, edited)
                    SELECT ?1, ?2, ?3, ?4, 1 WHERE NOT EXISTS (SELECT 1 FROM _editedRecord
                        WHERE entity = ?1 AND uuid = ?2 AND insertedAt = ?4)
                    ON CONFLICT (entity, uuid, name) DO UPDATE SET clock = excluded.clock, edited = 1
                    """, .text(owner.name), .text(source), .text(pairs.relationship + "/" + target), clock)
            }
        }
    }

    private func identifier(of record: Int64, in shape: SyncShape, isExact: Bool = true) throws -> String? {
        let rows = try database.rows(
            """
            SELECT \(shape.identifier.quoted) FROM \(shape.table.table) AS e
            WHERE _id = ?\(isExact ? shape.table.andExactly("e") : "")
            """, .integer(record))
        return rows.first?.first?.text ?? deleted[shape.name]?[record]
    }
}
