import Foundation

extension ModelContext {
    /// Fetches the transactions of the history that a descriptor describes, with their changes.
    ///
    /// ```swift
    /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    /// descriptor.predicate = #Predicate { $0.token > lastToken }
    /// let news = try context.fetchHistory(descriptor)
    /// ```
    ///
    /// Changes of models and properties that the schema no longer has are skipped.
    ///
    /// Adding, removing or moving an object in a many-to-many relationship is an update of the objects on
    /// both sides. The update can't be reported if the join row was deleted later, and the history of that
    /// deletion was deleted, too.
    ///
    /// If the predicate asks for the transactions after a token, alone or combined with `&&`, the fetch
    /// returns all of these transactions or throws. It throws if some of them were deleted. In that case,
    /// start again with the store's current records and the token of the latest transaction. In the default
    /// order, the last transaction's token covers all fetched transactions of all stores.
    ///
    /// - Parameter descriptor: The condition, order and limit.
    /// - Returns: The transactions.
    /// - Throws: ``ModelDataError/historyTokenExpired(path:transaction:)`` if transactions after the
    ///   predicate's token were deleted; ``ModelDataError/damagedHistory(path:transaction:)``, or an error of
    ///   reading.
    ///
    /// Mirrors SwiftData's `fetchHistory(_:)`.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let found = try transactions(where: descriptor.predicate) { session in
            // Check this last, so that a deletion during the fetch is noticed.
            try session.refuseExpiredToken(in: descriptor.predicate)
        }
        let chosen = limited(found, descriptor)
        var result: [T] = []
        var pairs: [ObjectIdentifier: JoinHistory] = [:]
        for session in try allSessions() {
            let numbers = chosen.lazy.filter { $0.1 === session }.map(\.0.transactionIdentifier)
            pairs[ObjectIdentifier(session)] = JoinHistory(session, since: numbers.min() ?? 0)
        }
        for (transaction, session) in chosen {
            var transaction = transaction
            transaction.changes = try changes(
                of: transaction, in: session, pairs[ObjectIdentifier(session)])
            if let typed = transaction as? T { result.append(typed) }
        }
        return result
    }

    /// Deletes the transactions of the history that a descriptor describes.
    ///
    /// ```swift
    /// let month = Date.now.addingTimeInterval(-30 * 86400)
    /// try context.deleteHistory(
    ///     HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < month }))
    /// ```
    ///
    /// Transactions before a deleted one can't be undone any more, and their tokens expire. Records don't
    /// change. With a limit, the first transactions in the descriptor's order are deleted.
    ///
    /// - Parameter descriptor: The condition, order and limit.
    /// - Throws: ``ModelDataError`` if the store can't be written.
    ///
    /// Mirrors SwiftData's `deleteHistory(_:)`.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        let found = try transactions(where: descriptor.predicate)
        let chosen = limited(found, descriptor)
        for session in try allSessions() {
            let records = chosen.filter { $0.1 === session }.map(\.0.transactionIdentifier)
                // Keep the row of an open transaction, because its next saves still need the row.
                .filter { $0 != session.historyTransaction }
            if records.isEmpty { continue }
            try delete(
                "_id IN (SELECT value FROM json_each(?))", [.text(Self.list(records))], from: session)
        }
    }

    /// Deletes the transactions of the history that are older than a date, except the latest ones.
    ///
    /// ```swift
    /// let month = Date.now.addingTimeInterval(-30 * 86400)
    /// let count = try context.deleteHistory(before: month, keeping: 100)
    /// ```
    ///
    /// SQL deletes the transactions without reading them. Transactions before a deleted one can't be undone
    /// any more. Records don't change; files of large values that only the history needed are deleted. Not in
    /// SwiftData.
    ///
    /// - Parameters:
    ///   - date: Transactions from this time on are kept.
    ///   - count: The number of latest transactions of each store that are kept, however old they are.
    ///     Default: 0.
    /// - Returns: The number of deleted transactions.
    /// - Throws: ``ModelDataError`` when a store can't be written.
    @discardableResult
    public func deleteHistory(before date: Date, keeping count: Int = 0) throws -> Int {
        try allSessions().reduce(0) { sum, session in
            let condition = """
                at < ?1 AND _id <> ?2 AND _id <= coalesce(
                    (SELECT _id FROM _history ORDER BY _id DESC LIMIT 1 OFFSET ?3), 0)
                """
            let arguments: [StoredValue] = [
                .real(date.timeIntervalSinceReferenceDate), .integer(session.historyTransaction ?? 0),
                .integer(Int64(Swift.max(0, count))),
            ]
            let isNeeded = try session.connection.perform { connection in
                try connection.rows("SELECT 1 FROM _history WHERE \(condition) LIMIT 1", arguments).isEmpty
                    == false
            }
            return sum + (isNeeded ? try delete(condition, arguments, from: session) : 0)
        }
    }

    /// Deletes rows of a store's history and returns their number.
    @discardableResult
    private func delete(
        _ condition: String, _ arguments: [StoredValue], from session: ContextSession
    ) throws -> Int {
        var count = 0
        try performWrite(on: session) {
            let statement = try session.connection.statement("DELETE FROM _history WHERE \(condition)")
            try statement.bind(arguments)
            try statement.run()
            count = session.connection.changedRows
        }
        if openTransaction == nil {
            try commit(session)
            _ = try session.store.removeOrphanedFiles()
        }
        return count
    }

    /// Returns the transactions that a predicate matches, without their changes, grouped by store.
    ///
    /// - Parameter check: Called for each store after it was read.
    private func transactions<T: HistoryTransaction>(
        where predicate: Predicate<T>?, check: (ContextSession) throws -> Void = { _ in }
    ) throws -> [(DefaultHistoryTransaction, ContextSession)] {
        let sessions = try allSessions()
        // The predicate's tokens are the same for all stores, so any store identifier can be used here.
        let timeline = try HistoryTimeline(sessions, after: HistoryBounds(predicate, store: "").base)
        var found: [(DefaultHistoryTransaction, ContextSession)] = []
        for session in sessions {
            for transaction in try session.recordedTransactions(where: predicate, timeline) {
                guard let typed = transaction as? T else { return [] }
                if try predicate?.evaluate(typed) ?? true { found.append((transaction, session)) }
            }
            try check(session)
        }
        return found
    }

    /// Sorts and limits transactions by a descriptor.
    private func limited<T: HistoryTransaction>(
        _ found: [(DefaultHistoryTransaction, ContextSession)], _ descriptor: HistoryDescriptor<T>
    ) -> [(DefaultHistoryTransaction, ContextSession)] {
        var found = found
        if !descriptor.sortBy.isEmpty {
            found.sort { first, second in
                guard let first = first.0 as? T, let second = second.0 as? T else { return false }
                return descriptor.sortBy.lazy.map { $0.compare(first, second) }
                    .first { $0 != .orderedSame } == .orderedAscending
            }
        } else if core.stores.count > 1 {
            found.sort { $0.0.token < $1.0.token }
        }
        if descriptor.fetchLimit == 0 { return found }
        return Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
    }

    /// Returns the changes of a transaction. Changes of models that the schema doesn't have are left out.
    private func changes(
        of transaction: DefaultHistoryTransaction, in session: ContextSession, _ pairs: JoinHistory?
    ) throws -> [HistoryChange] {
        let number = transaction.transactionIdentifier
        let (rows, lists) = try session.connection.perform { connection in
            let rows = try Array(HistoryLog(connection: connection).changes(of: number).reversed())
            return (rows, try pairs?.lists(of: rows) ?? [:])
        }
        var changes: [HistoryChange] = []
        for (index, row) in rows.enumerated() {
            for list in lists[index] ?? [] {
                let identifier = PersistentIdentifier(origin: list.layout.origin, number: list.record)
                changes.append(
                    historyChange(
                        .update(record: list.record, old: [(column: 0, value: .null)]), [list.property],
                        of: list.layout.entity.type, identifier, transaction: number,
                        position: changes.count))
            }
            guard let table = try registry.table(named: row.model), table.session === session else {
                continue
            }
            let columns = row.columns.map { name in
                table.layout.column(named: name).flatMap { table.layout.columns[$0].metadata }
            }
            for change in row.changes {
                let identifier = PersistentIdentifier(origin: table.layout.origin, number: change.record)
                changes.append(
                    historyChange(
                        change, columns, of: table.layout.entity.type, identifier, transaction: number,
                        position: changes.count))
            }
        }
        return changes
    }

    private func historyChange<T: PersistentModel>(
        _ change: RecordedChange, _ columns: [Schema.PropertyMetadata?], of type: T.Type,
        _ identifier: PersistentIdentifier, transaction: Int64, position: Int
    ) -> HistoryChange {
        switch change {
        case .insert:
            return .insert(
                DefaultHistoryInsert<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier))
        case .update(_, let old):
            return .update(
                DefaultHistoryUpdate<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier, columns: old.compactMap { columns[$0.column] }))
        case .delete(_, let old):
            let kept = zip(columns, old).compactMap {
                column, value -> (Schema.PropertyMetadata, StoredValue)? in
                guard let column, column.attribute.options.contains(.preserveValueOnDeletion) else {
                    return nil
                }
                return (column, value)
            }
            return .delete(
                DefaultHistoryDelete<T>(
                    changeIdentifier: position, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    tombstone: HistoryTombstone(values: kept.map { (column: $0.0, value: $0.1) })))
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

extension StoredValue {
    /// The string of a text value; nil for other values.
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}
