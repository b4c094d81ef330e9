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
        let tables = store.joins.map(\.table) + deletionOrder.map(\.table)
        for table in tables + ["_history_change", "_history"] {
            try connection.execute("DELETE FROM \(table)")
        }
    }

    /// The models, each before those that its records refer to, since a rule may forbid to delete these first.
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
            // In a circle any may be the first.
            order.append(rest.remove(at: next ?? 0))
        }
        return order
    }
}
