import SyncProtocol

/// Tombstones that somebody meant, and that aren't there only because an owner was deleted elsewhere: what they are of
/// doesn't come back with that owner, unless whoever deleted it brings it back.
enum SyncMeant {
    /// The field of the tombstone. Its value is the life that it ended, so that it says nothing of later deletions.
    static let field = "_meant"

    static func value(life: Int) -> SyncValue { .int(Int64(life)) }
}

extension SyncRecord {
    /// Whether it is a tombstone that somebody meant, and not only an undo.
    var isMeant: Bool {
        guard !isAlive, let meant = fields[SyncMeant.field], meant.value == SyncMeant.value(life: life) else {
            return false
        }
        // An undo by the first version of the programs that knew either wrote both, in one moment.
        return meant.clock != fields[SyncUndone.field]?.clock
    }

    /// Whether somebody deleted it, or undid that it was made: it didn't only go with its owner.
    var isGoneByItself: Bool { isMeant || isUndone }
}
