import SyncProtocol

/// Tombstones that somebody meant, and that aren't there only because an owner was deleted elsewhere: what they are of
/// doesn't come back with that owner, unless whoever deleted it brings it back.
enum SyncMeant {
    /// The field of the tombstone. Its value is the life that it ended, so that it says nothing of later deletions.
    static let field = "_meant"

    static func value(life: Int) -> SyncValue { .int(Int64(life)) }
}

extension SyncRecord {
    /// Whether it is a tombstone that somebody meant.
    var isMeant: Bool { !isAlive && fields[SyncMeant.field]?.value == SyncMeant.value(life: life) }
}
