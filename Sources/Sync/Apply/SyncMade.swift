import ModelData
import SyncProtocol

/// Records that were made in this store, as by an import, and that others made too: another's undo of its import is no
/// wish that this store's be undone.
///
/// Who made a record, its note says by its clock, or by having none. Of two records that turned out to be the same, the
/// one that stays may be another's: then a field of its note says that the other one was made here. It never travels.
enum SyncMade {
    static let field = "_made"
}

extension Applier {
    /// Whether a record that is here was made here, by others than those who undid.
    func isMadeHere(_ key: SyncKey, apartFrom undoers: [SyncClock] = []) throws -> Bool {
        // What has no note was imported here; so was what had none when it came from elsewhere, whose note has no clock.
        guard let note = try RecordNote.find(key, door), let clock = SyncClock(note.clock), clock.stamp > 0
        else { return true }
        if try FieldNote.all(of: note.number, door)[SyncMade.field] != nil { return true }
        return try clock.isOfOthers(than: undoers) && isOwn(clock.node)
    }

    /// Notes that a record is the same as one that was made here.
    func writeMade(_ key: SyncKey) throws {
        try writeNote(SyncMade.field, of: try noteOrNew(key).number, clock: .zero, keepsEdited: false)
    }

    /// Whether somebody is who writes here, or wrote here before the store was restored or repaired.
    private func isOwn(_ node: String) throws -> Bool {
        try door.number(
            """
            SELECT EXISTS (SELECT 1 FROM _sync WHERE node = ?1)
                OR EXISTS (SELECT 1 FROM _syncFormer WHERE node = ?1)
            """, .text(node)) == 1
    }
}
