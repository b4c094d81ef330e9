import Foundation

/// How much of a store's history is kept.
///
///     let limits = HistoryLimits(steps: 100, age: 30 * 86400)
///
/// Not in SwiftData, which keeps history until it is deleted.
public struct HistoryLimits: Sendable, Hashable {
    /// How many of the latest transactions stay whatever their age.
    public var steps: Int
    /// For how many seconds more than these stay.
    public var age: TimeInterval
    /// How many bytes of old values may be kept beside the latest hundred transactions.
    public var bytes: Int

    /// How many of the latest transactions stay whatever they take.
    public static let always = 100

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - steps: how many of the latest transactions stay whatever their age.
    ///   - age: for how many seconds more than these stay; a year.
    ///   - bytes: how many bytes of old values may be kept beside the latest hundred transactions.
    public init(steps: Int = 1000, age: TimeInterval = 365 * 86400, bytes: Int = 64 << 20) {
        self.steps = steps
        self.age = age
        self.bytes = bytes
    }
}

extension ModelContext {
    /// Deletes the oldest part of the stores' history, as far as limits don't keep it.
    ///
    ///     try context.pruneHistory(keeping: HistoryLimits())
    ///
    /// What is left can be undone as before. The space goes to what is saved next. It costs next to nothing where there
    /// is nothing to delete. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - limits: what is kept.
    ///   - now: the time from which ages count.
    /// - Returns: how many transactions were deleted.
    /// - Throws: ``ModelDataError`` when a store can't be written; ``ModelDataError/transactionOpen`` when one is open.
    @discardableResult
    public func pruneHistory(keeping limits: HistoryLimits, now: Date = .now) throws -> Int {
        if openTransaction != nil { throw ModelDataError.transactionOpen }
        var count = 0
        for session in try allSessions() {
            let last = try session.connection.perform { try limits.lastDeletable($0, now) }
            guard let last else { continue }
            try writing(to: session) {
                try session.connection.run("DELETE FROM _history WHERE _id <= ?", .integer(last))
                count += session.connection.changedRows
            }
            try commit(session)
            _ = try session.store.removeOrphanedFiles()
        }
        return count
    }
}

extension HistoryLimits {
    /// The latest transaction that isn't kept, nor any before it; nil where all are.
    fileprivate func lastDeletable(_ connection: StoreConnection, _ now: Date) throws -> Int64? {
        let first = try connection.number("SELECT coalesce(min(_id), 0) FROM _history")
        let last = try connection.number("SELECT coalesce(max(_id), 0) FROM _history")
        guard last - first >= Int64(min(steps, Self.always)) else { return nil }
        let old = try connection.number(
            """
            SELECT coalesce(max(_id), 0) FROM _history WHERE at < ? AND _id <=
                (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?)
            """, .real(now.timeIntervalSinceReferenceDate - age), .integer(Int64(steps)))
        let large = try lastTooLarge(connection)
        let found = max(old, large)
        return found == 0 ? nil : found
    }

    /// The latest transaction that there is no room for, behind those that always stay.
    private func lastTooLarge(_ connection: StoreConnection) throws -> Int64 {
        let size = try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size")
        // Where the whole file is smaller, so is the history.
        if size < Int64(bytes) { return 0 }
        return try connection.number(
            """
            SELECT coalesce(max(_transaction), 0) FROM (
                SELECT _transaction, sum(length(records)) OVER (ORDER BY _id DESC) AS total
                FROM _history_change WHERE _transaction <=
                    (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?)
            ) WHERE total > ?
            """, .integer(Int64(Self.always)), .integer(Int64(bytes)))
    }
}
