import Foundation

/// Reads the history of one store.
struct HistoryLog {
    let connection: StoreConnection

    private static let columns = "_id, at, author, note, kind, reverses, reversed"

    /// Returns the latest change of an author that isn't undone, or nil.
    func undoable(by author: String?) throws -> HistoryTransactionSummary? {
        try reversible("kind = 0", by: author)
    }

    /// Returns the latest undo of an author that wasn't redone. Returns nil if the author has changed
    /// something since that undo.
    func redoable(by author: String?) throws -> HistoryTransactionSummary? {
        try reversible(
            """
            kind = 1 AND _id > coalesce(
                (SELECT _id FROM _history WHERE kind = 0 AND author IS ?1 ORDER BY _id DESC LIMIT 1), 0)
            """, by: author)
    }

    /// Returns the latest transaction of an author that fulfils a condition and isn't reversed. Returns nil if
    /// a later transaction was deleted, because it may have changed the same records.
    private func reversible(
        _ condition: String, by author: String?
    ) throws -> HistoryTransactionSummary? {
        try summaries(
            """
            SELECT * FROM (
                SELECT \(Self.columns) FROM _history
                WHERE reversed = 0 AND author IS ?1 AND \(condition) ORDER BY _id DESC LIMIT 1
            ) AS h WHERE (SELECT seq FROM sqlite_sequence WHERE name = '_history') - h._id + 1
                = (SELECT count(*) FROM _history WHERE _id >= h._id)
            """, [.optional(author)]
        ).first
    }

    func latest(_ limit: Int) throws -> [HistoryTransactionSummary] {
        try summaries(
            "SELECT \(Self.columns) FROM _history ORDER BY _id DESC LIMIT ?", [.integer(Int64(limit))])
    }

    /// Returns the number of transactions, without those of an author.
    func count(leavingOut author: String) throws -> Int64 {
        try connection.number("SELECT count(*) FROM _history WHERE author IS NOT ?", .text(author))
    }

    func transaction(_ id: Int64) throws -> HistoryTransactionSummary? {
        try summaries("SELECT \(Self.columns) FROM _history WHERE _id = ?", [.integer(id)]).first
    }

    /// Returns the number of the last transaction; zero if there was no transaction yet.
    func lastTransaction() throws -> Int64 {
        try connection.number("SELECT seq FROM sqlite_sequence WHERE name = '_history'")
    }

    /// Returns whether any transaction after the given one was deleted. Transaction numbers are consecutive
    /// and never reused, so a missing number shows a deletion.
    func hasLost(after transaction: Int64) throws -> Bool {
        try connection.number(
            """
            SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '_history'), 0) - ?1
                > (SELECT count(*) FROM _history WHERE _id > ?1)
            """, .integer(transaction)) == 1
    }

    /// Returns the numbers of all transactions after the given one, in ascending order.
    func transactions(after transaction: Int64) throws -> [Int64] {
        try connection.numbers("SELECT _id FROM _history WHERE _id > ? ORDER BY _id", [.integer(transaction)])
    }

    /// Returns the changes of a transaction, from the last to the first.
    func changes(of transaction: Int64) throws -> [RecordedRow] {
        try recorded("WHERE _transaction = ? ORDER BY _id DESC", transaction)
    }

    /// Returns the numbers of the rows with the changes of a transaction, from the last to the first.
    func changeNumbers(of transaction: Int64) throws -> [Int64] {
        try connection.numbers(
            "SELECT _id FROM _history_change WHERE _transaction = ? ORDER BY _id DESC",
            [.integer(transaction)])
    }

    /// Returns a row with changes of a transaction.
    func change(_ number: Int64, of transaction: Int64) throws -> RecordedRow {
        guard
            let row = try recorded("WHERE _transaction = ? AND _id = ?", transaction, [.integer(number)])
                .first
        else { throw damaged(transaction) }
        return row
    }

    /// Returns the recorded deletions in some models or join tables. Only transactions from `transaction` on,
    /// and rows of `_history_change` after `change`, are included.
    func deletions(
        of names: [String], since transaction: Int64, after change: Int64
    ) throws -> [RecordedRow] {
        let list = names.map(\.literalSQL).joined(separator: ", ")
        return try recorded(
            "WHERE _transaction >= ? AND _id > ? AND kind = 2 AND model IN (\(list)) ORDER BY _id",
            transaction, [.integer(change)])
    }

    /// Returns the changes of all transactions after the given one that weren't undone.
    func changes(after transaction: Int64) throws -> [RecordedRow] {
        try recorded(
            """
            WHERE _transaction IN
                (SELECT _id FROM _history WHERE _id > ? AND kind = 0 AND reversed = 0)
            """, transaction)
    }

    func setReversed(_ isReversed: Bool, _ transaction: Int64) throws {
        try connection.run(
            "UPDATE _history SET reversed = ? WHERE _id = ?", .integer(isReversed ? 1 : 0),
            .integer(transaction))
    }

    private func recorded(
        _ condition: String, _ transaction: Int64, _ more: [StoredValue] = []
    ) throws -> [RecordedRow] {
        let rows = try connection.rows(
            "SELECT model, kind, columns, records, count FROM _history_change \(condition)",
            [.integer(transaction)] + more)
        return try rows.map { row in
            guard let row = RecordedRow(row) else { throw damaged(transaction) }
            return row
        }
    }

    private func damaged(_ transaction: Int64) -> ModelDataError {
        .damagedHistory(path: connection.path, transaction: transaction)
    }

    private func summaries(
        _ sql: String, _ arguments: [StoredValue]
    ) throws -> [HistoryTransactionSummary] {
        try connection.rows(sql, arguments).map { row in
            guard case .integer(let id) = row[0], case .real(let at) = row[1],
                let kind = row[4].integer.flatMap(HistoryTransactionSummary.Kind.init)
            else { throw damaged(0) }
            let counts = try counts(of: id)
            return HistoryTransactionSummary(
                id: id, date: Date(timeIntervalSinceReferenceDate: at), author: row[2].text,
                note: row[3].text, kind: kind, reverses: row[5].integer,
                isReversed: row[6] == .integer(1), inserted: counts[.insert] ?? [:],
                updated: counts[.update] ?? [:], deleted: counts[.delete] ?? [:])
        }
    }

    private func counts(of transaction: Int64) throws -> [PackedChanges.Kind: [String: Int]] {
        let rows = try connection.rows(
            "SELECT model, kind, sum(count) FROM _history_change WHERE _transaction = ? GROUP BY model, kind",
            [.integer(transaction)])
        var counts: [PackedChanges.Kind: [String: Int]] = [:]
        for row in rows {
            guard let model = row[0].text, let count = row[2].integer,
                let kind = row[1].integer.flatMap(PackedChanges.Kind.init)
            else { throw damaged(transaction) }
            counts[kind, default: [:]][model] = Int(count)
        }
        return counts
    }
}

/// One row of `_history_change`.
package struct RecordedRow {
    let model: String
    let kind: PackedChanges.Kind
    let columns: [String]
    let changes: [RecordedChange]

    /// Returns nil if the row is damaged.
    /// - Parameter row: The columns `model`, `kind`, `columns`, `records` and `count`.
    package init?(_ row: [StoredValue]) {
        guard let model = row[0].text, let kind = row[1].integer.flatMap(PackedChanges.Kind.init),
            let text = row[2].text, case .blob(let data) = row[3], let count = row[4].integer
        else { return nil }
        (self.model, self.kind) = (model, kind)
        columns = text.split(separator: ",").map(String.init)
        guard let changes = RecordedChange.all(kind, in: data, columns: columns.count, count: count) else {
            return nil
        }
        self.changes = changes
    }
}
