// Reads the records of registered objects again.

extension RegisteredTable {
    /// Reads an object's record again; returns false if it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try registry.reading { try read(model, state) }
    }

    private func read(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try session.connection.perform { connection -> Bool in
            let statement = try connection.statement(layout.rowSQL)
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
            state.observers.unreadColumns = ColumnSet()
            LinkEnds(model, state).reload(row, layout)
            if hasRequired { registry.incomplete.append(model) }
            state.epoch = session.epoch
            return true
        }
    }

    /// Reads the unread properties of partial objects, which are about to lose their store.
    func completeAll() {
        guard hasPartial else { return }
        hasPartial = false
        for model in models where model._$state.observers.isPartial && model._$state.phase == .saved {
            _ = try? reload(model, model._$state)
        }
    }

    /// Reads an object's record again; returns false if it is gone. If it can't be read, the next access
    /// tries again.
    func refresh(_ model: any PersistentModel, _ state: ModelState) -> Bool {
        do {
            return try reload(model, state)
        } catch {
            // The next access tries again. An object with unsaved changes keeps its values, because its save
            // compares them with the record.
            if !state.hasChanges {
                var columns = ColumnSet()
                for index in layout.columns.indices where layout.columns[index].isValue {
                    columns.insert(index)
                }
                state.observers.unreadColumns = columns
                hasPartial = true
            }
            return true
        }
    }

    /// Returns whether a property of a partial object is unread.
    func hasUnread<M: PersistentModel, V>(_ keyPath: KeyPath<M, V>, of state: ModelState) -> Bool {
        // Key paths of inherited properties are listed in the table of the class that declares them.
        guard let declaring = layout.hierarchy == nil ? self : try? registry.table(for: M.self),
            let column = declaring.keyPaths(M.self).column(of: keyPath)
        else { return false }
        return state.observers.unreadColumns.contains(column)
    }

    /// Refreshes registered objects after their records were written directly.
    func refreshObjects(of records: Set<Int64>) {
        for record in records {
            guard let state = knownState(record), let object = state.model, let table = state.table else {
                continue
            }
            if state.hasChanges {
                // Mark the object as outdated, so that the save of its changes reads the record again.
                state.epoch &-= 1
            } else {
                _ = table.refresh(object, state)
            }
        }
    }

    /// Unloads to-many relationships, so that they are read from the store again. Unsaved additions and
    /// removals are kept.
    func unloadLists(where isStale: (RelationshipShape) -> Bool = { _ in true }) {
        let loose = layout.shape.relationships.filter { !$0.holdsKey && isStale($0) }
        if loose.isEmpty { return }
        for model in models {
            let state = model._$state
            for relationship in loose { LinkEnd(model, state, relationship).unload() }
        }
    }
}
