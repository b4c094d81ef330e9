import SyncProtocol

/// Tombstones that an undo left: they hold only where nobody else wrote to the record.
///
/// Who undoes an import, or an addition, takes back what that step made; it is no wish that what others made of it be
/// deleted. Whoever has, or gets, such a tombstone together with a field that another one wrote last brings the record
/// back.
enum SyncUndone {
    /// The field of the tombstone. Its value is the life that it ended, so that it says nothing of later deletions.
    static let field = "_undone"
}

extension SyncRecord {
    /// Whether an undo deleted it.
    var isUndone: Bool { !isAlive && fields[SyncUndone.field]?.value == .int(Int64(life)) }

    /// Whether an undo deleted it although others wrote to it.
    var isUndoneAgainstOthers: Bool {
        guard isUndone, let undone = fields[SyncUndone.field] else { return false }
        return fields.contains { name, field in
            !name.hasPrefix("_") && field.clock.stamp > 0 && field.clock.node != undone.clock.node
        }
    }
}
