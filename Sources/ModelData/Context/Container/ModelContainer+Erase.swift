import Foundation

extension ModelContainer {
    /// Deletes all records of all models, the history and the files of large values. The stores remain.
    ///
    /// If erasing one store fails, no store is erased. The deletion can't be undone. Record numbers aren't
    /// reused. Existing contexts notice the deletion, and their objects can still be read. While another
    /// process has locked a store, the method blocks its caller for at most ``ModelConfiguration/lockTimeout``.
    ///
    /// Custom stores are erased first. If a later store fails, they stay erased.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be written; the error of a custom store. Then no other store
    ///   is erased.
    ///
    /// Mirrors SwiftData's `erase()`.
    public func erase() throws {
        let context = ModelContext(self)
        let writer = ContextWriter(context)
        let sessions = try context.allSessions()
        for store in core.stores { try store.custom?.erase() }
        do {
            for session in sessions { try writer.perform(on: session) { try session.removeAll() } }
            try writer.commitTogether(sessions) { try writer.commit($0) }
        } catch {
            for session in sessions { session.rollback() }
            throw error
        }
        _ = try removeOrphanedFiles()
    }

    /// Deletes all records of all models, as ``erase()`` does.
    ///
    /// It can't throw. If it fails, ``ModelContext/checkReads()`` and ``ModelContext/save()`` of the next context
    /// of this container that calls one of them throw the error. To handle it at once, call ``erase()``.
    ///
    /// Mirrors SwiftData's `deleteAllData()`.
    public func deleteAllData() {
        do { try erase() } catch { core.failure.withLock { $0 = error } }
    }
}

extension ContextSession {
    fileprivate func removeAll() throws {
        let tables = store.joins.map(\.table) + Set(store.layouts.map(\.table))
        for table in tables + ["_history_change", "_history"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }
}
