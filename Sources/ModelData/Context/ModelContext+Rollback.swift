extension ModelContext {
    /// Discards all unsaved changes: inserted objects leave the context, and others get their earlier
    /// values.
    ///
    /// Mirrors SwiftData's `rollback()`.
    public func rollback() {
        let models = pending.all
        pending.removeAll()
        deferredError = nil
        pendingCascades.removeAll()
        missingRequiredTargets.removeAll()
        undoneInsertions.removeAll()
        discardPendingRowDeletions()
        undoManager?.removeAllActions()
        // The note belonged to changes that no longer exist.
        if openTransaction == nil { transactionNote = nil }
        noteActivity()
        var discardedInsertions: [any PersistentModel] = []
        for model in models {
            let state = model._$state
            switch state.phase {
            case .inserted:
                state.detach(as: .transient)
                discardedInsertions.append(model)
            case .saved: restore(model, state)
            case .deleting:
                state.phase = .saved
                state.hasCascaded = false
                restore(model, state)
            case .transient, .deleted, .alias: break
            }
        }
        if models.contains(where: { $0._$state.graph != nil }) {
            // Relationships that were read with unsaved changes are outdated now.
            for table in openTables { unloadLinks(table) }
        }
        for model in discardedInsertions { model._$state.keepConsistentLinks(model) }
    }

    /// Restores the values of an object before its changes.
    private func restore(_ model: any PersistentModel, _ state: ModelState) {
        let originals = state.originals
        state.clearChanges()
        var isComplete = true
        for original in originals where !restoreLink(model, state, original) {
            guard let value = original.value, (try? model._$restore(original.column, from: value)) != nil
            else {
                isComplete = false
                continue
            }
        }
        guard let table = state.table, !isComplete || state.epoch != table.session.epoch else { return }
        // After external changes, the object's earlier values aren't the stored ones.
        if !reload(model, state, table) { state.detach(as: .deleted) }
    }

    /// Restores a relationship; returns false for a value.
    private func restoreLink(
        _ model: any PersistentModel, _ state: ModelState, _ original: ModelState.Original
    ) -> Bool {
        guard let layout = state.layout else { return false }
        switch layout.columns[original.column].role {
        case .value: return false
        case .key(let relationship):
            var record: Int64 = 0
            if case .integer(let number)? = original.value { record = number }
            state.setKey(model, relationship, record)
        case .order(let relationship):
            var order: Int64 = 0
            if case .integer(let number)? = original.value { order = number }
            state.graph?.links[relationship.index].order = order
        case .withoutColumn(let relationship): state.unload(model, relationship)
        }
        return true
    }

    /// Reads an object's record again; returns false if it is gone. If it can't be read, the next access
    /// tries again.
    func reload(_ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable) -> Bool {
        do {
            return try table.reload(model, state)
        } catch {
            state.markUnread(table)
            return true
        }
    }
}

extension RegisteredTable {
    /// Reads an object's record again; returns false if it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try session.connection.perform { connection -> Bool in
            let statement = try connection.statement(rowSQL)
            statement.binder.bind(state.record, 0)
            defer { statement.reset() }
            guard try statement.step() else { return false }
            session.noteExternalChanges()
            let row = ModelRow(statement: statement.handle)
            do {
                try model._$reload(from: row)
            } catch let problem as ValueProblem {
                throw unreadable(row, record: state.record, problem)
            }
            state.setUnreadColumns(ColumnSet())
            state.reloadLinks(model, row, layout)
            state.epoch = session.epoch
            return true
        }
    }

    /// Reads the unread properties of partial objects, which are about to lose their store.
    func completeAll() {
        guard hasPartial else { return }
        hasPartial = false
        for model in models where model._$state.isPartial && model._$state.phase == .saved {
            _ = try? reload(model, model._$state)
        }
    }
}
