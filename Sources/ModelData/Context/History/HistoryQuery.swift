import Foundation

/// Finds the transactions of the history that a descriptor describes.
struct HistoryQuery<Transaction: HistoryTransaction> {
    let descriptor: HistoryDescriptor<Transaction>
    let context: ModelContext

    /// Returns the transactions with their changes.
    func fetch() throws -> [Transaction] {
        let found = try transactions { session in
            // Check this last, so that a deletion during the fetch is noticed.
            try session.refuseExpiredToken(in: descriptor.predicate)
        }
        let chosen = limited(found)
        var pairs: [ObjectIdentifier: JoinHistory] = [:]
        for session in try context.allSessions() {
            let numbers = chosen.lazy.filter { $0.1 === session }.map(\.0.transactionIdentifier)
            pairs[ObjectIdentifier(session)] = JoinHistory(session, since: numbers.min() ?? 0)
        }
        return try chosen.compactMap { transaction, session in
            guard let pairs = pairs[ObjectIdentifier(session)] else { return nil }
            var transaction = transaction
            transaction.changes = try changes(of: transaction, in: session, pairs)
            return transaction as? Transaction
        }
    }

    /// Deletes the transactions.
    func delete() throws {
        let chosen = limited(try transactions())
        for session in try context.allSessions() {
            let records = chosen.filter { $0.1 === session }.map(\.0.transactionIdentifier)
                // Keep the row of an open transaction, because its next saves still need the row.
                .filter { $0 != session.historyTransaction }
            if records.isEmpty { continue }
            try context.deleteHistory(
                "_id IN (SELECT value FROM json_each(?))", [.list(records)], of: session)
        }
    }

    /// Returns the transactions that the predicate matches, without their changes, grouped by store.
    ///
    /// - Parameter check: Called for each store after it was read.
    private func transactions(
        check: (ContextSession) throws -> Void = { _ in }
    ) throws -> [(DefaultHistoryTransaction, ContextSession)] {
        let sessions = try context.allSessions()
        let predicate = descriptor.predicate
        // The predicate's tokens are the same for all stores, so any store identifier can be used here.
        let timeline = try HistoryTimeline(sessions, after: HistoryBounds(predicate, store: "").base)
        var found: [(DefaultHistoryTransaction, ContextSession)] = []
        for session in sessions {
            for transaction in try session.recordedTransactions(where: predicate, timeline) {
                guard let typed = transaction as? Transaction else { return [] }
                if try predicate?.evaluate(typed) ?? true { found.append((transaction, session)) }
            }
            try check(session)
        }
        return found
    }

    /// Sorts and limits transactions by a descriptor.
    private func limited(
        _ found: [(DefaultHistoryTransaction, ContextSession)]
    ) -> [(DefaultHistoryTransaction, ContextSession)] {
        var found = found
        if !descriptor.sortBy.isEmpty {
            found.sort { first, second in
                guard let first = first.0 as? Transaction, let second = second.0 as? Transaction else {
                    return false
                }
                return descriptor.sortBy.lazy.map { $0.compare(first, second) }
                    .first { $0 != .orderedSame } == .orderedAscending
            }
        } else if context.core.stores.count > 1 {
            found.sort { $0.0.token < $1.0.token }
        }
        if descriptor.fetchLimit == 0 { return found }
        return Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
    }

    /// Returns the changes of a transaction. Changes of models that the schema doesn't have are left out.
    private func changes(
        of transaction: DefaultHistoryTransaction, in session: ContextSession, _ pairs: JoinHistory
    ) throws -> [HistoryChange] {
        let number = transaction.transactionIdentifier
        let (rows, lists) = try session.connection.perform { connection in
            let rows = try Array(HistoryLog(connection: connection).changes(of: number).reversed())
            return (rows, try pairs.lists(of: rows))
        }
        var changes: [HistoryChange] = []
        func add(_ kind: PackedChanges.Kind, _ record: Int64, of layout: EntityLayout, _ old: [OldValue]) {
            changes.append(
                historyChange(
                    kind, old, of: layout.entity.type,
                    PersistentIdentifier(origin: layout.origin, number: record), transaction: number,
                    position: changes.count))
        }
        for (index, row) in rows.enumerated() {
            for list in lists[index] ?? [] {
                add(.update, list.record, of: list.layout, [(list.property, .null)])
            }
            guard let table = try context.registry.table(named: row.model), table.session === session else {
                continue
            }
            let columns = row.columns.map { name -> Schema.PropertyMetadata? in
                let column = table.layout.column(named: name).flatMap { table.layout.columns[$0].metadata }
                // Of a deleted object, only these values are part of the public history.
                let isKept = column?.attribute.options.contains(.preserveValueOnDeletion) == true
                return row.kind == .delete && !isKept ? nil : column
            }
            for change in row.changes {
                let old = change.old.compactMap { old in columns[old.column].map { ($0, old.value) } }
                add(row.kind, change.record, of: table.layout, old)
            }
        }
        return changes
    }

    /// A property and its value before a change.
    private typealias OldValue = (column: Schema.PropertyMetadata, value: StoredValue)

    private func historyChange<T: PersistentModel>(
        _ kind: PackedChanges.Kind, _ old: [OldValue], of type: T.Type, _ identifier: PersistentIdentifier,
        transaction: Int64, position: Int
    ) -> HistoryChange {
        switch kind {
        case .insert:
            .insert(
                DefaultHistoryInsert<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier))
        case .update:
            .update(
                DefaultHistoryUpdate<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier, columns: old.map(\.column)))
        case .delete:
            .delete(
                DefaultHistoryDelete<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    tombstone: HistoryTombstone(values: old)))
        }
    }
}

extension ContextSession {
    /// Throws if a predicate asks for the transactions after a token, and one of these transactions was
    /// deleted.
    fileprivate func refuseExpiredToken<T>(in predicate: Predicate<T>?) throws {
        guard let seen = HistoryBounds(predicate, store: store.identifier).seen else { return }
        try connection.perform { connection in
            guard try HistoryLog(connection: connection).hasLost(after: seen) else { return }
            throw ModelDataError.historyTokenExpired(path: connection.path, transaction: seen)
        }
    }

    /// Returns all transactions that may match a predicate, without their changes, the oldest first.
    fileprivate func recordedTransactions<T>(
        where predicate: Predicate<T>?, _ timeline: HistoryTimeline
    ) throws -> [DefaultHistoryTransaction] {
        let bounds = HistoryBounds(predicate, store: store.identifier)
        return try connection.perform { connection in
            try connection.rows(
                "SELECT _id, at, author, note FROM _history\(bounds.condition) ORDER BY _id", bounds.arguments
            ).compactMap { row -> DefaultHistoryTransaction? in
                guard case .integer(let number) = row[0], case .real(let at) = row[1] else {
                    throw ModelDataError.damagedHistory(path: connection.path, transaction: 0)
                }
                // Skip a transaction that was saved after the timeline was read. The next fetch finds it.
                guard let token = timeline.token(of: number, in: store.identifier) else { return nil }
                return DefaultHistoryTransaction(
                    token: token, timestamp: Date(timeIntervalSinceReferenceDate: at), author: row[2].text,
                    note: row[3].text)
            }
        }
    }
}
