import Foundation
import ModelData
import SyncProtocol

/// A row whose unique values were temporarily released.
struct ReleasedRow {
    let shape: SyncShape
    let number: Int64
    let values: [(field: SyncShape.Field, value: StoredValue)]
}

/// Merges records with the same unique values that two devices created, such as two tags with one name.
///
/// All devices keep the record with the smaller UUID. References to the other record then refer to the kept
/// one, and the other's tombstone contains its alias.
extension ChangeApplier {
    /// Temporarily releases unique values of records that may swap them.
    mutating func releaseUniqueValues(for page: [SyncRecord]) throws {
        for record in page where record.isAlive {
            guard let shape = shapes[record.key.entity], !shape.uniqueGroups.isEmpty else { continue }
            let local = try find(record.key, shape)
            guard let number = local.number, local.metadata?.isUnsent != true else { continue }
            for group in shape.uniqueGroups {
                let fields = group.compactMap(shape.field(named:))
                let old = try values(of: number, fields, shape)
                let isSame = zip(fields, old).allSatisfy { field, value in
                    guard let incoming = record.fields[field.name] else { return true }
                    return field.column.stored(incoming.value) == value
                }
                if !isSame { try releaseUniqueValues(of: number, Array(zip(fields, old)), shape) }
            }
        }
    }

    func values(of number: Int64, _ fields: [SyncShape.Field], _ shape: SyncShape) throws
        -> [StoredValue]
    {
        if fields.isEmpty { return [] }
        let selection = fields.map(\.column.quoted).joined(separator: ", ")
        return try database.rows(
            "SELECT \(selection) FROM \(shape.table.table) WHERE _id = ?", .integer(number)
        )
        .first
            ?? []
    }

    private mutating func releaseUniqueValues(
        of number: Int64, _ values: [(SyncShape.Field, StoredValue)], _ shape: SyncShape
    ) throws {
        for (field, value) in values where field.column.type == .text && value != .null {
            // A value that users can't type and that is unique.
            try database.run(
                "UPDATE \(shape.table.table) SET \(field.column.quoted) = ? WHERE _id = ?",
                .text("\u{1}\(UUID().uuidString)"), .integer(number))
        }
        releasedRows.append(ReleasedRow(shape: shape, number: number, values: values.map { ($0, $1) }))
    }

    /// Restores released values that weren't replaced.
    mutating func restoreReleasedValues() throws {
        let rows = releasedRows
        releasedRows = []
        for row in rows {
            let now = try values(of: row.number, row.values.map(\.field), row.shape)
            let waiting = zip(row.values, now).filter { $0.1.text?.hasPrefix("\u{1}") == true }.map(\.0)
            if waiting.isEmpty { continue }
            let found = try database.rows(
                "SELECT \(row.shape.identifier.quoted) FROM \(row.shape.table.table) WHERE _id = ?",
                .integer(row.number))
            guard let id = found.first?.first?.text.flatMap(UUID.init(uuidString:)) else { continue }
            let key = SyncKey(entity: row.shape.name, id: id)
            let record = SyncRecord(
                key, causalLength: try RecordSyncMetadata.find(key, database)?.causalLength ?? 1)
            if try write(waiting, to: row.number, record, row.shape) {
                try finishCollision(key, row.number, row.shape)
            }
        }
    }

    /// Resolves a conflict of unique values, by changing either the conflicting row or the record.
    ///
    /// - Returns: Whether to continue: the conflict is resolved, or the record was merged into the
    ///   conflicting one.
    mutating func resolveCollision(
        _ record: SyncRecord, _ number: Int64?, _ values: [(field: SyncShape.Field, value: StoredValue)],
        _ shape: SyncShape
    ) throws -> Bool {
        guard let other = try conflictingRow(number, values, shape) else { return false }
        let id = record.key.id.uuidString
        if id < other.id {
            guard collided[record.key] == nil else { return false }
            let fields = Set(shape.uniqueGroups.joined()).compactMap(shape.field(named:))
            try releaseUniqueValues(
                of: other.number, Array(zip(fields, try self.values(of: other.number, fields, shape))), shape)
            collided[record.key] = (other.number, other.id)
            return true
        }
        if let number {
            try mergeDuplicate(number, id, into: other.number, other.id, shape)
        } else {
            try rejectDuplicate(record, for: other, shape)
        }
        applied += 1
        return true
    }

    /// Returns the row that already has the unique values, or nil.
    private func conflictingRow(
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
            let found = try database.rows(
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

    /// Merges the record that had the same unique values, if any, into the written one.
    mutating func finishCollision(_ key: SyncKey, _ number: Int64, _ shape: SyncShape) throws {
        guard let other = collided.removeValue(forKey: key) else { return }
        try mergeDuplicate(other.number, other.id, into: number, key.id.uuidString, shape)
    }

    /// Merges a duplicate into another record: repoints references, fills in missing values, and deletes the
    /// duplicate. This counts as a local edit.
    mutating func mergeDuplicate(
        _ old: Int64, _ oldID: String, into new: Int64, _ newID: String, _ shape: SyncShape
    ) throws {
        let given = try given(old, oldID, shape)
        let wasCreatedHere = try UUID(uuidString: oldID).map {
            try isCreatedHere(SyncKey(entity: shape.name, id: $0))
        }
        try SyncMode.user.activate(in: database)
        let arguments: [StoredValue] = [.integer(old), .integer(new)]
        for (owner, field) in shapes.references(to: shape.name) {
            let column = field.column.quoted
            try database.run(
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
        try SyncMode.applying.activate(in: database)
        // Do this last, because only one record can be on the other side of a one-to-one relationship.
        try absorb(given, into: new, newID, shape)
        if wasCreatedHere == true, let id = UUID(uuidString: newID) {
            try writeLocalCreation(SyncKey(entity: shape.name, id: id))
        }
    }

    private func movePairs(_ pairs: StoreTable.Pairs, _ side: String, _ arguments: [StoredValue]) throws {
        let other = side == "_source" ? "_target" : "_source"
        let more = pairs.hasTargetOrder ? ", _target_order" : ""
        try database.run(
            """
            INSERT OR IGNORE INTO \(pairs.table) (\(side), \(other), _source_order\(more))
            SELECT ?2, \(other), _source_order\(more) FROM \(pairs.table) WHERE \(side) = ?1
            """, arguments)
        try database.run("DELETE FROM \(pairs.table) WHERE \(side) = ?1", [arguments[0]])
    }

    /// Adds the alias to a tombstone.
    private func writeAlias(_ key: SyncKey, _ target: String) throws {
        guard let metadata = try RecordSyncMetadata.find(key, database) else { return }
        try writeLink(Tombstone.Field.alias.rawValue, of: metadata.number, to: target)
        try database.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT ?, ?, stamp, 1, 1 FROM _sync
            """, .integer(metadata.number), .text(Tombstone.Field.alias.rawValue))
    }

    /// Replaces a received record, which duplicates a local one, by its tombstone.
    private mutating func rejectDuplicate(
        _ record: SyncRecord, for other: (number: Int64, id: String), _ shape: SyncShape
    ) throws {
        let fields = try incoming(record.fields, shape)
        let clocks = Dictionary(fields.clocks.map { ($0.name, $0.clock) }, uniquingKeysWith: { $1 })
        try absorb(
            fields.values.map {
                GivenField(field: $0.field, value: $0.value, clock: clocks[$0.field.name] ?? .zero)
            }, links: fields.links, into: other.number, other.id, shape)
        try SyncMode.user.activate(in: database)
        for pair in fields.pairs where pair.isAdded {
            guard let target = shapes[pair.pairs.target],
                let number = try number(resolving: pair.target, target)
            else { continue }
            try self.pair(other.number, number, pair.pairs)
        }
        try SyncMode.applying.activate(in: database)
        let tombstone = SyncRecord(record.key, causalLength: record.causalLength + 1)
        let metadataID = try writeMetadata(tombstone, isUnsent: true)
        try database.run("DELETE FROM _syncField WHERE record = ?", .integer(metadataID))
        _ = try nextClock()
        try writeAlias(record.key, other.id)
        guard let id = UUID(uuidString: other.id) else { return }
        try resolveLinks(to: SyncKey(entity: shape.name, id: id), other.number)
    }
}
