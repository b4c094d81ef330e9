extension SaveOperation {
    mutating func update(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        var plain = PlainUpdate(table, session)
        for model in group.changed {
            let state = model._$state
            if plans.isEmpty, try updatePlainly(model, state, table, &plain, &packer) {
                updated.append(state)
                continue
            }
            var changes: [Change]
            switch try plans.isEmpty ? plan(model, table) : knownPlan(model, table) {
            case .write(let planned): changes = planned
            case .leave: continue
            case .revive:
                try revive(model, table)
                continue
            }
            if !table.layout.derivedColumns.isEmpty { try stamp(&changes, of: model, table) }
            updated.append(state)
            if changes.isEmpty { continue }
            try write(try postponing(changes, of: model, table), of: model, state.record, table)
            packer.update(state.record, changes.map { ($0.column, $0.old ?? .null) })
        }
        try history.write(.update, of: table.layout, &packer)
    }

    private func updatePlainly(
        _ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable,
        _ plain: inout PlainUpdate, _ packer: inout ChangePacker
    ) throws -> Bool {
        do {
            return try plain.write(model, state, &packer)
        } catch let problem as ValueProblem {
            throw table.invalid(model, problem)
        }
    }

    /// What a save does with a changed object.
    enum Plan {
        /// Its record gets these values.
        case write([Change])
        /// It takes the store's values.
        case leave
        /// Its record, which somebody else deleted, comes back.
        case revive
    }

    /// What is to be written of an object, once others' changes are taken into account.
    mutating func plan(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Plan {
        let changes: [Change]
        do {
            changes = try self.changes(of: model, table)
        } catch let problem as ValueProblem {
            throw table.invalid(model, problem)
        }
        let plan: Plan
        if model._$state.epoch != session.epoch || changes.contains(where: { $0.old == nil }) {
            plan = try merge(changes, of: model, table)
        } else {
            plan = .write(try withStoredData(changes, of: model, table))
        }
        guard hasDeference, !table.layout.keys.isEmpty, case .write(let rest) = plan else { return plan }
        return try respectHolders(rest, of: model, table)
    }

    /// The plan of an object, made once.
    mutating func knownPlan(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Plan {
        if let known = plans[ObjectIdentifier(model)] { return known }
        let plan = try plan(model, table)
        plans[ObjectIdentifier(model)] = plan
        return plan
    }

    struct Change {
        let column: Int
        /// Nil when only the store knows it.
        var old: StoredValue?
        let new: StoredValue
    }

    /// The columns that really differ from what the store had.
    func changes(of model: any PersistentModel, _ table: RegisteredTable) throws -> [Change] {
        let layout = table.layout
        let state = model._$state
        return try state.originals.compactMap { original in
            let column = layout.columns[original.column]
            if case .elsewhere = column.role { return nil }
            if !layout.derivedColumns.isEmpty, layout.derivedColumns.contains(original.column) { return nil }
            let new = try state.stored(model, original.column, layout)
            if original.value == new {
                // An object without a record yet looks like none.
                guard case .key(let relationship) = column.role, state.isWaiting(model, relationship) else {
                    return nil
                }
            }
            guard column.isExternal else {
                return Change(column: original.column, old: original.value, new: new)
            }
            return Change(column: original.column, old: original.value, new: column.canonical(new))
        }
    }

    /// Takes the old values of large data as they stand in the store: as a reference to a file, or as they are where
    /// the property has become external since. The history must name no file that nobody wrote.
    private func withStoredData(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [Change] {
        func isExternal(_ change: Change) -> Bool { table.layout.columns[change.column].isExternal }
        guard table.layout.hasExternal, changes.contains(where: isExternal),
            let row = try rawRow(model._$state.record, table)
        else { return changes }
        return changes.map { change in
            guard isExternal(change) else { return change }
            return Change(column: change.column, old: row[change.column], new: change.new)
        }
    }

    /// Sets a derived column of a new record.
    mutating func stamp(_ model: any PersistentModel, _ column: Int, _ binder: ModelBinder) throws {
        try binder.bind(now, column)
        stamped.append((model, column))
    }

    /// Adds the derived columns to the changes of a record, if there are any.
    mutating func stamp(
        _ changes: inout [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws {
        let state = model._$state
        let derived = table.layout.derivedColumns
        if changes.isEmpty, !derived.contains(where: state.changed.contains) { return }
        let row = try rawRow(state.record, table)
        for column in derived {
            changes.append(Change(column: column, old: row?[column], new: now))
            stamped.append((model, column))
        }
    }

    /// Leaves for later what can't be written yet: references to new records, and those that another record
    /// may have to give up first.
    mutating func postponing(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [Change] {
        if table.layout.keys.isEmpty { return changes }
        return try changes.map { change in
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                relationship.isOneToOne || model._$state.isWaiting(model, relationship)
            else { return change }
            if relationship.isOneToOne {
                try takeOver(change.new, relationship, except: model._$state.record, table)
            }
            lateKeys.append(LateKey(model: model, table: table, relationship: relationship))
            if !relationship.isRequired {
                return Change(column: change.column, old: change.old, new: .null)
            }
            // Until then a number that no other record can have.
            let number = StoredValue.integer(-model._$state.record)
            return Change(column: change.column, old: change.old, new: number)
        }
    }

    mutating func write(
        _ changes: [Change], of model: any PersistentModel, _ record: Int64, _ table: RegisteredTable
    ) throws {
        if changes.isEmpty { return }
        do {
            try writeNow(changes, of: model, record, table)
        } catch let failure as StatementFailure where failure.isUniqueness {
            var values: [Int: StoredValue] = [:]
            for change in changes { values[change.column] = change.new }
            guard try park(values, record, table) else {
                throw try notUnique(table, record) { values[$0] } ?? failure
            }
            try writeNow(changes, of: model, record, table)
        }
    }

    private func writeNow(
        _ changes: [Change], of model: any PersistentModel, _ record: Int64, _ table: RegisteredTable
    ) throws {
        var columns = ColumnSet()
        for change in changes { columns.insert(change.column) }
        let statement = try connection.statement(table.updateSQL(columns))
        let ordered = changes.sorted { $0.column < $1.column }
        for (position, change) in ordered.enumerated() {
            if table.layout.columns[change.column].isExternal {
                // The value itself, since its file must be written.
                try model._$bind(change.column, to: statement.binder, at: position)
            } else {
                try statement.binder.bindValue(change.new, position)
            }
        }
        statement.binder.bind(record, ordered.count)
        try statement.run()
        if connection.changedRows == 0 {
            throw ModelDataError.recordGone(model: table.layout.name, record: record)
        }
    }
}
