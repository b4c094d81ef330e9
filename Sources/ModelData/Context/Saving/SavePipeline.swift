import Foundation

extension ModelContext {
    /// Saves all changes, or none: after an error, the store and the objects are as before.
    ///
    /// In a transaction, the changes are written now and committed with the transaction. While another process
    /// has locked a store, the method blocks its caller for at most ``lockTimeout``; ``saveWhenUnlocked()``
    /// doesn't.
    ///
    /// - Throws: ``ModelDataError`` with the model and property, or the file; before anything is written,
    ///   the errors of ``checkReads()``; ``ModelDataError/saveInProgress`` in an observer of ``willSave``, whose
    ///   changes are saved anyway.
    ///
    /// Mirrors SwiftData's `save()`.
    public func save() throws {
        autosave.beginCall()
        defer { autosave.endCall() }
        do {
            try ContextSave(context: self).run()
        } catch {
            // The autosave of these changes would fail as well.
            if changes.autosave.state == .inCall { changes.autosave.state = .idle }
            throw error
        }
    }
}

/// One save of a context, from the check of its pending objects to their new state.
struct ContextSave {
    let context: ModelContext

    private var changes: ChangeTracker { context.changes }

    func run() throws {
        if context.isSaving { throw ModelDataError.saveInProgress }
        try context.checkReads()
        context.replacedChanges = []
        guard changes.needsSave else {
            if context.openTransaction == nil { context.transactionNote = nil }
            // Changes that the program has reverted itself are also a step.
            context.undoManager?.endEvent()
            return
        }
        let saved = try writeAndPublish()
        context.undoManager?.endEvent()
        saved.post(by: context)
    }

    /// Posts `willSave`, writes all changes, and gives the objects their new state. Observers can't start another
    /// save meanwhile.
    private func writeAndPublish() throws -> SavedChanges {
        context.graph.endLoans()
        context.isSaving = true
        defer { context.isSaving = false }
        NotificationCenter.default.post(name: ModelContext.willSave, object: context)
        let saves = try writePending()
        context.openTransaction?.deleted += changes.deleted
        changes.pending.removeAll()
        changes.discardRowDeletions()
        var saved = SavedChanges()
        context.replacedChanges = saves.flatMap(\.output.replaced)
        for save in saves {
            try save.session.connection.perform { _ in saved.add(save.publish()) }
        }
        for save in saves where save.session.hasUnmergedChanges {
            try? ExternalChangeMerger(context).merge(save.session)
        }
        return saved
    }

    /// Writes all changes; starts again if the stores were changed externally after the merge.
    private func writePending() throws -> [StoreSave] {
        if !context.core.customStores.isEmpty { try CustomSave.prepare(context) }
        var attempts = 0
        while true {
            if try ExternalChangeMerger(context).mergeAll() {
                // External changes can add objects to cascades.
                changes.repeatCascades()
            }
            try LinkValidation(context: context).run()
            // Observers may have changed something.
            let groups = try SaveOrder.groups(
                of: changes.pending.all, rowDeletions: changes.tablesWithRowDeletions,
                sessions: context.registry.sessions.open
            ) { try context.table(for: type(of: $0)) }
            attempts += 1
            do {
                return try writeToStores(groups, mayBeStale: attempts > 5)
            } catch is ConcurrentChange {
                continue
            }
        }
    }

    /// Writes to all stores in a transaction each, and commits them.
    private func writeToStores(
        _ groups: [(session: ContextSession, groups: [SaveGroup])], mayBeStale: Bool
    ) throws -> [StoreSave] {
        let writer = ContextWriter(context)
        var saves: [StoreSave] = []
        do {
            let stored = groups.map(\.session).filter { context.core.custom($0.store) == nil }
            try writer.performTogether(on: stored) {
                for (session, groups) in groups {
                    saves.append(try writeGroups(groups, to: session, mayBeStale: mayBeStale))
                }
            }
            if context.openTransaction == nil {
                try writer.commitTogether(saves.map(\.session)) { try writer.commit($0) }
                context.transactionNote = nil
            }
            return saves
        } catch {
            if context.openTransaction == nil {
                for save in saves { save.session.rollback() }
            }
            // The record numbers of the failed save are invalid.
            for model in changes.pending.all { model._$state.savedRecord = 0 }
            throw error
        }
    }

    /// Writes to one store, and rolls back there after an error.
    private func writeGroups(
        _ groups: [SaveGroup], to session: ContextSession, mayBeStale: Bool
    ) throws -> StoreSave {
        let history = HistoryWriter(session: session, author: context.author, note: context.transactionNote)
        let scope = SaveScope(session: session, policy: context.mergePolicy)
        var output = SaveOutput()
        try ContextWriter(context).perform(on: session) {
            if session.hasUnmergedChanges, !mayBeStale, groups.contains(where: \.table.layout.isRelated) {
                throw ConcurrentChange()
            }
            if let custom = context.core.custom(session.store) {
                output = try CustomSave(custom: custom, scope: scope, context: context).run(
                    groups, history: history)
            } else {
                output = try SavePipeline.save(groups, scope, history: history)
            }
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

    /// Thrown if a store was changed externally between the merge and the lock.
    private struct ConcurrentChange: Error {}
}

/// Writes a context's pending objects of one store: the third and fourth of the five phases of a ``ContextSave``.
///
/// 1. ``LinkValidation`` checks relationships, and sets the positions of objects in lists.
/// 2. ``SaveOrder`` groups the pending objects by store and model. A transaction begins.
/// 3. This type writes the groups. Deletions come first, so that one save can move a unique value to another
///    record; then updates, then insertions.
/// 4. ``HistoryWriter`` records the changes, in the same transaction.
/// 5. ``SavePublication`` updates the objects, after the transaction is committed.
///
/// SQLite checks references when the transaction is committed, so the order of deletions doesn't matter. It deletes no
/// record itself: ``LinkValidation`` has applied the delete rules.
enum SavePipeline {
    /// Writes the groups and their history.
    ///
    /// - Parameter groups: The groups of one store, sorted.
    static func save(
        _ groups: [SaveGroup], _ scope: SaveScope, history: HistoryWriter
    ) throws -> SaveOutput {
        let output = try write(groups, scope)
        try history.write(output.history)
        return output
    }

    /// Writes the groups.
    static func write(_ groups: [SaveGroup], _ scope: SaveScope) throws -> SaveOutput {
        let isRelated = groups.contains { $0.table.layout.isRelated }
        var output = isRelated ? try JoinWriter.removePairs(groups, scope) : SaveOutput()
        output.add(try DeletionPhase.record(groups, scope))
        try DeletionPhase.delete(groups, keeping: output.kept.map(\.model), scope)
        let updates = try UpdatePhase.run(groups, PlannedUpdates(scope), scope)
        output.add(updates.output)
        output.add(try InsertionPhase.run(groups, updates.plans, scope))
        if !isRelated { return output }
        output.add(try DeferredReference.write(output.deferred, updates.plans, scope))
        output.add(try JoinWriter.writePairs(groups, scope))
        return output
    }
}
