import Foundation

extension ModelContext {
    /// The transactions of the history that a descriptor describes, with their changes.
    ///
    ///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    ///     descriptor.predicate = #Predicate { $0.token > lastToken }
    ///     let news = try context.fetchHistory(descriptor)
    ///
    /// Changes of models, and of properties, that the schema no longer has are left out.
    ///
    /// - Parameter descriptor: which transactions.
    /// - Throws: ``ModelDataError/damagedHistory(path:transaction:)``, or what reading can throw.
    ///
    /// Mirrors SwiftData's `fetchHistory(_:)`.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        var found: [(DefaultHistoryTransaction, StoreSession)] = []
        for session in try allSessions() {
            for transaction in try session.recordedTransactions() {
                guard let typed = transaction as? T else { return [] }
                if try descriptor.predicate?.evaluate(typed) ?? true { found.append((transaction, session)) }
            }
        }
        if !descriptor.sortBy.isEmpty {
            found.sort { first, second in
                guard let first = first.0 as? T, let second = second.0 as? T else { return false }
                return descriptor.sortBy.lazy.map { $0.compare(first, second) }
                    .first { $0 != .orderedSame } == .orderedAscending
            }
        } else if core.stores.count > 1 {
            found.sort { $0.0.timestamp < $1.0.timestamp }
        }
        if descriptor.fetchLimit > 0 {
            found = Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
        }
        return try found.compactMap { transaction, session in
            var transaction = transaction
            transaction.changes = try changes(of: transaction, in: session)
            return transaction as? T
        }
    }

    /// Deletes the transactions of the history that a descriptor describes.
    ///
    ///     let month = Date.now.addingTimeInterval(-30 * 86400)
    ///     try context.deleteHistory(
    ///         HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < month }))
    ///
    /// What is older than a deleted transaction can't be undone any more. Records stay as they are.
    ///
    /// - Parameter descriptor: which transactions.
    /// - Throws: ``ModelDataError`` when the store can't be written.
    ///
    /// Mirrors SwiftData's `deleteHistory(_:)`.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        for session in try allSessions() {
            var records: [Int64] = []
            for transaction in try session.recordedTransactions() {
                guard let typed = transaction as? T else { return }
                if try descriptor.predicate?.evaluate(typed) ?? true {
                    records.append(transaction.transactionIdentifier)
                }
            }
            // The row of a transaction that is still open belongs to its next saves.
            records.removeAll { $0 == session.historyTransaction }
            if records.isEmpty { continue }
            let list = "[" + records.map(String.init).joined(separator: ",") + "]"
            try writing(to: session) {
                try session.connection.run(
                    "DELETE FROM _history WHERE _id IN (SELECT value FROM json_each(?))", .text(list))
            }
            if openTransaction == nil {
                try commit(session)
                _ = try session.store.removeOrphanedFiles()
            }
        }
    }

    /// What a transaction changed, as far as the schema knows it.
    private func changes(
        of transaction: DefaultHistoryTransaction, in session: StoreSession
    ) throws -> [HistoryChange] {
        let number = transaction.transactionIdentifier
        let rows = try session.connection.perform { connection in
            try HistoryLog(connection: connection).changes(of: number)
        }
        var changes: [HistoryChange] = []
        for row in rows.reversed() {
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
    /// The transactions of the store without their changes, the oldest first.
    fileprivate func recordedTransactions() throws -> [DefaultHistoryTransaction] {
        try connection.perform { connection in
            try connection.rows("SELECT _id, at, author, note FROM _history ORDER BY _id").map { row in
                guard case .integer(let number) = row[0], case .real(let at) = row[1] else {
                    throw ModelDataError.damagedHistory(path: connection.path, transaction: 0)
                }
                return DefaultHistoryTransaction(
                    storeIdentifier: store.identifier, transactionIdentifier: number,
                    timestamp: Date(timeIntervalSinceReferenceDate: at), author: row[2].text,
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
