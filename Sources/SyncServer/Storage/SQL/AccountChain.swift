import Foundation

/// The chain of an account: for each transaction that wrote changes, the number of its last change and a random value.
///
/// A database that returns to an earlier state uses the numbers of the lost changes again, after a restore or a failover
/// to a standby that lagged behind. The values then differ, so every server process notices it: the pull token of a
/// device contains the number and the value that it has seen last.
struct AccountChain: Sendable {
    let account: SQLValue

    /// How long a row is kept, in seconds: 180 days.
    static let age: TimeInterval = 180 * 86_400
    /// The number of changes after which old rows are deleted.
    private static let interval = 1_000
    /// The largest number of rows that are kept. A device that has missed more transactions pulls from the beginning.
    private static let length = 10_000

    /// Adds the first row of a new account.
    func begin(_ connection: any SQLConnection, at time: Date) throws {
        _ = try add(0, connection, at: time)
    }

    /// Replaces all rows by one with a new value, so that every device pulls from the beginning.
    func restart(at last: Int, _ connection: any SQLConnection, at time: Date) throws {
        _ = try connection.run("DELETE FROM sync_chain WHERE account = ?", [account])
        _ = try add(last, connection, at: time)
    }

    /// Returns the value at a number, or `nil` if no transaction ended there or its row was deleted.
    func value(at number: Int, _ connection: any SQLConnection) throws -> Int? {
        try connection.run(
            "SELECT value FROM sync_chain WHERE account = ? AND number = ?", [account, .number(number)]
        ).first?.integer(0)
    }

    /// Adds the row of a transaction, and deletes old rows from time to time.
    ///
    /// - Parameters:
    ///   - known: The number of the last change before the transaction.
    ///   - last: The number of its last change.
    ///   - connection: The connection, in the transaction.
    ///   - time: The time of day.
    /// - Returns: The value of the new row.
    func extend(
        from known: Int, to last: Int, _ connection: any SQLConnection, at time: Date
    ) throws -> Int {
        if known / Self.interval != last / Self.interval { try prune(before: known, connection, at: time) }
        return try add(last, connection, at: time)
    }

    private func add(_ number: Int, _ connection: any SQLConnection, at time: Date) throws -> Int {
        let value = Int.random(in: 0...Int.max)
        _ = try connection.run(
            "INSERT INTO sync_chain (account, number, value, created) VALUES (?, ?, ?, ?)",
            [account, .number(number), .number(value), .number(time.milliseconds)])
        return value
    }

    /// Deletes old rows, but not the last one, which all devices may have seen.
    private func prune(before known: Int, _ connection: any SQLConnection, at time: Date) throws {
        _ = try connection.run(
            """
            DELETE FROM sync_chain WHERE account = ? AND number < ? AND (created < ? OR number <= coalesce((
                SELECT number FROM sync_chain WHERE account = ? ORDER BY number DESC LIMIT 1 OFFSET ?), -1))
            """,
            [
                account, .number(known), .number(time.addingTimeInterval(-Self.age).milliseconds), account,
                .number(Self.length),
            ])
    }
}
