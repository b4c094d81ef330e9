/// A transaction that spans several saves.
struct OpenTransaction {
    /// The objects whose deletion was written, so that they can come back.
    var deleted: [any PersistentModel] = []
    /// The new objects that gave their values to records which have objects already.
    var twins: [any PersistentModel] = []
    /// The stores that something was written to.
    var written: [StoreSession] = []
    /// What ended the transaction in a store before its time, or a part of it halfway; it can only be rolled back then.
    var failure: (any Error)?
}

extension ModelContext {
    /// Whether a transaction is open.
    ///
    ///     if context.isInTransaction { try context.commitTransaction() }
    ///
    /// Not in SwiftData.
    public var isInTransaction: Bool { openTransaction != nil }

    /// Opens a transaction: the saves that follow become final together, or not at all, and are one step
    /// of undo.
    ///
    ///     try context.beginTransaction()
    ///     try await importBooks(into: context)
    ///     try context.commitTransaction()
    ///
    /// The store is locked for other writers from the first save on, not before. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError/transactionOpen`` when one is open already.
    public func beginTransaction() throws {
        guard openTransaction == nil else { throw ModelDataError.transactionOpen }
        openTransaction = OpenTransaction()
    }

    /// Saves what is pending and makes the transaction final.
    ///
    ///     try context.commitTransaction()
    ///
    /// When it throws, the transaction is still open, and can be tried again or rolled back. Not in
    /// SwiftData.
    ///
    /// - Throws: ``ModelDataError``, as ``save()`` does; ``ModelDataError/noTransaction`` when none is open; what ended
    ///   the transaction before its time, after which it can only be rolled back.
    public func commitTransaction() throws {
        guard openTransaction != nil else { throw ModelDataError.noTransaction }
        if let failure = openTransaction?.failure { throw failure }
        try save()
        let sessions = openTransaction?.written ?? []
        // The first save wrote the history's row; what the whole was is often known at the end only.
        for session in sessions {
            guard let transactionNote, let number = session.historyTransaction else { continue }
            try session.connection.perform { connection in
                try connection.run(
                    "UPDATE _history SET note = ? WHERE _id = ?", .text(transactionNote), .integer(number))
            }
        }
        try commitTogether(sessions) { session in
            try session.connection.perform { _ in try session.commit() }
        }
        openTransaction = nil
        transactionNote = nil
        core.hub.announce()
    }

    /// Takes back everything since the transaction was opened, what was saved in it included.
    ///
    ///     context.rollbackTransaction()
    ///
    /// Objects that the transaction inserted leave the context; the others are as they were. Not in
    /// SwiftData.
    public func rollbackTransaction() {
        guard let transaction = openTransaction else { return }
        rollback()
        openTransaction = nil
        transactionNote = nil
        for session in transaction.written {
            try? session.connection.perform { _ in session.rollback() }
        }
        if transaction.written.isEmpty { return }
        for model in transaction.twins { model._$state.leaveElder() }
        for model in transaction.deleted { restoreDeleted(model) }
        for table in openTables { restoreRegistered(table) }
    }

    /// Makes an object whose deletion was taken back part of the context again.
    private func restoreDeleted<T: PersistentModel>(_ model: T) {
        let state = model._$state
        guard state.phase == .deleted, state.record > 0, let table = try? table(for: T.self),
            table.state(state.record) == nil
        else { return }
        table.register(model, state, record: state.record)
    }

    /// Brings registered objects in step with the store after a transaction was taken back.
    private func restoreRegistered(_ table: RegisteredTable) {
        for model in table.models {
            let state = model._$state
            if !reload(model, state, table) {
                table.forget(state.record, state)
                state.record = 0
                state.detach(as: .transient)
                state.releaseLinks(model)
            }
        }
    }
}
