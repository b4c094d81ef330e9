import Foundation
import SyncProtocol

/// Tombstones of what went only because its owner was deleted elsewhere (``Orphan``): whoever has the record with another
/// owner meanwhile keeps it there.
enum SyncOrphaned {
    /// The field of the tombstone. Its value is the life that it ended, so that it says nothing of later deletions, and the
    /// owner's UUID.
    static let field = "_orphaned"

    static func value(life: Int, owner: String) -> SyncValue { .string("\(life) \(owner)") }
}

extension SyncRecord {
    /// The owner with which it went, where nobody meant to delete it.
    var lostOwner: UUID? {
        guard !isAlive, !isMeant, case .string(let text)? = fields[SyncOrphaned.field]?.value else {
            return nil
        }
        let words = text.split(separator: " ")
        guard words.count == 2, Int(words[0]) == life else { return nil }
        return UUID(uuidString: String(words[1]))
    }
}
