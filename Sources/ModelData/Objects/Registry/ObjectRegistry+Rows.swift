// Finds or creates the object of a row.

extension ObjectRegistry {
    /// Returns the object of a row: the registered one, or a new one.
    @inline(__always)
    func object<T: PersistentModel>(_ row: ModelRow, _ record: Int64, _ table: RegisteredTable) throws -> T {
        if table.layout.isPolymorphic { return try polymorphicObject(row, record, table) }
        return try ownObject(row, record, table)
    }

    /// Returns the object of a row whose class is the table's model.
    private func ownObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        do {
            if let state = table.state(record), let known = state.model as? T {
                if state.epoch != table.session.epoch || state.observers.isPartial, !state.hasChanges {
                    try known._$reload(from: row)
                    state.observers.unreadColumns = ColumnSet()
                    LinkEnds(known, state).reload(row, table.layout)
                    state.epoch = table.session.epoch
                }
                if table.hasRequired, state.linkStorage.lacksRequired { incomplete.append(known) }
                return known
            }
            let model = try T(_$row: row)
            let state = model._$state
            table.register(model, state, record: record)
            if table.hasRelationships {
                state.linkStorage = LinkStorage(row, table.layout)
                if table.hasRequired { incomplete.append(model) }
            }
            if table.hasPendingRowDeletions, table.pendingRowDeletions.remove(record) != nil {
                context?.changes.adoptRowDeletion(model, table)
            }
            return model
        } catch let problem as ValueProblem {
            throw ColumnProblems(layout: table.layout).unreadable(row, record: record, problem)
        }
    }

    /// Returns the object of a partial row: the registered one, or a new one.
    func object<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, unreadColumns: ColumnSet
    ) throws -> T {
        if unreadColumns.isEmpty { return try object(row, record, table) }
        if let state = table.state(record), let known = state.model as? T {
            let isStale = state.epoch != table.session.epoch
            if isStale || !state.observers.unreadColumns.isSubset(of: unreadColumns), !state.hasChanges {
                _ = try table.reload(known, state)
            }
            return known
        }
        let model: T = try object(row, record, table)
        model._$state.observers.unreadColumns = unreadColumns
        table.hasPartial = true
        return model
    }

    /// Returns the object of a row, which may be of a subclass.
    private func polymorphicObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        let kind = try table.kind(of: row, record: record)
        let model = try erasedObject(row, record, kind, as: kind.layout.entity.type)
        guard let model = model as? T else { throw ModelDataError.unknownModel(name: kind.layout.name) }
        return model
    }

    private func erasedObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, as type: T.Type
    ) throws -> any PersistentModel {
        let model: T = try ownObject(row, record, table)
        return model
    }
}
