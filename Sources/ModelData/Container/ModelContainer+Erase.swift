import Foundation

extension ModelContainer {
    /// Removes all records of all models, the history and the files of large values; the stores stay.
    ///
    ///     try container.erase()
    ///
    /// Each store loses all or nothing, and with several stores all of them do. Nothing of it can be undone.
    /// Numbers of removed records aren't used again; live contexts notice, and their objects can still be read.
    ///
    /// - Throws: ``ModelDataError`` when a store can't be written; then nothing is removed.
    ///
    /// Mirrors SwiftData's `erase()`.
    public func erase() throws {
        let context = ModelContext(self)
        let sessions = try context.allSessions()
        // All goes, so that no rule between records is of any use, and some would forbid it.
        func keepReferences(_ isOn: Bool) throws {
            for session in sessions where !session.store.sharesConnection || !session.isWriting {
                try session.connection.perform {
                    try $0.execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
                }
            }
        }
        try keepReferences(false)
        defer { try? keepReferences(true) }
        do {
            for session in sessions { try context.writing(to: session) { try session.removeAll() } }
            try context.commitTogether(sessions) { try context.commit($0) }
        } catch {
            for session in sessions { session.rollback() }
            throw error
        }
        _ = try removeOrphanedFiles()
    }

    /// Removes all records of all models, as ``erase()`` does, and says nothing when that fails.
    ///
    ///     container.deleteAllData()
    ///
    /// Mirrors SwiftData's `deleteAllData()`.
    public func deleteAllData() { try? erase() }
}

extension StoreSession {
    fileprivate func removeAll() throws {
        for table in store.joins.map(\.table) + store.layouts.map(\.table) + ["_history_change", "_history"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }
}
