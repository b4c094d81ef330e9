/// Updates the records of changed objects.
struct UpdatePhase {
    private let scope: SaveScope
    private var writer: RecordWriter
    private var output = SaveOutput()

    /// Updates the records of all groups.
    ///
    /// - Parameter plans: The plans that earlier phases needed.
    /// - Returns: The output, and the plans that this phase or an earlier one kept for later phases.
    static func run(
        _ groups: [SaveGroup], _ plans: PlannedUpdates, _ scope: SaveScope
    ) throws -> (output: SaveOutput, plans: PlannedUpdates) {
        var phase = UpdatePhase(scope: scope, writer: RecordWriter(scope: scope, plans: plans))
        for group in groups where !group.changed.isEmpty { try phase.update(group) }
        return (phase.output, phase.writer.plans)
    }

    private mutating func update(_ group: SaveGroup) throws {
        let table = group.table
        var packer = ChangePacker()
        var plain = PlainUpdate(table, scope.session)
        for model in group.changed {
            let state = model._$state
            // False if a relationship changed, if another record has a unique value, or if there were external changes.
            if writer.plans.isEmpty, try updatePlainly(model, state, table, &plain, &packer) {
                output.updated.append(state)
                continue
            }
            let plan = try writer.plans.finalPlan(of: model, table)
            if plan.isRestored { output.restored.append((model, table)) }
            if plan.isDeleted { output.deleted.append(model) }
            if plan.listsAreStale { output.listsAreStale = true }
            if !plan.replaced.isEmpty {
                output.replaced.append(ReplacedChange(model: model, properties: plan.replaced))
            }
            switch plan.action {
            case .takeStored: continue
            case .reinsert: try reinsert(model, table)
            case .write(var changes):
                try stamp(&changes, of: model, table)
                output.updated.append(state)
                if changes.isEmpty { continue }
                let written = try deferringReferences(changes, of: model, table)
                try writer.write(written, of: model, state.record, table)
                packer.update(state.record, written.map { ($0.column, $0.old ?? .null) })
            }
        }
        output.history.add(.update, of: table.layout, packer)
    }

    private func updatePlainly(
        _ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable,
        _ plain: inout PlainUpdate, _ packer: inout ChangePacker
    ) throws -> Bool {
        do {
            return try plain.write(model, state, &packer)
        } catch let problem as ValueProblem {
            throw ColumnProblems(layout: table.layout).invalid(model, problem)
        }
    }

    /// Adds the derived columns to the changes of a record, if there are any.
    private mutating func stamp(
        _ changes: inout [ColumnChange], of model: any PersistentModel, _ table: RegisteredTable
    ) throws {
        let state = model._$state
        let derived = table.layout.derivedColumns
        if derived.isEmpty { return }
        if changes.isEmpty, !derived.contains(where: state.unsaved.columns.contains) { return }
        let row = try scope.rawRow(state.record, table)
        for column in derived {
            changes.append(ColumnChange(column: column, old: row?[column], new: scope.now))
            output.stamped.append((model, column))
        }
    }

    /// Defers references to unsaved objects, and one-to-one references that another record may have to
    /// release first.
    private mutating func deferringReferences(
        _ changes: [ColumnChange], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [ColumnChange] {
        if table.layout.keys.isEmpty { return changes }
        let record = model._$state.record
        return try changes.map { change in
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                relationship.isOneToOne || LinkEnd(model, relationship).refersToUnsavedObject
            else { return change }
            if relationship.isOneToOne,
                let handover = try OneToOneReferences(scope: scope).takeOver(
                    change.new, relationship, except: record, table)
            {
                output.add(handover)
            }
            output.deferred.append(DeferredReference(model: model, table: table, relationship: relationship))
            // Until then, a required column has a number that no other record can have.
            let new = relationship.isRequired ? StoredValue.integer(-record) : .null
            return ColumnChange(column: change.column, old: change.old, new: new)
        }
    }

    /// Inserts a changed object again whose record was deleted externally, with its former record number.
    private mutating func reinsert(_ model: any PersistentModel, _ table: RegisteredTable) throws {
        let state = model._$state
        state.reinsertedRecord = state.record
        defer { state.reinsertedRecord = 0 }
        let binder = RecordBinder(table, scope)
        guard try binder.insertWithFormerNumber(model, &output) else { return }
        var packer = ChangePacker()
        packer.insert(state.record)
        output.history.add(.insert, of: table.layout, packer)
        output.inserted.append((model, table, state.record))
    }
}

/// Writes changed columns to records.
struct RecordWriter {
    let scope: SaveScope
    var plans: PlannedUpdates

    /// Writes columns of a record. If unique values are taken, releases those that the same save changes.
    mutating func write(
        _ changes: [ColumnChange], of model: any PersistentModel, _ record: Int64, _ table: RegisteredTable
    ) throws {
        if changes.isEmpty { return }
        do {
            try writeNow(changes, of: model, record, table)
        } catch let failure as StatementFailure where failure.isUniqueness {
            let unique = UniqueValues(scope: scope)
            let values = Dictionary(changes.map { ($0.column, $0.new) }) { _, last in last }
            guard try unique.release(values, record, table, &plans) else {
                throw try unique.notUnique(table, record) { values[$0] } ?? failure
            }
            try writeNow(changes, of: model, record, table)
        }
    }

    /// Writes changes to a record whose current row is known, with the derived columns.
    mutating func write(
        _ changes: [ColumnChange], of model: any PersistentModel, over row: [StoredValue], _ record: Int64,
        _ table: RegisteredTable, _ packer: inout ChangePacker
    ) throws {
        if changes.isEmpty { return }
        var all = changes
        for column in table.layout.derivedColumns where row[column] != scope.now {
            all.append(ColumnChange(column: column, old: row[column], new: scope.now))
        }
        try write(all, of: model, record, table)
        packer.update(record, all.map { ($0.column, $0.old ?? .null) })
    }

    private func writeNow(
        _ changes: [ColumnChange], of model: any PersistentModel, _ record: Int64, _ table: RegisteredTable
    ) throws {
        var columns = ColumnSet()
        for change in changes { columns.insert(change.column) }
        let statement = try scope.connection.statement(table.updateSQL(columns))
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
        if scope.connection.changedRows == 0 {
            throw ModelDataError.recordGone(model: table.layout.name, record: record)
        }
    }
}

extension RegisteredTable {
    /// The statement that writes these columns of one record.
    func updateSQL(_ columns: ColumnSet) -> String {
        if let sql = updateStatements[columns] { return sql }
        let assignments = columns.columns.map { "\(layout.columns[$0].quoted) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(layout.table) SET \(assignments) WHERE _id = ?"
        updateStatements[columns] = sql
        return sql
    }
}
