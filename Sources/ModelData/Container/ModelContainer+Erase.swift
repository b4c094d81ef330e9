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

    /// Deletes all records of all models, as ``erase()`` does, and ignores errors.
    ///
    /// Mirrors SwiftData's `deleteAllData()`.
    public func deleteAllData() { try? erase() }
}

extension ContextSession {
    fileprivate func removeAll() throws {
        let tables = store.joins.map(\.table) + deletionOrder.map(\.table)
        for table in tables + ["_history_change", "_history"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }

    /// The models in the order of deletion. Each model comes before the models that it refers to. In another
    /// order, a delete rule could refuse a deletion.
    private var deletionOrder: [EntityLayout] {
        func table(of type: any PersistentModel.Type) -> String? {
            store.layouts.first { $0.entity.type == type }?.table
        }
        var rest = store.layouts
        var order: [EntityLayout] = []
        while !rest.isEmpty {
            let next = rest.firstIndex { candidate in
                !rest.contains { other in
                    other.table != candidate.table
                        && other.keys.contains { table(of: $0.relationship.target) == candidate.table }
                }
            }
            // If models refer to each other in a cycle, start with any of them.
            order.append(rest.remove(at: next ?? 0))
        }
        return order
    }
}
