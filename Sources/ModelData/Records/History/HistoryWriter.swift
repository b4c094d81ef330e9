import Foundation

/// Writes the changes of a transaction to the store's history, as part of the same SQLite transaction.
struct HistoryWriter {
    let session: ContextSession
    let author: String?
    let note: String?
    var kind = HistoryTransactionSummary.Kind.change
    var reverses: Int64?

    /// Returns the number of the transaction's row in `_history`. The first call inserts the row.
    func transaction() throws -> Int64 {
        if let known = session.historyTransaction { return known }
        let connection = session.connection
        try connection.run(
            """
            INSERT INTO _history (at, author, note, kind, reverses, generation) VALUES (?, ?, ?, ?, ?, ?)
            """,
            .real(Date.now.timeIntervalSinceReferenceDate), .optional(author),
            .optional(note), .integer(kind.rawValue), reverses.map { .integer($0) } ?? .null,
            .integer(session.store.schemaGeneration))
        let number = connection.lastInsertedRecord
        session.historyTransaction = number
        return number
    }

    /// Writes entries, in order.
    func write(_ entries: [HistoryEntry]) throws {
        for entry in entries {
            var changes = entry.changes
            try write(entry.kind, model: entry.model, columns: entry.columns, &changes)
        }
    }

    /// Writes the changes of one kind for one model.
    func write(_ kind: PackedChanges.Kind, of layout: EntityLayout, _ packer: inout ChangePacker) throws {
        try write(kind, model: layout.name, columns: layout.columns.map(\.name), &packer)
    }

    /// Writes the changes of one kind for one model or join table.
    func write(
        _ kind: PackedChanges.Kind, model: String, columns: [String], _ packer: inout ChangePacker
    ) throws {
        if packer.isEmpty { return }
        let columns = columns.joined(separator: ",")
        try session.connection.run(
            """
            INSERT INTO _history_change (_transaction, model, kind, count, columns, records)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .integer(try transaction()), .text(model), .integer(kind.rawValue),
            .integer(packer.count), .text(columns), .blob(packer.finished()))
    }
}

/// The changes of one kind to the records of one model or join table, for the history.
struct HistoryEntry {
    let kind: PackedChanges.Kind
    let model: String
    let columns: [String]
    let changes: ChangePacker
}

extension HistoryEntry {
    init(_ kind: PackedChanges.Kind, of layout: EntityLayout, _ changes: ChangePacker) {
        self.init(kind: kind, model: layout.name, columns: layout.columns.map(\.name), changes: changes)
    }
}

extension [HistoryEntry] {
    /// Appends the changes of a model's records, if there are any.
    mutating func add(_ kind: PackedChanges.Kind, of layout: EntityLayout, _ changes: ChangePacker) {
        if !changes.isEmpty { append(HistoryEntry(kind, of: layout, changes)) }
    }
}
