import Foundation

/// Writes what a transaction does into the store's history, inside the same transaction.
struct HistoryWriter {
    /// Whose transaction it is, and which one it reverses.
    enum Kind: Int64 {
        case change = 0
        case undo = 1
        case redo = 2
    }

    let session: StoreSession
    let author: String?
    let note: String?
    var kind = Kind.change
    var reverses: Int64?

    /// The row of the transaction, written when it is first needed.
    func transaction() throws -> Int64 {
        if let known = session.historyTransaction { return known }
        let connection = session.connection
        try connection.run(
            """
            INSERT INTO _history (at, author, note, kind, reverses, generation) VALUES (?, ?, ?, ?, ?, ?)
            """,
            .real(Date.now.timeIntervalSinceReferenceDate), author.map { .text($0) } ?? .null,
            note.map { .text($0) } ?? .null, .integer(kind.rawValue), reverses.map { .integer($0) } ?? .null,
            .integer(session.store.generation))
        let number = connection.lastInsertedRecord
        session.historyTransaction = number
        return number
    }

    /// Writes the changes of one kind to one model.
    func write(_ kind: PackedChanges.Kind, of layout: EntityLayout, _ packer: inout ChangePacker) throws {
        try write(kind, model: layout.name, columns: layout.columns.map(\.name), &packer)
    }

    /// Writes the changes of one kind to the rows of one table.
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
