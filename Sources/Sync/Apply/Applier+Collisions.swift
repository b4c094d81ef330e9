import Foundation
import ModelData
import SyncProtocol

/// A row whose unique values were taken out of the way.
struct ParkedRow {
    let shape: SyncShape
    let number: Int64
    let values: [(field: SyncShape.Field, value: StoredValue)]
}

/// Two records with the same unique values, made on two replicas, are the same thing: two tags of one name, one book
/// imported twice. The one whose UUID comes first stays, on every replica alike; what referred to the other refers
/// to it, and the other's tombstone names it.
extension Applier {
    /// Takes unique values out of the way of records that swap them.
    mutating func makeRoom(for page: [SyncRecord]) throws {
        for record in page where record.isAlive {
            guard let shape = shapes[record.key.entity], !shape.uniqueGroups.isEmpty,
                let number = try number(of: record.key, shape)
            else { continue }
            if let note = try RecordNote.find(record.key, door), note.isUnsent { continue }
            for group in shape.uniqueGroups {
                let fields = group.compactMap(shape.field(named:))
                let old = try values(of: number, fields, shape)
                let isSame = zip(fields, old).allSatisfy { field, value in
                    guard let incoming = record.fields[field.name] else { return true }
                    return field.column.stored(incoming.value) == value
                }
                if !isSame { try park(number, Array(zip(fields, old)), shape) }
            }
        }
    }

    func values(of number: Int64, _ fields: [SyncShape.Field], _ shape: SyncShape) throws
        -> [StoredValue]
    {
        if fields.isEmpty { return [] }
        let selection = fields.map(\.column.quoted).joined(separator: ", ")
        return try door.rows("SELECT \(selection) FROM \(shape.table.table) WHERE _id = ?", .integer(number))
            .first
            ?? []
    }

    private mutating func park(
        _ number: Int64, _ values: [(SyncShape.Field, StoredValue)], _ shape: SyncShape
    ) throws {
        for (field, value) in values where field.column.type == .text && value != .null {
            // No person can type it, and no two rows have the same.
            try door.run(
                "UPDATE \(shape.table.table) SET \(field.column.quoted) = ? WHERE _id = ?",
                .text("\u{1}\(UUID().uuidString)"), .integer(number))
        }
        parked.append(ParkedRow(shape: shape, number: number, values: values.map { ($0, $1) }))
    }

    /// Gives rows whose values were taken out of the way these back, where they didn't get others.
    mutating func restoreParked() throws {
        let rows = parked
        parked = []
        for row in rows {
            let now = try values(of: row.number, row.values.map(\.field), row.shape)
            let waiting = zip(row.values, now).filter { $0.1.text?.hasPrefix("\u{1}") == true }.map(\.0)
            if waiting.isEmpty { continue }
            let found = try door.rows(
                "SELECT \(row.shape.identifier.quoted) FROM \(row.shape.table.table) WHERE _id = ?",
                .integer(row.number))
            guard let id = found.first?.first?.text.flatMap(UUID.init(uuidString:)) else { continue }
            let key = SyncKey(entity: row.shape.name, id: id)
            let record = SyncRecord(key, life: try RecordNote.find(key, door)?.life ?? 1)
            if try write(waiting, to: row.number, record, row.shape) {
                try finishCollision(key, row.number, row.shape)
            }
        }
    }

    /// Finds out what stands in the way of a record, and clears the way or the record.
    ///
    /// - Returns: Whether to go on: the way is free, or the record is the same as the one that stays.
    mutating func settleCollision(
        _ record: SyncRecord, _ number: Int64?, _ values: [(field: SyncShape.Field, value: StoredValue)],
        _ shape: SyncShape
    ) throws -> Bool {
        guard let other = try rival(number, values, shape) else { return false }
        let id = record.key.id.uuidString
        if id < other.id {
            guard collided[record.key] == nil else { return false }
            let fields = Set(shape.uniqueGroups.joined()).compactMap(shape.field(named:))
            try park(
                other.number, Array(zip(fields, try self.values(of: other.number, fields, shape))), shape)
            collided[record.key] = (other.number, other.id)
            return true
        }
        if let number {
            try unite(number, id, into: other.number, other.id, shape)
        } else {
            try disown(record, for: other, shape)
        }
        applied += 1
        return true
    }

    /// The row that has the unique values which another one is to get.
    private func rival(
        _ number: Int64?, _ incoming: [(field: SyncShape.Field, value: StoredValue)], _ shape: SyncShape
    ) throws -> (number: Int64, id: String)? {
        for group in shape.uniqueGroups {
            let fields = group.compactMap(shape.field(named:))
            let old = try number.map { try values(of: $0, fields, shape) }
            let wanted = fields.enumerated().map { place, field in
                incoming.first { $0.field.name == field.name }?.value ?? old?[place] ?? .null
            }
            if wanted.contains(.null) { continue }
            let condition = fields.map { "\($0.column.quoted) = ?" }.joined(separator: " AND ")
            let found = try door.rows(
                """
                SELECT _id, \(shape.identifier.quoted) FROM \(shape.table.table)
                WHERE \(condition) AND _id IS NOT ?\(shape.table.andExactly(""))
                """, wanted + [number.map { .integer($0) } ?? .null])
            if let row = found.first, let number = row[0].integer, let id = row[1].text {
                return (number, id)
            }
        }
        return nil
    }

    /// Makes the record that was in the way, if any, the same as the one that was written.
    mutating func finishCollision(_ key: SyncKey, _ number: Int64, _ shape: SyncShape) throws {
        guard let other = collided.removeValue(forKey: key) else { return }
        try unite(other.number, other.id, into: number, key.id.uuidString, shape)
    }

    /// Has everything that refers to one record refer to another one, gives that what it doesn't have, and deletes the
    /// first. That is an edit made here.
    mutating func unite(
        _ old: Int64, _ oldID: String, into new: Int64, _ newID: String, _ shape: SyncShape
    ) throws {
        let given = try given(old, oldID, shape)
        let wasMadeHere = try UUID(uuidString: oldID).map {
            try isMadeHere(SyncKey(entity: shape.name, id: $0))
        }
        try SyncMode.person.begin(door)
        let arguments: [StoredValue] = [.integer(old), .integer(new)]
        for (owner, field) in shapes.references(to: shape.name) {
            let column = field.column.quoted
            try door.run(
                """
                UPDATE OR IGNORE \(owner.table.table) SET \(column) = ?2
                WHERE \(column) = ?1\(owner.table.andExactly(""))
                """, arguments)
        }
        for owner in shapes.all {
            for pairs in owner.pairs {
                for (side, model) in [("_source", pairs.source), ("_target", pairs.target)]
                where shapes.isKind(shape.name, of: model) {
                    try movePairs(pairs, side, arguments)
                }
            }
        }
        _ = try delete(old, shape)
        try writeAlias(SyncKey(entity: shape.name, id: UUID(uuidString: oldID) ?? UUID()), newID)
        try SyncMode.applying.begin(door)
        // Only now, since of a one-to-one relationship the first record had the other side to itself.
        try absorb(given, into: new, newID, shape)
        if wasMadeHere == true, let id = UUID(uuidString: newID) {
            try writeMade(SyncKey(entity: shape.name, id: id))
        }
    }

    private func movePairs(_ pairs: StoreTable.Pairs, _ side: String, _ arguments: [StoredValue]) throws {
        let other = side == "_source" ? "_target" : "_source"
        let more = pairs.hasTargetOrder ? ", _target_order" : ""
        try door.run(
            """
            INSERT OR IGNORE INTO \(pairs.table) (\(side), \(other), _source_order\(more))
            SELECT ?2, \(other), _source_order\(more) FROM \(pairs.table) WHERE \(side) = ?1
            """, arguments)
        try door.run("DELETE FROM \(pairs.table) WHERE \(side) = ?1", [arguments[0]])
    }

    /// Has a tombstone say which record stands for it.
    private func writeAlias(_ key: SyncKey, _ target: String) throws {
        guard let note = try RecordNote.find(key, door) else { return }
        try writeLink(SyncAlias.field, of: note.number, to: target)
        try door.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT ?, ?, stamp, 1, 1 FROM _sync
            """, .integer(note.number), .text(SyncAlias.field))
    }

    /// Answers a received record with its tombstone, since it is the same as one that is here.
    private mutating func disown(
        _ record: SyncRecord, for other: (number: Int64, id: String), _ shape: SyncShape
    ) throws {
        let fields = try incoming(record.fields, shape)
        let clocks = Dictionary(fields.clocks.map { ($0.name, $0.clock) }, uniquingKeysWith: { $1 })
        try absorb(
            fields.values.map {
                GivenField(field: $0.field, value: $0.value, clock: clocks[$0.field.name] ?? .zero)
            }, links: fields.links, into: other.number, other.id, shape)
        try SyncMode.person.begin(door)
        for pair in fields.pairs where pair.isThere {
            guard let target = shapes[pair.pairs.target],
                let number = try number(standingFor: pair.target, target)
            else { continue }
            try self.pair(other.number, number, pair.pairs)
        }
        try SyncMode.applying.begin(door)
        let tombstone = SyncRecord(record.key, life: record.life + 1)
        let note = try writeNote(tombstone, isUnsent: true)
        try door.run("DELETE FROM _syncField WHERE record = ?", .integer(note))
        _ = try nextClock()
        try writeAlias(record.key, other.id)
        guard let id = UUID(uuidString: other.id) else { return }
        try resolveLinks(to: SyncKey(entity: shape.name, id: id), other.number)
    }
}
