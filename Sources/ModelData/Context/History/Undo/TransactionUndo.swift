extension ModelContext {
    /// Undoes the latest transaction of this context's author, also from earlier runs of the program.
    ///
    /// ```swift
    /// if let step = try context.undoLastTransaction() { print("undid: \(step.note ?? "")") }
    /// ```
    ///
    /// Records get their earlier values and record numbers, and registered objects are refreshed. The undo
    /// is a transaction in the history and posts ``didSave``. While another process has locked a store, the
    /// method blocks its caller for at most ``lockTimeout``; in ``whenUnlocked(_:)``, it doesn't. Not in
    /// SwiftData.
    ///
    /// - Parameter progress: Called from time to time with the number of finished steps and their total. If
    ///   it throws, nothing is changed. Default: none.
    /// - Returns: The transaction that was undone; nil if there is none.
    /// - Throws: ``ModelDataError/undoConflict(model:record:)`` if a later transaction changed one of its
    ///   records; ``ModelDataError/undoAcrossMigration(transaction:)`` if the schema has changed too much;
    ///   ``ModelDataError/unsavedChanges`` if the context has unsaved changes; the errors of `progress`.
    @discardableResult
    public func undoLastTransaction(
        progress: ((_ done: Int, _ total: Int) throws -> Void)? = nil
    ) throws -> HistoryTransactionSummary? {
        try TransactionUndo(kind: .undo, context: self).run(progress)
    }

    /// Redoes the transaction that the latest undo reversed, unless the author has changed something since.
    ///
    /// It waits for locks as ``undoLastTransaction(progress:)`` does. Not in SwiftData.
    ///
    /// - Parameter progress: As for ``undoLastTransaction(progress:)``.
    /// - Returns: The transaction that was redone; nil if there is none.
    /// - Throws: The errors of ``undoLastTransaction(progress:)``.
    @discardableResult
    public func redoLastTransaction(
        progress: ((_ done: Int, _ total: Int) throws -> Void)? = nil
    ) throws -> HistoryTransactionSummary? {
        try TransactionUndo(kind: .redo, context: self).run(progress)
    }

    /// Returns the transaction that ``undoLastTransaction(progress:)`` would undo; nil if there is none.
    ///
    /// Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func undoableTransaction() throws -> HistoryTransactionSummary? {
        try TransactionUndo(kind: .undo, context: self).next()
    }

    /// Returns the transaction that ``redoLastTransaction(progress:)`` would redo; nil if there is none.
    ///
    /// Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func redoableTransaction() throws -> HistoryTransactionSummary? {
        try TransactionUndo(kind: .redo, context: self).next()
    }

    /// Returns whether this context saved a transaction. Otherwise, another context or an earlier process did.
    ///
    /// - Parameter transaction: The transaction's number in its store.
    package func hasSaved(transaction: Int64) throws -> Bool {
        try allSessions().contains { $0.hasCommitted(transaction) }
    }

    /// Returns the latest transactions of the stores, the newest first.
    ///
    /// - Parameter limit: The maximum number. Default: 20.
    /// - Throws: ``ModelDataError`` if a store can't be read.
    ///
    /// Not in SwiftData.
    public func historySummaries(limit: Int = 20) throws -> [HistoryTransactionSummary] {
        let steps = try allSessions().flatMap { session in
            try session.connection.perform { try HistoryLog(connection: $0).latest(limit) }
        }
        if core.stores.count == 1 { return steps }
        return Array(steps.sorted { $0.date > $1.date }.prefix(limit))
    }

    /// Returns the number of transactions in the stores' histories, except those of one author.
    ///
    /// - Parameter author: The author whose transactions aren't counted.
    /// - Throws: ``ModelDataError`` if a store can't be read.
    ///
    /// Not in SwiftData.
    public func historyCount(leavingOut author: String) throws -> Int {
        try allSessions().reduce(0) { count, session in
            try session.connection.perform { connection in
                try count + Int(HistoryLog(connection: connection).count(leavingOut: author))
            }
        }
    }
}

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
