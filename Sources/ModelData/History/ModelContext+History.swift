import Foundation

extension ModelContext {
    /// The transactions of the history that a descriptor describes, with their changes.
    ///
    ///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    ///     descriptor.predicate = #Predicate { $0.token > lastToken }
    ///     let news = try context.fetchHistory(descriptor)
    ///
    /// Changes of models, and of properties, that the schema no longer has are left out. What is added to a
    /// many-to-many relationship, taken out of it or moved in it is an update of the objects whose lists it changed, on
    /// both sides; where a pair came and went and the history of its deletion is gone, nobody knows of whom. A
    /// predicate that wants what comes after a token, alone or with other conditions that must hold too, gets all of it
    /// or an error: where some of it was deleted, begin anew with what the store has now and the token of the latest
    /// transaction. The last token of transactions in their own order stands for all of them, whichever stores they are
    /// of.
    ///
    /// - Parameter descriptor: which transactions.
    /// - Throws: ``ModelDataError/historyTokenExpired(path:transaction:)`` when transactions after the predicate's token
    ///   were deleted; ``ModelDataError/damagedHistory(path:transaction:)``, or what reading can throw.
    ///
    /// Mirrors SwiftData's `fetchHistory(_:)`.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let found = try transactions(where: descriptor.predicate) { session in
            // Looked at last, so that what is deleted meanwhile counts.
            try session.refuseExpiredToken(in: descriptor.predicate)
        }
        let chosen = limited(found, descriptor)
        var result: [T] = []
        var pairs: [ObjectIdentifier: RecordedPairs] = [:]
        for session in try allSessions() {
            let numbers = chosen.lazy.filter { $0.1 === session }.map(\.0.transactionIdentifier)
            pairs[ObjectIdentifier(session)] = RecordedPairs(session, since: numbers.min() ?? 0)
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
    ///     let month = Date.now.addingTimeInterval(-30 * 86400)
    ///     try context.deleteHistory(
    ///         HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < month }))
    ///
    /// What is older than a deleted transaction can't be undone any more, and tokens of that time have expired. Records
    /// stay as they are. With a limit, the first transactions in the descriptor's order go.
    ///
    /// - Parameter descriptor: which transactions.
    /// - Throws: ``ModelDataError`` when the store can't be written.
    ///
    /// Mirrors SwiftData's `deleteHistory(_:)`.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        let found = try transactions(where: descriptor.predicate)
        let chosen = limited(found, descriptor)
        for session in try allSessions() {
            let records = chosen.filter { $0.1 === session }.map(\.0.transactionIdentifier)
                // The row of a transaction that is still open belongs to its next saves.
                .filter { $0 != session.historyTransaction }
            if records.isEmpty { continue }
            try delete(
                "_id IN (SELECT value FROM json_each(?))", [.text(Self.list(records))], from: session)
        }
    }

    /// Deletes the transactions of the history that are older than a date, but for the latest ones.
    ///
    ///     let month = Date.now.addingTimeInterval(-30 * 86400)
    ///     let count = try context.deleteHistory(before: month, keeping: 100)
    ///
    /// SQL does it without reading a transaction. What is older than a deleted one can't be undone any more.
    /// Records stay as they are; files of large values that only the history needed go. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - date: transactions that were saved at this time or later stay.
    ///   - count: how many of the latest transactions of each store stay, however old they are.
    /// - Returns: how many transactions were deleted.
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

    /// Deletes rows of a store's history, and says how many.
    @discardableResult
    private func delete(
        _ condition: String, _ arguments: [StoredValue], from session: StoreSession
    ) throws -> Int {
        var count = 0
        try writing(to: session) {
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

    /// The transactions that a predicate holds for, without their changes; those of one store after another's.
    ///
    /// - Parameter check: what to do with each store once it is read.
    private func transactions<T: HistoryTransaction>(
        where predicate: Predicate<T>?, check: (StoreSession) throws -> Void = { _ in }
    ) throws -> [(DefaultHistoryTransaction, StoreSession)] {
        let sessions = try allSessions()
        // What a token has seen is the same whichever store is asked.
        let timeline = try HistoryTimeline(sessions, after: HistoryBounds(predicate, store: "").base)
        var found: [(DefaultHistoryTransaction, StoreSession)] = []
        for session in sessions {
            for transaction in try session.recordedTransactions(where: predicate, timeline) {
                guard let typed = transaction as? T else { return [] }
                if try predicate?.evaluate(typed) ?? true { found.append((transaction, session)) }
            }
            try check(session)
        }
        return found
    }

    /// The transactions that a descriptor's order and limit leave.
    private func limited<T: HistoryTransaction>(
        _ found: [(DefaultHistoryTransaction, StoreSession)], _ descriptor: HistoryDescriptor<T>
    ) -> [(DefaultHistoryTransaction, StoreSession)] {
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

    /// What a transaction changed, as far as the schema knows it.
    private func changes(
        of transaction: DefaultHistoryTransaction, in session: StoreSession, _ pairs: RecordedPairs?
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
            guard let table = try table(named: row.model), table.session === session else { continue }
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

extension StoreSession {
    /// Throws when a predicate asks for what came after a token, and some of that was deleted.
    fileprivate func refuseExpiredToken<T>(in predicate: Predicate<T>?) throws {
        guard let seen = HistoryBounds(predicate, store: store.identifier).seen else { return }
        try connection.perform { connection in
            guard try HistoryLog(connection: connection).hasLost(after: seen) else { return }
            throw ModelDataError.historyTokenExpired(path: connection.path, transaction: seen)
        }
    }

    /// The transactions of the store without their changes, the oldest first: those that a predicate holds
    /// for, and perhaps others.
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
                // One that was saved only just now is there the next time.
                guard let token = timeline.token(of: number, in: store.identifier) else { return nil }
                return DefaultHistoryTransaction(
                    token: token, timestamp: Date(timeIntervalSinceReferenceDate: at), author: row[2].text,
                    note: row[3].text)
            }
        }
    }
}

extension StoredValue {
    /// The text, if it is one.
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}
