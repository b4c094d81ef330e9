extension ModelContext {
    /// Discards all unsaved changes: inserted objects leave the context, the others get back what they had.
    ///
    ///     context.rollback()
    ///
    /// Mirrors SwiftData's `rollback()`.
    public func rollback() {
        let models = pending.all
        pending.removeAll()
        deferredError = nil
        forgetDoomed()
        undoManager?.removeAllActions()
        noteActivity()
        for model in models {
            let state = model._$state
            switch state.phase {
            case .inserted: state.detach(as: .transient)
            case .saved: restore(model, state)
            case .deleting:
                state.phase = .saved
                restore(model, state)
            case .transient, .deleted: break
            }
        }
    }

    /// Gives an object the values that it had before it was changed.
    private func restore(_ model: any PersistentModel, _ state: ModelState) {
        let originals = state.originals
        state.clearChanges()
        var isComplete = true
        for original in originals {
            guard let value = original.value, (try? model._$restore(original.column, from: value)) != nil
            else {
                isComplete = false
                continue
            }
        }
        if !isComplete, let table = state.table { _ = reload(model, state, table) }
    }

    /// Reads an object's record again; false when it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable) -> Bool {
        let found = try? table.session.connection.perform { connection -> Bool in
            let statement = try connection.statement(table.rowSQL)
            statement.binder.bind(state.record, 0)
            defer { statement.reset() }
            guard try statement.step() else { return false }
            table.session.noteForeignChanges()
            try model._$reload(from: ModelRow(statement: statement.handle))
            state.epoch = table.session.epoch
            return true
        }
        return found ?? true
    }
}
