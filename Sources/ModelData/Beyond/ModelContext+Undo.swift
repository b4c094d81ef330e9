extension ModelContext {
    /// Takes back the latest transaction of this context's author, whoever ran the program then.
    ///
    ///     if let step = try context.undoLastTransaction() { print("undid: \(step.note ?? "")") }
    ///
    /// Records come back as they were, with the same numbers, and the context's objects follow. The undo
    /// is a transaction of its own in the history, and ``didSave`` tells of it. Not in SwiftData.
    ///
    /// - Parameter progress: told now and then how many of the steps that it takes are done; what it throws
    ///   breaks the undo off, and nothing is changed.
    /// - Returns: the transaction that was taken back; nil when there is none.
    /// - Throws: ``ModelDataError/undoConflict(model:record:)`` when somebody else changed one of its records
    ///   since; ``ModelDataError/undoAcrossMigration(transaction:)`` when the schema has changed too much;
    ///   ``ModelDataError/unsavedChanges`` when there are any.
    @discardableResult
    public func undoLastTransaction(
        progress: ((_ done: Int, _ total: Int) throws -> Void)? = nil
    ) throws -> HistoryTransactionSummary? {
        try reverse(.undo, progress) { try $0.undoable(by: author) }
    }

    /// Brings back what the latest undo took back, unless something was changed since.
    ///
    ///     if let step = try context.redoLastTransaction() { print("again: \(step.note ?? "")") }
    ///
    /// Not in SwiftData.
    ///
    /// - Parameter progress: as for ``undoLastTransaction(progress:)``.
    /// - Returns: the transaction that was brought back; nil when there is none.
    /// - Throws: as ``undoLastTransaction(progress:)`` does.
    @discardableResult
    public func redoLastTransaction(
        progress: ((_ done: Int, _ total: Int) throws -> Void)? = nil
    ) throws -> HistoryTransactionSummary? {
        try reverse(.redo, progress) { try $0.redoable(by: author) }
    }

    /// The transaction that ``undoLastTransaction(progress:)`` would take back.
    ///
    ///     let note = try context.undoableTransaction()?.note
    ///
    /// Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when the store can't be read.
    public func undoableTransaction() throws -> HistoryTransactionSummary? {
        try candidates { try $0.undoable(by: author) }.first?.step
    }

    /// The transaction that ``redoLastTransaction(progress:)`` would bring back.
    ///
    ///     let note = try context.redoableTransaction()?.note
    ///
    /// Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when the store can't be read.
    public func redoableTransaction() throws -> HistoryTransactionSummary? {
        guard let found = try candidates({ try $0.redoable(by: author) }).first else { return nil }
        // The change itself may have left the history since.
        return try original(of: found.step, in: found.session) ?? found.step
    }

    /// The latest transactions of the stores, the newest first.
    ///
    ///     let steps = try context.historySummaries(limit: 20)
    ///
    /// - Parameter limit: how many at most.
    /// - Throws: ``ModelDataError`` when a store can't be read.
    ///
    /// Not in SwiftData.
    public func historySummaries(limit: Int = 20) throws -> [HistoryTransactionSummary] {
        let steps = try allSessions().flatMap { session in
            try session.connection.perform { try HistoryLog(connection: $0).latest(limit) }
        }
        if core.stores.count == 1 { return steps }
        return Array(steps.sorted { $0.date > $1.date }.prefix(limit))
    }

    /// How many transactions the stores' histories hold, without those of an author.
    ///
    ///     let count = try context.historyCount(leavingOut: "import")
    ///
    /// - Parameter author: whose transactions don't count.
    /// - Throws: ``ModelDataError`` when a store can't be read.
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

extension ModelContext {
    private typealias Find = (HistoryLog) throws -> HistoryTransactionSummary?

    /// What each store has to reverse, the latest first.
    private func candidates(
        _ find: Find
    ) throws -> [(session: StoreSession, step: HistoryTransactionSummary)] {
        try allSessions().compactMap { session in
            try session.connection.perform { connection in
                try find(HistoryLog(connection: connection)).map { (session, $0) }
            }
        }.sorted { $0.step.date > $1.step.date }
    }

    /// The change that an undo took back.
    private func original(
        of step: HistoryTransactionSummary, in session: StoreSession
    ) throws -> HistoryTransactionSummary? {
        guard let id = step.reverses else { return step }
        return try session.connection.perform { try HistoryLog(connection: $0).transaction(id) }
    }

    private func reverse(
        _ kind: HistoryWriter.Kind, _ progress: ((Int, Int) throws -> Void)?, _ find: Find
    ) throws -> HistoryTransactionSummary? {
        if hasChanges { throw ModelDataError.unsavedChanges }
        guard let session = try candidates(find).first?.session else { return nil }
        if session.historyTransaction != nil { throw ModelDataError.transactionOpen }
        var touched: [String: [Int64: Reversal.Effect]] = [:]
        var result: HistoryTransactionSummary?
        try writing(to: session) {
            let log = HistoryLog(connection: session.connection)
            // Another process may have been here since the question was asked.
            guard let step = try find(log) else { return }
            let original = try original(of: step, in: session) ?? step
            let history = HistoryWriter(
                session: session, author: author, note: transactionNote ?? original.note, kind: kind,
                reverses: step.id)
            _ = try history.transaction()
            var reversal = Reversal(step.id, session: session, history: history) { [unowned self] name in
                try self.reversible(name, in: session)
            }
            reversal.progress = progress
            try reversal.run()
            try log.setReversed(true, step.id)
            if kind == .redo, let id = step.reverses { try log.setReversed(false, id) }
            touched = reversal.touched
            result = original
        }
        if openTransaction == nil {
            try commit(session)
            transactionNote = nil
        }
        for (name, records) in touched { try follow(records.keys, of: name) }
        for table in openTables where table.session === session { unloadLinks(table) }
        if result != nil { announce(try changes(touched)) }
        return result
    }

    func reversible(_ name: String, in session: StoreSession) throws -> ReversibleTable? {
        if let table = try table(named: name) { return ReversibleTable(table) }
        return session.store.joins.first { $0.name == name }.map { ReversibleTable($0, session) }
    }

    /// The identifiers of what a reversal inserted, changed and deleted; pairs have none.
    private func changes(_ touched: [String: [Int64: Reversal.Effect]]) throws -> SavedChanges {
        var changes = SavedChanges()
        for (name, records) in touched.sorted(by: { $0.key < $1.key }) {
            guard let origin = try table(named: name)?.layout.origin else { continue }
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

    /// Brings registered objects in step with records that a reversal changed.
    private func follow(_ records: some Collection<Int64>, of name: String) throws {
        guard let table = try table(named: name) else { return }
        for record in records {
            guard let state = table.state(record), let model = state.model else { continue }
            if !reload(model, state, table) {
                openTransaction?.deleted.append(model)
                state.detach(as: .deleted)
            }
        }
    }
}
