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

/// The common order of the transactions in several stores.
///
/// Transactions of one store are ordered by number, even if the clock was set back. Transactions of different
/// stores are ordered by time.
struct HistoryTimeline {
    /// The transactions of one store.
    private struct Part {
        let store: String
        let numbers: [Int64]
        /// The time of each transaction, but never earlier than the time of the previous one.
        let times: [Double]
        /// The number of the store's latest transaction.
        let last: Int64

        /// Returns the index of a transaction; nil if it doesn't exist.
        func position(of number: Int64) -> Int? {
            let position = count { numbers[$0] < number }
            return position < numbers.count && numbers[position] == number ? position : nil
        }

        /// Returns how many transactions, from the first one, fulfil a condition. This is a binary search, so
        /// no transaction after them may fulfil the condition.
        func count(where holds: (Int) -> Bool) -> Int {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if holds(middle) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private let base: [String: Int64]
    /// The transactions of each store. Empty for a single store, where the transaction numbers define the
    /// order.
    private var parts: [Part] = []

    /// - Parameter base: For each store, the last transaction that the caller has already seen.
    init(_ sessions: [ContextSession], after base: [String: Int64]) throws {
        self.base = base
        if sessions.count > 1 { parts = try sessions.map { try Self.part($0, after: base) } }
    }

    private static func part(_ session: ContextSession, after base: [String: Int64]) throws -> Part {
        let store = session.store.identifier
        let seen = base[store] ?? 0
        return try session.connection.perform { connection in
            // Read this number before the rows. Otherwise, a transaction that is saved between the two reads
            // would count as seen.
            let last = try HistoryLog(connection: connection).lastTransaction()
            let rows = try connection.rows(
                "SELECT _id, at FROM _history WHERE _id > ? ORDER BY _id", [.integer(seen)])
            var numbers: [Int64] = []
            var times: [Double] = []
            for row in rows {
                guard case .integer(let number) = row[0], case .real(let time) = row[1] else { continue }
                numbers.append(number)
                times.append(max(time, times.last ?? time))
            }
            return Part(
                store: store, numbers: numbers, times: times, last: max(seen, last, numbers.last ?? 0))
        }
    }

    /// Returns the token of a transaction; nil if it was saved after this timeline was read.
    func token(of number: Int64, in store: String) -> DefaultHistoryToken? {
        var others = base
        others[store] = nil
        guard let own = parts.firstIndex(where: { $0.store == store }) else {
            return DefaultHistoryToken(store: store, transaction: number, others: others)
        }
        // Transactions up to the base come before all others, because the caller has already seen them.
        var time = -Double.infinity
        if let position = parts[own].position(of: number) {
            time = parts[own].times[position]
        } else if number > base[store] ?? 0 {
            return nil
        }
        for (index, part) in parts.enumerated() where index != own {
            let count = part.count { part.times[$0] < time || (part.times[$0] == time && index < own) }
            // Deleted transactions in between count as seen, because they can no longer be fetched.
            others[part.store] = count < part.numbers.count ? part.numbers[count] - 1 : part.last
        }
        return DefaultHistoryToken(store: store, transaction: number, others: others)
    }
}
