import Foundation
import ModelData
import SyncProtocol

/// Received fields, told apart: values of columns, and pairs.
struct IncomingFields {
    /// The stored values by the fields' places in the shape.
    var values: [(field: SyncShape.Field, value: StoredValue)] = []
    /// To-one relationships to records that aren't here.
    var links: [(name: String, target: String)] = []
    /// Pairs that are there now, or not any more.
    var pairs: [(pairs: StoreTable.Pairs, name: String, target: UUID, isThere: Bool)] = []
    /// All fields that were taken, with their clocks.
    var clocks: [(name: String, clock: SyncClock)] = []
    /// Whether a relationship that must be there is to a record that isn't.
    var mustWait = false
    var unreadable = 0
}

extension Applier {
    /// Translates fields into what the store keeps.
    func incoming(_ fields: [String: SyncField], _ shape: SyncShape) throws -> IncomingFields {
        var result = IncomingFields()
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
            if let column = shape.field(named: name) {
                if try take(field.value, column, &result) {
                    result.clocks.append((name, field.clock))
                } else {
                    result.unreadable += 1
                }
            } else if let parts = SyncRecord.parts(ofElement: name),
                let pairs = shapes.pairs(of: shape.name, named: parts.relationship)
            {
                result.pairs.append((pairs, name, parts.id, field.value == .bool(true)))
                result.clocks.append((name, field.clock))
            }
        }
        return result
    }

    private func take(
        _ value: SyncValue, _ field: SyncShape.Field, _ result: inout IncomingFields
    ) throws -> Bool {
        guard let target = field.target.flatMap({ shapes[$0] }) else {
            guard let stored = field.column.stored(value) else { return false }
            result.values.append((field, stored))
            return true
        }
        switch value {
        case .null:
            guard field.column.isOptional else { return false }
            result.values.append((field, .null))
        case .string(let text):
            guard let id = UUID(uuidString: text) else { return false }
            if let number = try resolve(id, target) {
                result.values.append((field, .integer(number)))
            } else {
                result.links.append((field.name, id.uuidString))
                if field.column.isOptional {
                    result.values.append((field, .null))
                } else {
                    result.mustWait = true
                }
            }
        default: return false
        }
        return true
    }

    /// The number of a record, or of the one that it turned out to be the same as.
    func resolve(_ id: UUID, _ shape: SyncShape) throws -> Int64? {
        var id = id.uuidString
        let kinds = shape.table.kindNames.map(\.asSQLText).joined(separator: ", ")
        // A chain of records that were the same is short; a ring, which only a hostile server makes, ends too.
        for _ in 0..<8 {
            let found = try door.rows(
                """
                SELECT _id FROM \(shape.table.table)
                WHERE \(shape.identifier.quoted) = ?\(shape.table.andKind())
                """, .text(id))
            if let number = found.first?.first?.integer { return number }
            let alias = try door.rows(
                """
                SELECT l.target FROM _syncRecord AS r JOIN _syncLink AS l ON l.record = r._id
                WHERE r.entity IN (\(kinds)) AND r.uuid = ? AND l.name = ?
                """, .text(id), .text(SyncAlias.field))
            guard let next = alias.first?.first?.text else { return nil }
            id = next
        }
        return nil
    }

    /// Notes a relationship to a record that isn't here.
    func writeLink(_ name: String, of record: Int64, to target: String) throws {
        try door.run(
            "INSERT OR REPLACE INTO _syncLink (record, name, target) VALUES (?, ?, ?)", .integer(record),
            .text(name), .text(target))
    }

    func removeLink(_ name: String, of record: Int64) throws {
        try door.run("DELETE FROM _syncLink WHERE record = ? AND name = ?", .integer(record), .text(name))
    }

    /// Adds and takes away pairs of a record.
    func write(_ pairs: IncomingFields, of source: Int64, note: Int64) throws {
        for (pairs, name, id, isThere) in pairs.pairs {
            guard let target = shapes[pairs.target] else { continue }
            let number = try resolve(id, target)
            if isThere, number == nil {
                try writeLink(name, of: note, to: id.uuidString)
            } else {
                try removeLink(name, of: note)
            }
            guard let number else { continue }
            if isThere { try pair(source, number, pairs) } else { try unpair(source, number, pairs) }
        }
    }

    /// Adds a pair behind the others.
    func pair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        let order = { (side: String, other: String) in
            "(SELECT coalesce(max(\(side)_order), 0) + 1 FROM \(pairs.table) WHERE \(side) = \(other))"
        }
        let more = pairs.hasTargetOrder
        try door.run(
            """
            INSERT OR IGNORE INTO \(pairs.table) (_source, _target, _source_order\(more ? ", _target_order" : ""))
            VALUES (?1, ?2, \(order("_source", "?1"))\(more ? ", " + order("_target", "?2") : ""))
            """, .integer(source), .integer(target))
    }

    private func unpair(_ source: Int64, _ target: Int64, _ pairs: StoreTable.Pairs) throws {
        try door.run(
            "DELETE FROM \(pairs.table) WHERE _source = ? AND _target = ?", .integer(source), .integer(target)
        )
    }
}
