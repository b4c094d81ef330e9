import Foundation

extension ModelContext {
    /// Runs a block and saves its changes; if it throws, nothing is saved.
    ///
    /// ```swift
    /// try context.transaction {
    ///     for title in titles { context.insert(Book(title: title)) }
    /// }
    /// ```
    ///
    /// The block may save: all its saves are one transaction, and one step of undo. Inside an open
    /// transaction, the block becomes part of it. If the block throws there, the open transaction can only
    /// be rolled back, even if the program catches the error. So check for problems before the block
    /// changes anything.
    ///
    /// A container with several stores has one SQLite transaction in each, and commits them one after the
    /// other. After a crash between two commits, opening the container reverts the earlier commits. This
    /// works if the stores are opened together and none of them was changed alone since. Another process
    /// can see a part of the changes between the commits.
    ///
    /// While another process has locked a store, the method blocks its caller for at most ``lockTimeout``.
    ///
    /// - Parameter block: The changes.
    /// - Throws: The errors of the block, or ``ModelDataError``.
    ///
    /// Mirrors SwiftData's `transaction(block:)`.
    public func transaction(block: () throws -> Void) throws {
        if isSaving { throw ModelDataError.saveInProgress }
        if isInTransaction {
            do {
                try block()
                return try save()
            } catch {
                // The block's changes can't be separated from the earlier ones.
                if openTransaction?.failure == nil { openTransaction?.failure = error }
                throw error
            }
        }
        try beginTransaction()
        do {
            try block()
            try commitTransaction()
        } catch {
            rollbackTransaction()
            throw error
        }
    }
}

/// A transaction that spans several saves.
struct OpenTransaction {
    /// The objects whose deletion was written; a rollback registers them again.
    var deleted: [any PersistentModel] = []
    /// The new objects that became aliases in this transaction.
    var aliases: [any PersistentModel] = []
    /// The sessions of the stores that the transaction has written to.
    var written: [ContextSession] = []
    /// The error that ended the transaction in one of the stores, or interrupted a write. The transaction
    /// can then only be rolled back.
    var failure: (any Error)?
    /// What an error in a save rolls back.
    var rollbackScope = ContextWriter.RollbackScope.work
    /// Whether the save at the end of the transaction is running.
    var isCommitting = false

    /// Gives the objects their state before the transaction, after its rollback.
    func restoreObjects(in registry: ObjectRegistry) {
        if written.isEmpty { return }
        for model in aliases { AliasValues(state: model._$state).leaveCanonicalObject() }
        for model in deleted {
            let state = model._$state
            guard state.phase == .deleted, state.record > 0,
                let table = try? registry.table(for: type(of: model)), table.state(state.record) == nil
            else { continue }
            table.register(model, state, record: state.record)
        }
        let records = FormerRecords()
        for table in registry.openTables {
            for model in table.models where !table.refresh(model, model._$state) {
                let state = model._$state
                table.map.remove(state.record, of: state)
                state.record = 0
                state.detach(as: .transient)
                LinkEnds(model, state).release(records)
            }
        }
        records.endNotes()
    }
}

extension ModelContext {
    /// Whether a transaction is open.
    ///
    /// Not in SwiftData.
    public var isInTransaction: Bool { openTransaction != nil }

    /// Opens a transaction: the following saves are committed together, or not at all, and are one step of
    /// undo.
    ///
    /// ```swift
    /// try context.beginTransaction()
    /// try await importBooks(into: context)
    /// try context.commitTransaction()
    /// ```
    ///
    /// The store is locked for other writers from the first save on. Not in SwiftData.
    ///
    /// - Parameter endsAtFailedSave: Whether a write that throws ends the transaction, which can then only be
    ///   rolled back. Otherwise, SQLite copies each page that a write changes. Set it if large saves follow
    ///   one another, as in an import. Default: `false`.
    /// - Throws: ``ModelDataError/transactionOpen`` if a transaction is already open;
    ///   ``ModelDataError/saveInProgress`` in an observer of ``willSave``.
    public func beginTransaction(endsAtFailedSave: Bool = false) throws {
        if isSaving { throw ModelDataError.saveInProgress }
        guard openTransaction == nil else { throw ModelDataError.transactionOpen }
        openTransaction = OpenTransaction(rollbackScope: endsAtFailedSave ? .transaction : .work)
    }

    /// Saves pending changes and commits the transaction.
    ///
    /// If it throws, the transaction is still open: try again, or roll back. While another process has locked
    /// a store, the method blocks its caller for at most ``lockTimeout``. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError``, as ``save()`` does; ``ModelDataError/noTransaction`` if no transaction
    ///   is open; the error of an earlier failure in the transaction, which can then only be rolled back.
    public func commitTransaction() throws {
        guard openTransaction != nil else { throw ModelDataError.noTransaction }
        if let failure = openTransaction?.failure { throw failure }
        openTransaction?.isCommitting = true
        defer { openTransaction?.isCommitting = false }
        try save()
        let sessions = openTransaction?.written ?? []
        // The first save has written the history row, but the program often sets the note only at the end.
        for session in sessions {
            guard let transactionNote, let number = session.historyTransaction else { continue }
            try session.connection.perform { connection in
                try connection.run(
                    "UPDATE _history SET note = ? WHERE _id = ?", .text(transactionNote), .integer(number))
            }
        }
        try ContextWriter(self).commitTogether(sessions) { session in
            try session.connection.perform { _ in try session.commit() }
        }
        openTransaction = nil
        transactionNote = nil
        core.hub.announceCommit(by: self)
    }

    /// Rolls back all changes since the transaction was opened, including saved ones.
    ///
    /// Objects that the transaction inserted leave the context; the others get their earlier values. Not in
    /// SwiftData.
    public func rollbackTransaction() {
        guard let transaction = openTransaction else { return }
        rollback()
        openTransaction = nil
        transactionNote = nil
        for session in transaction.written {
            try? session.connection.perform { _ in session.rollback() }
        }
        transaction.restoreObjects(in: registry)
    }
}
