import Foundation

extension ModelContext {
    /// Fetches the transactions of the history that a descriptor describes, with their changes.
    ///
    /// ```swift
    /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    /// descriptor.predicate = #Predicate { $0.token > lastToken }
    /// let news = try context.fetchHistory(descriptor)
    /// ```
    ///
    /// Changes of models and properties that the schema no longer has are skipped.
    ///
    /// Adding, removing or moving an object in a many-to-many relationship is an update of the objects on
    /// both sides. The update can't be reported if the join row was deleted later, and the history of that
    /// deletion was deleted, too.
    ///
    /// If the predicate asks for the transactions after a token, alone or combined with `&&`, the fetch
    /// returns all of these transactions or throws. It throws if some of them were deleted. In that case,
    /// start again with the store's current records and the token of the latest transaction. In the default
    /// order, the last transaction's token covers all fetched transactions of all stores.
    ///
    /// - Parameter descriptor: The condition, order and limit.
    /// - Returns: The transactions.
    /// - Throws: ``ModelDataError/historyTokenExpired(path:transaction:)`` if transactions after the
    ///   predicate's token were deleted; ``ModelDataError/damagedHistory(path:transaction:)``, or an error of
    ///   reading.
    ///
    /// Mirrors SwiftData's `fetchHistory(_:)`.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        try HistoryQuery(descriptor: descriptor, context: self).fetch()
    }

    /// Deletes the transactions of the history that a descriptor describes.
    ///
    /// ```swift
    /// let month = Date.now.addingTimeInterval(-30 * 86400)
    /// try context.deleteHistory(
    ///     HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < month }))
    /// ```
    ///
    /// Transactions before a deleted one can't be undone any more, and their tokens expire. Records don't
    /// change. With a limit, the first transactions in the descriptor's order are deleted.
    ///
    /// - Parameter descriptor: The condition, order and limit.
    /// - Throws: ``ModelDataError`` if the store can't be written.
    ///
    /// Mirrors SwiftData's `deleteHistory(_:)`.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        try HistoryQuery(descriptor: descriptor, context: self).delete()
    }

    /// Deletes the transactions of the history that are older than a date, except the latest ones.
    ///
    /// ```swift
    /// let month = Date.now.addingTimeInterval(-30 * 86400)
    /// let count = try context.deleteHistory(before: month, keeping: 100)
    /// ```
    ///
    /// SQL deletes the transactions without reading them. Transactions before a deleted one can't be undone
    /// any more. Records don't change; files of large values that only the history needed are deleted. Not in
    /// SwiftData.
    ///
    /// - Parameters:
    ///   - date: Transactions from this time on are kept.
    ///   - count: The number of latest transactions of each store that are kept, however old they are.
    ///     Default: 0.
    /// - Returns: The number of deleted transactions.
    /// - Throws: ``ModelDataError`` when a store can't be written.
    @discardableResult
    public func deleteHistory(before date: Date, keeping count: Int = 0) throws -> Int {
        try allSessions().reduce(0) { sum, session in
            let condition = """
                at < ?1 AND _id <> ?2 AND _id <= coalesce(
                    (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?3), 0)
                """
            let arguments: [StoredValue] = [
                .real(date.timeIntervalSinceReferenceDate), .integer(session.historyTransaction ?? 0),
                .integer(Int64(Swift.max(0, count))),
            ]
            let isNeeded = try session.connection.perform { connection in
                try !connection.rows("SELECT 1 FROM _history WHERE \(condition) LIMIT 1", arguments).isEmpty
            }
            return sum + (isNeeded ? try deleteHistory(condition, arguments, of: session) : 0)
        }
    }

    /// Deletes rows of a store's history and returns their number.
    @discardableResult
    func deleteHistory(
        _ condition: String, _ arguments: [StoredValue], of session: ContextSession
    ) throws -> Int {
        var count = 0
        try ContextWriter(self).performAndCommit(on: session) {
            try session.connection.run("DELETE FROM _history WHERE \(condition)", arguments)
            count = session.connection.changedRows
        }
        if openTransaction == nil { _ = try session.store.removeOrphanedFiles() }
        return count
    }
}
