import Foundation

extension ModelContext {
    /// Posted before a context saves. The notification's object is the context.
    ///
    /// Mirrors SwiftData's `willSave`.
    public static let willSave = Notification.Name("ModelContextWillSave")

    /// Posted after a context has saved. The user info contains the identifiers of the changed records
    /// under the keys ``NotificationKey``.
    ///
    /// Mirrors SwiftData's `didSave`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of a notification's user info.
    ///
    /// Mirrors SwiftData's `ModelContext.NotificationKey`.
    public enum NotificationKey: String, Sendable {
        /// The identifiers of the inserted records.
        case insertedIdentifiers = "inserted"
        /// The identifiers of the changed records.
        case updatedIdentifiers = "updated"
        /// The identifiers of the deleted records.
        case deletedIdentifiers = "deleted"
        /// The identifiers of records that were changed externally; not posted here.
        case refreshedIdentifiers = "refreshed"
        /// Whether all identifiers became invalid; not posted here.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The state of the store that the context reads; not posted here.
        case queryGeneration
    }

    /// Saves all changes, or none: after an error, the store and the objects are as before.
    ///
    /// In a transaction, the changes are written now and committed with the transaction. While another process
    /// has locked a store, the method blocks its caller for at most ``lockTimeout``; ``saveWhenUnlocked()``
    /// doesn't.
    ///
    /// - Throws: ``ModelDataError`` with the model and property, or the file; before anything is written,
    ///   the errors of ``checkReads()``.
    ///
    /// Mirrors SwiftData's `save()`.
    public func save() throws {
        beginCall()
        do {
            try saveChanges()
        } catch {
            // The autosave of these changes would fail as well.
            if changes.autosave.state == .inCall { changes.autosave.state = .idle }
            endCall()
            throw error
        }
        endCall()
    }

    private func saveChanges() throws {
        try checkReads()
        guard changes.needsSave else {
            if openTransaction == nil { transactionNote = nil }
            // Changes that the program has reverted itself are also a step.
            undoManager?.endEvent()
            return
        }
        NotificationCenter.default.post(name: Self.willSave, object: self)
        let saves = try writePending()
        openTransaction?.deleted += changes.pending.models { $0.phase == .deleting }
        changes.pending.removeAll()
        changes.discardRowDeletions()
        var changes = SavedChanges()
        for save in saves {
            try save.session.connection.perform { _ in changes.add(save.publish()) }
        }
        for save in saves where save.session.hasUnmergedChanges {
            try? mergeExternalChanges(from: save.session)
        }
        noteSaved()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: changes.userInfo)
    }

    /// Writes all changes; starts again if the stores were changed externally after the merge.
    private func writePending() throws -> [StoreSave] {
        var attempts = 0
        while true {
            if try mergeExternalChanges() {
                // External changes can add objects to cascades.
                changes.pendingCascades += changes.pending.models {
                    $0.phase == .deleting && $0.layout?.isRelated == true
                }
            }
            try LinkValidation(context: self).run()
            // Observers may have changed something.
            let groups = try SaveOrder.groups(
                of: changes.pending.all, rowDeletions: changes.tablesWithRowDeletions, sessions: openSessions
            ) { try table(of: $0) }
            attempts += 1
            do {
                return try write(groups, mayBeStale: attempts > 5)
            } catch is ConcurrentChange {
                continue
            }
        }
    }

    private func table<T: PersistentModel>(of model: T) throws -> RegisteredTable { try table(for: T.self) }

    private func write(
        _ groups: [(session: ContextSession, groups: [SaveGroup])], mayBeStale: Bool
    ) throws -> [StoreSave] {
        var saves: [StoreSave] = []
        do {
            try withSavepoints(groups.map(\.session)) {
                for (session, groups) in groups {
                    saves.append(try write(groups, to: session, mayBeStale: mayBeStale))
                }
            }
            if openTransaction == nil {
                try commitTogether(saves.map(\.session)) { try commit($0) }
                transactionNote = nil
            }
            return saves
        } catch {
            if openTransaction == nil {
                for save in saves { save.session.rollback() }
            }
            // The record numbers of the failed save are invalid.
            for model in changes.pending.all { model._$state.savedRecord = 0 }
            throw error
        }
    }

    /// Writes to one store, and rolls back there after an error.
    private func write(
        _ groups: [SaveGroup], to session: ContextSession, mayBeStale: Bool
    ) throws -> StoreSave {
        let history = HistoryWriter(session: session, author: author, note: transactionNote)
        let scope = SaveScope(session: session, policy: mergePolicy)
        var output = SaveOutput()
        try performWrite(on: session) {
            if session.hasUnmergedChanges, !mayBeStale, groups.contains(where: \.table.layout.isRelated) {
                throw ConcurrentChange()
            }
            output = try SavePipeline.save(groups, scope, history: history)
        }
        return StoreSave(groups: groups, scope: scope, output: output)
    }

    /// The written changes of one store.
    private struct StoreSave {
        let groups: [SaveGroup]
        let scope: SaveScope
        let output: SaveOutput

        var session: ContextSession { scope.session }

        func publish() -> SavedChanges {
            SavePublication(scope: scope, output: output)
                .publish(groups.map { ($0.table, $0.pendingRowDeletions) })
        }
    }

    /// Runs work in several stores and rolls it back in all of them if it throws. Outside an open
    /// transaction, the caller must roll back.
    private func withSavepoints(_ sessions: [ContextSession], _ work: () throws -> Void) throws {
        if openTransaction == nil || sessions.count < 2 { return try work() }
        var begun: [(session: ContextSession, history: Int64?)] = []
        do {
            for session in sessions {
                try performWrite(on: session, rollingBack: .transaction) {
                    try session.connection.execute("SAVEPOINT together")
                }
                begun.append((session, session.historyTransaction))
            }
            try work()
            for (session, _) in begun {
                try session.connection.perform { try $0.execute("RELEASE together") }
            }
        } catch {
            for (session, history) in begun {
                try? session.connection.perform { connection in
                    // A full disk may have ended the whole transaction.
                    guard connection.isInTransaction else { return }
                    try connection.execute("ROLLBACK TO together; RELEASE together")
                    session.historyTransaction = history
                }
            }
            throw error
        }
    }

    /// Thrown if a store was changed externally between the merge and the lock.
    private struct ConcurrentChange: Error {}

    /// Informs observers, and ends the undo manager's step.
    private func noteSaved() {
        changes.announce()
        undoManager?.endEvent()
    }

    /// The part of an open transaction that an error in a write rolls back.
    enum RollbackScope {
        /// Only the work itself. For that, SQLite copies each page that the work changes.
        case work
        /// The whole transaction, which can then only be rolled back. This is several times as fast if the
        /// work changes thousands of scattered index entries.
        case transaction
    }

    /// Runs work in a transaction of one store, and rolls back if it throws.
    ///
    /// Without an open transaction of the context, the caller must commit.
    ///
    /// - Parameters:
    ///   - session: The store's session.
    ///   - scope: What an error rolls back. Default: as for the open transaction.
    ///   - work: Writes to the store.
    func performWrite(
        on session: ContextSession, rollingBack scope: RollbackScope? = nil, _ work: () throws -> Void
    ) throws {
        guard session.store.configuration.allowsSave else {
            throw ModelDataError.savingNotAllowed(configuration: session.store.configuration.name)
        }
        if let failure = openTransaction?.failure { throw failure }
        try session.acquireWriterLock()
        try session.connection.perform { connection in
            let isPart = session.isWriting && openTransaction != nil
            let keepsRest = isPart && (scope ?? openTransaction?.rollbackScope) == .work
            let history = session.historyTransaction
            do {
                if isPart, !connection.isInTransaction {
                    throw ModelDataError.transactionLost(path: connection.path)
                }
                try session.begin()
                if !isPart { openTransaction?.written.append(session) }
                if keepsRest { try connection.execute("SAVEPOINT part") }
                try work()
                if keepsRest { try connection.execute("RELEASE part") }
            } catch {
                // Some errors, such as a full disk, end the whole SQLite transaction.
                if keepsRest, connection.isInTransaction {
                    try? connection.execute("ROLLBACK TO part; RELEASE part")
                    session.historyTransaction = history
                } else {
                    if isPart { openTransaction?.failure = connection.modelDataError(error) }
                    session.rollback()
                }
                throw error
            }
        }
    }

    func commit(_ session: ContextSession) throws {
        do {
            try session.connection.perform { _ in try session.commit() }
        } catch {
            try? session.connection.perform { _ in session.rollback() }
            throw error
        }
        core.hub.announce()
    }
}
