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
        unswept.removeAll()
        orphans.removeAll()
        takenBack.removeAll()
        forgetDoomed()
        undoManager?.removeAllActions()
        // It was said of changes that there are none of now.
        if openTransaction == nil { transactionNote = nil }
        noteActivity()
        var thrownBack: [any PersistentModel] = []
        for model in models {
            let state = model._$state
            switch state.phase {
            case .inserted:
                state.detach(as: .transient)
                thrownBack.append(model)
            case .saved: restore(model, state)
            case .deleting:
                state.phase = .saved
                state.isSwept = false
                restore(model, state)
            case .transient, .deleted, .twin: break
            }
        }
        if models.contains(where: { $0._$state.graph != nil }) {
            // What was read while there were unsaved changes was read as these had it.
            for table in openTables { unloadLinks(table) }
        }
        for model in thrownBack { model._$state.keepAgreedLinks(model) }
    }

    /// Gives an object the values that it had before it was changed.
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
        // What the object had is not what the store has, when others changed that meanwhile.
        if !reload(model, state, table) { state.detach(as: .deleted) }
    }

    /// Gives a relationship back what it was; false for a value.
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
        case .elsewhere(let relationship): state.unload(model, relationship)
        }
        return true
    }

    /// Reads an object's record again, or where it can't be read leaves that for when it is next asked for; false when
    /// it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable) -> Bool {
        do {
            return try table.reload(model, state)
        } catch {
            state.leaveUnread(table)
            return true
        }
    }
}

extension RegisteredTable {
    /// Reads an object's record again; false when it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try session.connection.perform { connection -> Bool in
            let statement = try connection.statement(rowSQL)
            statement.binder.bind(state.record, 0)
            defer { statement.reset() }
            guard try statement.step() else { return false }
            session.noteForeignChanges()
            let row = ModelRow(statement: statement.handle)
            do {
                try model._$reload(from: row)
            } catch let problem as ValueProblem {
                throw unreadable(row, record: state.record, problem)
            }
            state.setMissing(ColumnSet())
            state.reloadLinks(model, row, layout)
            state.epoch = session.epoch
            return true
        }
    }

    /// Reads what was left out of the objects, which are about to lose their store.
    func completeAll() {
        guard hasPartial else { return }
        hasPartial = false
        for model in models where model._$state.isPartial && model._$state.phase == .saved {
            _ = try? reload(model, model._$state)
        }
    }
}
