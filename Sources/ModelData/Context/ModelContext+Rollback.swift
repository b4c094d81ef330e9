extension ModelContext {
    /// Discards all unsaved changes: inserted objects leave the context, and others get their earlier
    /// values.
    ///
    /// Mirrors SwiftData's `rollback()`.
    public func rollback() {
        let models = changes.discardAll()
        deferredError = nil
        graph.missingRequiredTargets.removeAll()
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
            case .saved: EarlierValues(model: model, state: state, context: self).restore()
            case .deleting:
                state.phase = .saved
                state.hasCascaded = false
                EarlierValues(model: model, state: state, context: self).restore()
            case .transient, .deleted, .alias: break
            }
        }
        if models.contains(where: { $0._$state.graph != nil }) {
            // Relationships that were read with unsaved changes are outdated now.
            for table in openTables { unloadLinks(table) }
        }
        for model in discardedInsertions { LinkEnds(model).keepConsistent() }
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

/// Gives an object the values before its unsaved changes.
private struct EarlierValues {
    let model: any PersistentModel
    let state: ModelState
    let context: ModelContext

    func restore() {
        let originals = state.originals
        state.clearChanges()
        var isComplete = true
        for original in originals where !restoreLink(original) {
            guard let value = original.value, (try? model._$restore(original.column, from: value)) != nil
            else {
                isComplete = false
                continue
            }
        }
        guard let table = state.table, !isComplete || state.epoch != table.session.epoch else { return }
        // After external changes, the object's earlier values aren't the stored ones.
        if !context.reload(model, state, table) { state.detach(as: .deleted) }
    }

    /// Restores a relationship; returns false for a value.
    private func restoreLink(_ original: ModelState.Original) -> Bool {
        guard let layout = state.layout else { return false }
        var number: Int64 = 0
        if case .integer(let stored)? = original.value { number = stored }
        switch layout.columns[original.column].role {
        case .value: return false
        case .key(let relationship): LinkEnd(model, state, relationship).refer(to: number)
        case .order(let relationship): state.graph?[relationship.index].order = number
        case .withoutColumn(let relationship): LinkEnd(model, state, relationship).unload()
        }
        return true
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
                throw ColumnProblems(layout: layout).unreadable(row, record: state.record, problem)
            }
            state.setUnreadColumns(ColumnSet())
            LinkEnds(model, state).reload(row, layout)
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
