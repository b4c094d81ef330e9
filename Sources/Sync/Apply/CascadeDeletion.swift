import Foundation
import SyncProtocol

/// A deletion cause in a tombstone: the record was deleted only because its owner was deleted on another
/// device (``CascadeTombstone``). A device where the record has another owner by now keeps it.
enum CascadeDeletion {
    /// The field of the tombstone. Its value contains the causal length that it ended, so it doesn't apply to
    /// later deletions, and the owner's UUID.
    static let field = "_orphaned"

    static func value(causalLength: Int, owner: String) -> SyncValue { .string("\(causalLength) \(owner)") }
}

extension SyncRecord {
    /// The deleted owner, if no user deleted the record deliberately.
    var cascadeOwner: UUID? {
        guard !isAlive, !isDeliberate, case .string(let text)? = fields[CascadeDeletion.field]?.value else {
            return nil
        }
        let words = text.split(separator: " ")
        guard words.count == 2, Int(words[0]) == causalLength else { return nil }
        return UUID(uuidString: String(words[1]))
    }
}
