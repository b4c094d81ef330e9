extension SaveOperation {
    /// The identifiers of what was written; to be asked once the objects know.
    func changes(of groups: [Group]) -> SavedChanges {
        var result = SavedChanges()
        result.inserted = inserted.map { identifier($0.1, $0.record) }
        result.updated = updated.compactMap { state in
            state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        var known = replaced.isEmpty ? [] : Set(result.inserted).union(result.updated)
        for (_, table, record) in replaced where known.insert(identifier(table, record)).inserted {
            result.updated.append(identifier(table, record))
        }
        result.deleted = deleted.compactMap { model in
            let state = model._$state
            return state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        for group in groups { result.deleted += group.doomed.sorted().map { identifier(group.table, $0) } }
        return result
    }

    func identifier(_ table: RegisteredTable, _ record: Int64) -> PersistentIdentifier {
        PersistentIdentifier(origin: table.layout.origin, number: record)
    }

    /// Tells the objects what became of them.
    func finish() {
        for model in deleted {
            model._$state.detach(as: .deleted)
            model._$state.releaseLinks(model)
        }
        for state in updated {
            state.clearChanges()
            state.epoch = session.epoch
            state.settleLinks()
        }
        for (model, table, record) in inserted {
            table.register(model, model._$state, record: record)
            model._$state.settleLinks()
        }
        for (model, column) in stamped { try? model._$restore(column, from: now) }
        for (model, table) in kept {
            model._$state.phase = .saved
            refresh(model, table, model._$state.record)
        }
        for (model, _, _) in inserted { model._$state.clearChanges() }
        for (model, table) in restored { refresh(model, table, model._$state.record) }
        for (model, table, record) in replaced {
            if let known = table.state(record)?.model, known !== model {
                known._$state.clearChanges()
                refresh(known, table, record)
                model._$state.detach(as: .transient)
                model._$state.record = record
            } else {
                table.register(model, model._$state, record: record)
                refresh(model, table, record)
            }
        }
    }

    /// Reads the record again; an object that can't be read keeps its values.
    func refresh(_ model: any PersistentModel, _ table: RegisteredTable, _ record: Int64) {
        model._$state.clearChanges()
        guard let statement = try? connection.statement(table.rowSQL) else { return }
        statement.binder.bind(record, 0)
        defer { statement.reset() }
        guard (try? statement.step()) == true else { return }
        let row = ModelRow(statement: statement.handle)
        try? model._$reload(from: row)
        model._$state.reloadLinks(model, row, table.layout)
        model._$state.epoch = session.epoch
    }
}
