import Basics
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
        for store in core.stores { try core.custom(store)?.erase() }
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

extension ModelContainer {
    /// Removes files of large values that neither a record nor the history refers to.
    ///
    /// Such files remain when history is deleted, or when a program ends during a save. While this method
    /// runs, other processes can read the stores, but their saves wait. While another process has locked a
    /// store, the method blocks its caller for at most ``ModelConfiguration/lockTimeout``. Not in SwiftData.
    ///
    /// - Returns: The number of removed files.
    /// - Throws: ``ModelDataError`` if a store can't be read or is locked.
    @discardableResult
    public func removeOrphanedFiles() throws -> Int {
        try core.stores.reduce(0) { count, store in count + (try store.removeOrphanedFiles()) }
    }
}

extension Store {
    /// The folder with the store's large values; nil if the store has none.
    var externalFolder: String? {
        guard !isInMemory, configuration.allowsSave else { return nil }
        let folder = ExternalFile.folder(of: path)
        return access(folder, F_OK) == 0 ? folder : nil
    }

    func removeOrphanedFiles() throws -> Int {
        guard let folder = externalFolder else { return 0 }
        let connection = try newConnection()
        return try connection.perform { connection in
            // A save holds this write lock while it writes files and their references. Therefore, a file that
            // has no reference now is unused.
            try connection.execute("BEGIN IMMEDIATE")
            defer { try? connection.execute("ROLLBACK") }
            let names = try ExternalFile.referencedNames(in: connection)
            var count = 0
            for file in Directory.names(in: folder, startingWith: "") {
                guard IncompleteFile.isName(file) || (ExternalFile.isName(file) && !names.contains(file))
                else { continue }
                if unlink(folder + "/" + file) == 0 { count += 1 }
            }
            return count
        }
    }
}
