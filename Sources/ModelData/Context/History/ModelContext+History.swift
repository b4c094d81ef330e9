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

/// The limits up to which a store's history is kept.
///
/// Not in SwiftData, which keeps the history until the program deletes it.
public struct HistoryLimits: Sendable, Hashable {
    /// The number of latest transactions that are kept regardless of their age.
    public var steps: Int
    /// The maximum age of all other transactions, in seconds.
    public var age: TimeInterval
    /// The maximum size of the old values in the history, in bytes. The latest ``minimumSteps`` transactions
    /// aren't counted.
    public var bytes: Int

    /// The number of latest transactions that are kept regardless of their size.
    public static let minimumSteps = 100

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - steps: The number of latest transactions that are kept regardless of their age. Default: 1000.
    ///   - age: The maximum age of all other transactions, in seconds. Default: a year.
    ///   - bytes: The maximum number of bytes of old values, not counting the latest ``minimumSteps``
    ///     transactions. Default: 64 MiB.
    public init(steps: Int = 1000, age: TimeInterval = 365 * 86400, bytes: Int = 64 << 20) {
        self.steps = steps
        self.age = age
        self.bytes = bytes
    }
}

extension ModelContext {
    /// Deletes the oldest transactions of the stores' history that exceed the limits.
    ///
    /// The remaining transactions can still be undone. Later saves reuse the free space. The call is cheap if
    /// there is nothing to delete. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - now: The time from which ages count. Default: now.
    /// - Returns: The number of deleted transactions.
    /// - Throws: ``ModelDataError`` if a store can't be written; ``ModelDataError/transactionOpen`` if a
    ///   transaction is open.
    @discardableResult
    public func pruneHistory(keeping limits: HistoryLimits, now: Date = .now) throws -> Int {
        try pruneHistory(keeping: limits, now: now) {}
    }

    /// Deletes the oldest transactions of the stores' history that exceed the limits.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - now: The time from which ages count.
    ///   - prepare: Called before the transactions of a store are deleted.
    /// - Returns: The number of deleted transactions.
    package func pruneHistory(keeping limits: HistoryLimits, now: Date, _ prepare: () throws -> Void) throws
        -> Int
    {
        if openTransaction != nil { throw ModelDataError.transactionOpen }
        var count = 0
        for session in try allSessions() {
            let last = try session.connection.perform { try limits.lastDeletable($0, now) }
            guard let last else { continue }
            try prepare()
            count += try deleteHistory("_id <= ?", [.integer(last)], of: session)
        }
        return count
    }
}

extension HistoryLimits {
    /// Returns the number of the last transaction to delete. All earlier transactions are deleted, too.
    /// Returns nil if no transaction is deleted.
    fileprivate func lastDeletable(_ connection: StoreConnection, _ now: Date) throws -> Int64? {
        let first = try connection.number("SELECT coalesce(min(_id), 0) FROM _history")
        let last = try connection.number("SELECT coalesce(max(_id), 0) FROM _history")
        guard last - first >= Int64(min(steps, Self.minimumSteps)) else { return nil }
        let old = try connection.number(
            """
            SELECT coalesce(max(_id), 0) FROM _history WHERE at < ? AND _id <=
                (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?)
            """, .real(now.timeIntervalSinceReferenceDate - age), .integer(Int64(steps)))
        let large = try lastTooLarge(connection)
        let found = max(old, large)
        return found == 0 ? nil : found
    }

    /// Returns the number of the latest transaction that exceeds the size limit. Returns zero if the history
    /// is within the limit.
    private func lastTooLarge(_ connection: StoreConnection) throws -> Int64 {
        let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size")
        // If the store's whole file is smaller than the limit, its history is, too.
        if size < Int64(bytes) { return 0 }
        return try connection.number(
            """
            SELECT coalesce(max(_transaction), 0) FROM (
                SELECT _transaction, sum(length(records)) OVER (ORDER BY _id DESC) AS total
                FROM _history_change WHERE _transaction <=
                    (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?)
            ) WHERE total > ?
            """, .integer(Int64(Self.minimumSteps)), .integer(Int64(bytes)))
    }
}
