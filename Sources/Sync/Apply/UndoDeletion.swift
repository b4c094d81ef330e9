import ModelData
import SyncProtocol

/// A deletion cause in a tombstone: an undo deleted the record. It applies only if no other device changed
/// the record.
///
/// Undoing an import or an addition takes back that step, but not the changes that others made to its
/// records. A device that finds such a change recreates the record.
enum UndoDeletion {
    /// The field of the tombstone. Its value is the causal length that it ended, so it doesn't apply to later
    /// deletions.
    static let field = "_undone"

    /// The maximum number of former writers in a tombstone.
    static let maximumFormerWriters = 16

    /// Returns the value of the field.
    ///
    /// - Parameters:
    ///   - causalLength: The causal length that was ended.
    ///   - formerWriters: The last clocks of this store's former nodes, before a restore or a repair. Their
    ///     edits are by the same user.
    static func value(causalLength: Int, formerWriters: [SyncClock]) -> SyncValue {
        if formerWriters.isEmpty { return .int(Int64(causalLength)) }
        return .string("\(causalLength) " + formerWriters.map(\.description).joined(separator: " "))
    }

    /// Parses the field of a tombstone.
    ///
    /// - Returns: The last clocks of the nodes that performed the undo, or `nil` if the field belongs to
    ///   another causal length.
    fileprivate static func writers(_ field: SyncField, causalLength: Int) -> [SyncClock]? {
        guard let undoing = SyncClock(stamp: .max, node: field.clock.node) else { return nil }
        switch field.value {
        case .int(let ended): return ended == Int64(causalLength) ? [undoing] : nil
        case .string(let text):
            let words = text.split(separator: " ", maxSplits: maximumFormerWriters + 1)
            guard let ended = words.first, Int(ended) == causalLength else { return nil }
            return [undoing] + words.dropFirst().compactMap { SyncClock($0) }
        default: return nil
        }
    }
}

extension SyncRecord {
    /// The last clocks of the nodes whose undo deleted the record, or `nil` for another deletion cause.
    fileprivate var undoClocks: [SyncClock]? {
        // A deliberate deletion takes precedence over an undo.
        if isAlive || isDeliberate { return nil }
        return fields[UndoDeletion.field].flatMap { UndoDeletion.writers($0, causalLength: causalLength) }
    }

    /// Whether an undo deleted the record.
    var isUndone: Bool { undoClocks != nil }

    /// Whether an undo deleted the record although other nodes changed it.
    var isUndoneDespiteOtherEdits: Bool {
        guard let undoClocks else { return false }
        return fields.contains { name, field in
            !name.hasPrefix("_") && field.clock.isFromOthers(than: undoClocks)
        }
    }
}

extension SyncClock {
    /// Whether this is the clock of an edit by another node than those of the undo.
    func isFromOthers(than undoClocks: [SyncClock]) -> Bool {
        stamp > 0 && !undoClocks.contains { $0.node == node && $0.stamp >= stamp }
    }
}

extension ChangeApplier {
    /// Returns whether a record that an undo deleted elsewhere is still in use here. It is in use if it was
    /// created here, too, or if records that other nodes created or edited refer to it.
    ///
    /// The device of the undo may not know about these records.
    func isInUse(_ record: SyncRecord) throws -> Bool {
        guard let undoClocks = record.undoClocks, let shape = shapes[record.key.entity],
            let number = try number(of: record.key, shape)
        else { return false }
        if try isCreatedHere(record.key, apartFrom: undoClocks) { return true }
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
                return clock.isFromOthers(than: undoClocks)
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
