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
            case .takeStored: continue
            case .reinsert:
                try reinsert(model, table)
                continue
            }
            if !table.layout.derivedColumns.isEmpty { try stamp(&changes, of: model, table) }
            updated.append(state)
            if changes.isEmpty { continue }
            try write(try deferringReferences(changes, of: model, table), of: model, state.record, table)
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

    /// The way a save handles a changed object.
    enum Plan {
        /// Update the record with these values.
        case write([Change])
        /// Refresh the object with the store's values.
        case takeStored
        /// Insert the record again, which was deleted externally.
        case reinsert
    }

    /// Returns the changes to write, after merging external changes.
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
        guard keepsStoredReferences, !table.layout.keys.isEmpty, case .write(let rest) = plan else {
            return plan
        }
        return try resolveOneToOneConflicts(rest, of: model, table)
    }

    /// Returns the plan of an object, computed once.
    mutating func knownPlan(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Plan {
        if let known = plans[ObjectIdentifier(model)] { return known }
        let plan = try plan(model, table)
        plans[ObjectIdentifier(model)] = plan
        return plan
    }

    struct Change {
        let column: Int
        /// Nil if it must be read from the store.
        var old: StoredValue?
        let new: StoredValue
    }

    /// Returns the columns whose values differ from the original values.
    func changes(of model: any PersistentModel, _ table: RegisteredTable) throws -> [Change] {
        let layout = table.layout
        let state = model._$state
        return try state.originals.compactMap { original in
            let column = layout.columns[original.column]
            if case .withoutColumn = column.role { return nil }
            if !layout.derivedColumns.isEmpty, layout.derivedColumns.contains(original.column) { return nil }
            let new = try state.stored(model, original.column, layout)
            if original.value == new {
                // An unsaved target has no record number yet and looks like no target.
                guard case .key(let relationship) = column.role,
                    state.refersToUnsavedObject(model, relationship)
                else {
                    return nil
                }
            }
            guard column.isExternal else {
                return Change(column: original.column, old: original.value, new: new)
            }
            return Change(column: original.column, old: original.value, new: column.storedForm(new))
        }
    }

    /// Replaces the old values of external data by their stored form: a file reference, or the data itself
    /// if the property became external later. The history must not refer to a missing file.
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

    /// Defers references to unsaved objects, and one-to-one references that another record may have to
    /// release first.
    mutating func deferringReferences(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [Change] {
        if table.layout.keys.isEmpty { return changes }
        return try changes.map { change in
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                relationship.isOneToOne || model._$state.refersToUnsavedObject(model, relationship)
            else { return change }
            if relationship.isOneToOne {
                try takeOverReference(change.new, relationship, except: model._$state.record, table)
            }
            deferredReferences.append(
                DeferredReference(model: model, table: table, relationship: relationship))
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
            guard try releaseUniqueValues(values, record, table) else {
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
                // Bind the value itself, because its file must be written.
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
