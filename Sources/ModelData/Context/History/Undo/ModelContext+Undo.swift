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
