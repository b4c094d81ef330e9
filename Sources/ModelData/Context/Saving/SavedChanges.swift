import Foundation

/// The records that a save inserted, changed and deleted.
struct SavedChanges {
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []
    var deleted: [PersistentIdentifier] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func add(_ other: SavedChanges) {
        inserted += other.inserted
        updated += other.updated
        deleted += other.deleted
    }

    /// Informs the observers of a context, and posts ``ModelContext/didSave``.
    func post(by context: ModelContext) {
        context.changes.announce()
        let userInfo = [
            ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
            ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
            ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
        ]
        NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: userInfo)
    }
}
