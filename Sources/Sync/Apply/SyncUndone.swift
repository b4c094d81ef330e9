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
        // What somebody meant to delete too, is no matter of an undo.
        if isAlive || isMeant { return nil }
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
    func isOfOthers(than undoers: [SyncClock]) -> Bool {
        stamp > 0 && !undoers.contains { $0.node == node && $0.stamp >= stamp }
    }
}

extension Applier {
    /// Whether an undo elsewhere deleted a record that others use here: it was made here too, or something refers to it
    /// that others than those who undid made or edited.
    ///
    /// Who undoes an addition may not know of that, and doesn't wish that it changes.
    func isInUse(_ record: SyncRecord) throws -> Bool {
        guard let undoers = record.undoers, let shape = shapes[record.key.entity],
            let number = try number(of: record.key, shape)
        else { return false }
        if try isMadeHere(record.key, apartFrom: undoers) { return true }
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
            let clocks = try door.rows(
                Self.clocks(of: owner, users, where: column), .text(owner.name), .integer(number))
            let isOthers = clocks.contains { row in
                // What has no note was imported here.
                guard let clock = row.first?.text.flatMap({ SyncClock($0) }) else { return true }
                return clock.isOfOthers(than: undoers)
            }
            if isOthers { return true }
        }
        return false
    }

    /// The clocks of the records, `e`, that refer to one, ?2. The joins are taken in the order in which they stand:
    /// SQLite would look through all notes of the model.
    static func clocks(of owner: SyncShape, _ users: String, where column: String) -> String {
        let note = "ON r.entity = ?1 AND r.uuid = e.\(owner.identifier.quoted)"
        let condition = "WHERE \(column) = ?2\(owner.table.andExactly("e"))"
        return """
            SELECT r.clock FROM \(users) LEFT JOIN _syncRecord AS r \(note) \(condition)
            UNION SELECT f.clock FROM \(users) CROSS JOIN _syncRecord AS r \(note)
                CROSS JOIN _syncField AS f ON f.record = r._id \(condition)
            """
    }
}
