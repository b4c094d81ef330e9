import ModelData
import SyncProtocol

/// Tombstones that an undo left: they hold only where nobody else wrote to the record.
///
/// Who undoes an import, or an addition, takes back what that step made; it is no wish that what others made of it be
/// deleted. Whoever has, or gets, such a tombstone together with a field that another one wrote last brings the record
/// back.
enum SyncUndone {
    /// The field of the tombstone. Its value is the life that it ended, so that it says nothing of later deletions.
    static let field = "_undone"

    /// How many earlier writers a tombstone names at most.
    static let mostFormers = 16

    /// The value of the field.
    ///
    /// - Parameters:
    ///   - life: The life that was ended.
    ///   - formers: The last moments of those who wrote in the store before it was restored or repaired: what they wrote
    ///     until then is the same person's.
    static func value(life: Int, formers: [SyncClock]) -> SyncValue {
        if formers.isEmpty { return .int(Int64(life)) }
        return .string("\(life) " + formers.map(\.description).joined(separator: " "))
    }

    /// Reads the field of a tombstone.
    ///
    /// - Returns: The last moments of who undid; `nil` where the field is about another life.
    fileprivate static func writers(_ field: SyncField, life: Int) -> [SyncClock]? {
        guard let undoing = SyncClock(stamp: .max, node: field.clock.node) else { return nil }
        switch field.value {
        case .int(let ended): return ended == Int64(life) ? [undoing] : nil
        case .string(let text):
            let words = text.split(separator: " ", maxSplits: mostFormers + 1)
            guard let ended = words.first, Int(ended) == life else { return nil }
            return [undoing] + words.dropFirst().compactMap { SyncClock($0) }
        default: return nil
        }
    }
}

extension SyncRecord {
    /// The last moments of those whose undo deleted it; `nil` where it wasn't an undo.
    fileprivate var undoers: [SyncClock]? {
        if isAlive { return nil }
        return fields[SyncUndone.field].flatMap { SyncUndone.writers($0, life: life) }
    }

    /// Whether an undo deleted it.
    var isUndone: Bool { undoers != nil }

    /// Whether an undo deleted it although others wrote to it.
    var isUndoneAgainstOthers: Bool {
        guard let undoers else { return false }
        return fields.contains { name, field in
            !name.hasPrefix("_") && field.clock.isOfOthers(than: undoers)
        }
    }
}

extension SyncClock {
    /// Whether it is the moment of an edit that somebody else made than those who undid.
    fileprivate func isOfOthers(than undoers: [SyncClock]) -> Bool {
        stamp > 0 && !undoers.contains { $0.node == node && $0.stamp >= stamp }
    }
}

extension Applier {
    /// Whether others put something into a record here that an undo deleted elsewhere: a record that it owns, or a pair.
    ///
    /// Who undoes an addition may not know of it, and doesn't wish it gone.
    func isInUse(_ number: Int64, _ record: SyncRecord, _ shape: SyncShape) throws -> Bool {
        guard let undoers = record.undoers else { return false }
        for (owned, field) in shapes.references(to: shape.name) where try cascades(owned, field) {
            let clocks = try door.rows(
                """
                SELECT r.clock FROM \(owned.table.table) AS e JOIN _syncRecord AS r
                    ON r.entity = ?1 AND r.uuid = e.\(owned.identifier.quoted)
                WHERE e.\(field.column.quoted) = ?2\(owned.table.andExactly("e"))
                UNION SELECT f.clock FROM \(owned.table.table) AS e JOIN _syncRecord AS r
                    ON r.entity = ?1 AND r.uuid = e.\(owned.identifier.quoted)
                JOIN _syncField AS f ON f.record = r._id
                WHERE e.\(field.column.quoted) = ?2\(owned.table.andExactly("e"))
                """, .text(owned.name), .integer(number))
            if Self.isAny(of: clocks, ofOthersThan: undoers) { return true }
        }
        for (owner, pairs) in shapes.pairs(toward: shape.name) {
            let clocks = try door.rows(
                """
                SELECT coalesce(f.clock, r.clock) FROM \(pairs.table) AS j
                JOIN \(owner.table.table) AS e ON e._id = j._source
                JOIN _syncRecord AS r ON r.entity = ?1 AND r.uuid = e.\(owner.identifier.quoted)
                LEFT JOIN _syncField AS f ON f.record = r._id AND f.name = ?2
                WHERE j._target = ?3\(owner.table.andExactly("e"))
                """, .text(owner.name), .text(pairs.relationship + "/" + record.key.id.uuidString),
                .integer(number))
            if Self.isAny(of: clocks, ofOthersThan: undoers) { return true }
        }
        return false
    }

    private static func isAny(of rows: [[StoredValue]], ofOthersThan undoers: [SyncClock]) -> Bool {
        rows.contains { row in
            row.first?.text.flatMap { SyncClock($0) }?.isOfOthers(than: undoers) == true
        }
    }
}
