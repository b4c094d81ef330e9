/// Undoes or redoes the latest transaction of a context's author, also one of an earlier run of the program.
struct TransactionUndo {
    /// Whether a change is undone, or an undo is redone.
    let kind: HistoryTransactionSummary.Kind
    let context: ModelContext

    /// Returns the transaction of a store that would be reversed.
    private func find(_ log: HistoryLog) throws -> HistoryTransactionSummary? {
        try kind == .undo ? log.undoable(by: context.author) : log.redoable(by: context.author)
    }

    /// Returns the transaction that would be undone or redone; nil if there is none.
    func next() throws -> HistoryTransactionSummary? {
        guard let found = try candidates().first else { return nil }
        // The original transaction may have been deleted from the history.
        return try original(of: found.step, in: found.session) ?? found.step
    }

    /// Returns the transaction of each store that undo or redo would reverse, the latest first.
    private func candidates() throws -> [(session: ContextSession, step: HistoryTransactionSummary)] {
        try context.allSessions().compactMap { session in
            try session.connection.perform { connection in
                try find(HistoryLog(connection: connection)).map { (session, $0) }
            }
        }.sorted { $0.step.date > $1.step.date }
    }

    /// Returns the transaction that an undo transaction reversed; for any other transaction, returns the
    /// transaction itself.
    private func original(
        of step: HistoryTransactionSummary, in session: ContextSession
    ) throws -> HistoryTransactionSummary? {
        guard let id = step.reverses else { return step }
        return try session.connection.perform { try HistoryLog(connection: $0).transaction(id) }
    }

    /// Reverses the transaction in a new transaction.
    ///
    /// - Parameter progress: As for ``Reversal/progress``.
    /// - Returns: The transaction that was undone or redone; nil if there is none.
    func run(_ progress: ((Int, Int) throws -> Void)?) throws -> HistoryTransactionSummary? {
        if context.hasChanges { throw ModelDataError.unsavedChanges }
        guard let session = try candidates().first?.session else { return nil }
        if session.historyTransaction != nil { throw ModelDataError.transactionOpen }
        var touched: [String: [Int64: Reversal.Effect]] = [:]
        var result: HistoryTransactionSummary?
        try ContextWriter(context).performAndCommit(on: session) {
            let log = HistoryLog(connection: session.connection)
            // Another process may have changed the store since the check above.
            guard let step = try find(log) else { return }
            let original = try original(of: step, in: session) ?? step
            let history = HistoryWriter(
                session: session, author: context.author, note: context.transactionNote ?? original.note,
                kind: kind, reverses: step.id)
            _ = try history.transaction()
            var reversal = Reversal(step.id, history: history, in: context.registry)
            reversal.progress = progress
            try reversal.run()
            try log.setReversed(true, step.id)
            if kind == .redo, let id = step.reverses { try log.setReversed(false, id) }
            touched = reversal.touched
            result = original
        }
        if context.openTransaction == nil { context.transactionNote = nil }
        let gone = ObjectRefresh(context: context, session: session).refresh(
            touched.mapValues { Set($0.keys) })
        context.openTransaction?.deleted += gone
        if result != nil { try changes(touched).post(by: context) }
        return result
    }

    /// Returns the identifiers of records that a reversal inserted, changed and deleted. Join rows have no
    /// identifiers.
    private func changes(_ touched: [String: [Int64: Reversal.Effect]]) throws -> SavedChanges {
        var changes = SavedChanges()
        for (name, records) in touched.sorted(by: { $0.key < $1.key }) {
            guard let origin = try context.registry.table(named: name)?.layout.origin else { continue }
            for (record, effect) in records.sorted(by: { $0.key < $1.key }) {
                let identifier = PersistentIdentifier(origin: origin, number: record)
                switch (effect.wasThere, effect.isThere) {
                case (false, true): changes.inserted.append(identifier)
                case (true, true): changes.updated.append(identifier)
                case (true, false): changes.deleted.append(identifier)
                case (false, false): break
                }
            }
        }
        return changes
    }
}
