/// Finds changes in the history that SQLite can read but undo can't decode.
enum UnreadableHistory {
    /// Returns the transaction of the first such change; nil if there is none.
    static func transaction(in store: SQLFile) throws -> Int64? {
        let rows =
            "SELECT _transaction, model, kind, columns, records, count FROM _history_change ORDER BY _id"
        // A store without this table or its columns has no history to check.
        guard (try? store.rows(rows + " LIMIT 0")) != nil else { return nil }
        var transaction: Int64?
        try store.forEachRow(rows) { statement in
            let row = ModelRow(statement: statement.handle)
            if RecordedRow((0..<5).map { row.stored($0) }) != nil { return true }
            transaction = row.integer(-1)
            return false
        }
        return transaction
    }
}
