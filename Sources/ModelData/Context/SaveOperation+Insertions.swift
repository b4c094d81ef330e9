extension SaveOperation {
    mutating func insert(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        var updates = ChangePacker()
        let statement = try connection.statement(table.layout.insertion)
        let isRelated = table.layout.isRelated
        let hasKeys = !table.layout.keys.isEmpty
        for model in group.inserted {
            do {
                let isRevived = try model._$state.revived > 0 && insertRevived(model, table)
                if !isRevived {
                    try model._$bind(to: statement.binder)
                    for column in table.layout.derivedColumns { try stamp(model, column, statement.binder) }
                    if hasKeys { try bindKeys(model, table, statement.binder) }
                    try statement.run()
                }
                let record = connection.lastInsertedRecord
                inserted.append((model, table, record))
                if isRelated { model._$state.written = record }
                packer.insert(record)
            } catch let problem as ValueProblem {
                throw table.invalid(model, problem)
            } catch let failure as StatementFailure where failure.isUniqueness {
                try replace(model, table, failure, &updates)
            }
        }
        try history.write(.insert, of: table.layout, &packer)
        try history.write(.update, of: table.layout, &updates)
    }

    /// Gives a record that already has the object's unique value the object's other values.
    mutating func replace(
        _ model: any PersistentModel, _ table: RegisteredTable, _ failure: StatementFailure,
        _ packer: inout ChangePacker
    ) throws {
        let groups = try conflictingRecords(table, except: 0) { try model._$stored($0) }
        guard policy != .error, let record = groups.first?.record,
            groups.allSatisfy({ $0.record == record }), let row = try storedRow(record, table)
        else {
            throw try notUnique(table, 0) { try model._$state.stored(model, $0, table.layout) } ?? failure
        }
        if policy == .mergeByPropertyStoreTrump || policy == .rollback {
            replaced.append((model, table, record))
            model._$state.written = record
            return
        }
        model._$state.written = record
        var changes = try values(of: model, table).compactMap { column, new -> Change? in
            row[column] == new ? nil : Change(column: column, old: row[column], new: new)
        }
        if !changes.isEmpty {
            for column in table.layout.derivedColumns {
                changes.append(Change(column: column, old: row[column], new: now))
            }
            try write(changes, of: model, record, table)
            packer.update(record, changes.map { ($0.column, $0.old ?? .null) })
        }
        replaced.append((model, table, record))
    }

    /// All columns of an object that it decides itself, as they will stand in the store.
    func values(
        of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [(Int, StoredValue)] {
        let layout = table.layout
        return try layout.columns.indices.compactMap { column in
            if !layout.columns[column].isStored || layout.derivedColumns.contains(column) { return nil }
            let value = try model._$state.stored(model, column, layout)
            return (column, layout.columns[column].canonical(value))
        }
    }
}
