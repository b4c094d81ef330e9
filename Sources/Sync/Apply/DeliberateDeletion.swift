import SyncProtocol

/// A deletion cause in a tombstone: a user deleted the record deliberately, not only its owner. If the owner
/// is recreated, the record stays deleted unless that user recreates it.
enum DeliberateDeletion {
    /// The field of the tombstone. Its value is the causal length that it ended, so it doesn't apply to later
    /// deletions.
    static let field = "_meant"

    static func value(causalLength: Int) -> SyncValue { .int(Int64(causalLength)) }
}

extension SyncRecord {
    /// Whether this is the tombstone of a deliberate deletion, and not only of an undo.
    var isDeliberate: Bool {
        guard !isAlive, let meant = fields[DeliberateDeletion.field],
            meant.value == DeliberateDeletion.value(causalLength: causalLength)
        else {
            return false
        }
        // The first version with both fields wrote both for an undo, with the same clock.
        return meant.clock != fields[UndoDeletion.field]?.clock
    }

    /// Whether a user deleted the record or undid its creation. It wasn't only deleted with its owner.
    var isDeletedOnItsOwn: Bool { isDeliberate || isUndone }
}
