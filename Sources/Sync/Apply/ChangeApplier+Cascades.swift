import Foundation
import ModelData
import SyncProtocol

/// Records that were deleted here only because their owner was deleted on another device.
///
/// That device may not have known them: for example, a sight that was added here meanwhile. Therefore, their
/// tombstones are sent with their content. If the owner is re-created, so are they, unless a user deleted them.
extension ChangeApplier {
    /// Holds the content of a deleted record, and marks its tombstone as that of a cascade.
    func writeCascadeTombstone(_ record: SyncRecord, _ owner: SyncKey) throws {
        try held.hold(record, as: .cascaded, owner: owner)
        try database.run(
            """
            INSERT OR REPLACE INTO _syncField (record, name, clock, edited, unsent)
            SELECT r._id, ?, s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r WHERE r.entity = ? AND r.uuid = ?
            """, .text(Tombstone.Field.cascade.rawValue), .text(record.key.entity),
            .text(record.key.id.uuidString))
    }

    /// Re-creates records whose owner exists again.
    mutating func recreateCascaded() throws {
        for owner in try held.owners() {
            guard let shape = shapes[owner.entity], try number(of: owner, shape) != nil else { continue }
            try recreateCascaded(of: owner)
        }
    }

    /// Re-creates the records of an owner that exists again.
    mutating func recreateCascaded(of owner: SyncKey) throws {
        for content in try held.owned(by: owner) {
            guard let shape = shapes[content.key.entity],
                try find(content.key, shape).metadata?.causalLength == content.causalLength + 1
            else {
                try held.release(content.key, .cascaded)
                continue
            }
            var again = content
            again.causalLength += 2
            try apply(again, from: .merged)
            guard try number(of: again.key, shape) != nil else {
                // Another record that it needs is missing.
                try held.release(again.key, .waiting, .unreadable)
                continue
            }
            try sendAgain(again.key, isWhole: true)
        }
    }
}
