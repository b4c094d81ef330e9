/// Changes of the history that SQLite reads, and that undo couldn't take back.
enum UnreadableHistory {
    /// The transaction of the first of them; nil where all can be read.
    static func transaction(in store: MaintenanceConnection) throws -> Int64? {
        let rows =
            "SELECT _transaction, model, kind, columns, records, count FROM _history_change ORDER BY _id"
        // What lacks that has no history to be read.
        guard let statement = try? store.prepare(rows) else { return nil }
        return try store.named {
            while try statement.step() {
                let row = ModelRow(statement: statement.handle)
                if RecordedRow((0..<5).map { row.stored($0) }) == nil { return row.integer(-1) }
            }
            return nil
        }
    }
}
