/// Changes of the history that SQLite reads, and that undo couldn't take back.
enum UnreadableHistory {
    /// The transaction of the first of them; nil where all can be read.
    static func transaction(in store: CareConnection) throws -> Int64? {
        let rows = "SELECT _transaction, kind, columns, records, count FROM _history_change ORDER BY _id"
        // What lacks that has no history to be read.
        guard let statement = try? store.prepare(rows) else { return nil }
        return try store.named {
            while try statement.step() {
                let row = ModelRow(statement: statement.handle)
                if !canRead((0..<4).map { row.stored($0) }) { return row.integer(-1) }
            }
            return nil
        }
    }

    private static func canRead(_ row: [StoredValue]) -> Bool {
        guard case .integer(let number) = row[0], let kind = PackedChanges.Kind(rawValue: number),
            case .text(let columns) = row[1], case .blob(let data) = row[2], case .integer(let count) = row[3]
        else { return false }
        return RecordedChange.all(kind, in: data, columns: columns.split(separator: ",").count, count: count)
            != nil
    }
}
