import ModelData

/// Finds changes in the history that SQLite can read but undo can't decode.
enum UnreadableHistory {
    /// Returns the transaction of the first such change; nil if there is none.
    static func transaction(in store: SQLFile) throws -> Int64? {
        let rows =
            "SELECT model, kind, columns, records, count, _transaction FROM _history_change ORDER BY _id"
        // A store without this table or its columns has no history to check.
        guard (try? store.rows(rows + " LIMIT 0")) != nil else { return nil }
        var transaction: Int64?
        try store.forEachRow(rows) { row in
            if RecordedRow(row.values) != nil { return true }
            transaction = row.values.last?.integer
            return false
        }
        return transaction
    }
}
