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
                try model.bind(change.column, to: statement.binder, at: position)
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

/// Writes changed objects of one model if only values changed, and without external changes.
///
/// Most saves consist of such changes. Therefore the statement is looked up only if the changed columns
/// differ from those of the previous object, and the old values are packed directly for the history.
struct PlainUpdate {
    private let table: RegisteredTable
    private let session: ContextSession
    private var columns = ColumnSet()
    private var statement: CompiledStatement?
    private var changes: ContiguousArray<ColumnChange> = []

    init(_ table: RegisteredTable, _ session: ContextSession) {
        self.table = table
        self.session = session
    }

    /// Writes an object; returns false, without writing, if the object needs the general update.
    mutating func write(
        _ model: any PersistentModel, _ state: ModelState, _ packer: inout ChangePacker
    ) throws -> Bool {
        guard state.epoch == session.epoch, state.unsaved.columns.isSubset(of: table.layout.plainColumns)
        else {
            return false
        }
        changes.removeAll(keepingCapacity: true)
        var changed = ColumnSet()
        for original in state.unsaved.originals {
            guard let old = original.value else { return false }
            let new = try model._$stored(original.column)
            if old == new { continue }
            changed.insert(original.column)
            changes.append(ColumnChange(column: original.column, old: old, new: new))
        }
        if changes.isEmpty { return true }
        if changes.count > 1 { changes.sort { $0.column < $1.column } }
        let statement = try statement(writing: changed)
        for position in changes.indices { try statement.binder.bindValue(changes[position].new, position) }
        statement.binder.bind(state.record, changes.count)
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            return false
        }
        if session.connection.changedRows == 0 {
            throw ModelDataError.recordGone(model: table.layout.name, record: state.record)
        }
        packer.startUpdate(state.record, columns: changes.count)
        for change in changes { packer.append(change.old ?? .null, at: change.column) }
        return true
    }

    private mutating func statement(writing changed: ColumnSet) throws -> CompiledStatement {
        if let statement, changed == columns { return statement }
        let statement = try session.connection.statement(table.updateSQL(changed))
        self.statement = statement
        columns = changed
        return statement
    }
}

/// A changed column of a record.
struct ColumnChange {
    let column: Int
    /// Nil if it must be read from the store.
    var old: StoredValue?
    let new: StoredValue
}

/// How a save handles a changed object.
struct UpdatePlan {
    enum Action {
        /// Update the record with these values.
        case write([ColumnChange])
        /// Refresh the object with the store's values.
        case takeStored
        /// Insert the record again, which was deleted externally.
        case reinsert
    }

    var action: Action
    /// Whether the object gets values of the store.
    var isRestored = false
    /// Whether the record was deleted externally, and the object is deleted, too.
    var isDeleted = false
    /// Whether related lists are outdated.
    var listsAreStale = false
    /// The properties whose external changes are replaced.
    var replaced: [String] = []
}

/// Plans the updates of a save's changed objects, and keeps the plans that were needed before the objects' turn.
struct PlannedUpdates {
    private let planner: UpdatePlanner
    private var plans: [ObjectIdentifier: UpdatePlan] = [:]

    init(_ scope: SaveScope) { planner = UpdatePlanner(scope: scope) }

    var isEmpty: Bool { plans.isEmpty }

    /// Returns the plan of an object, computed once.
    mutating func plan(of model: any PersistentModel, _ table: RegisteredTable) throws -> UpdatePlan {
        if let known = plans[ObjectIdentifier(model)] { return known }
        let plan = try planner.plan(model, table)
        plans[ObjectIdentifier(model)] = plan
        return plan
    }

    /// Returns the plan of an object that is written now. A plan that no earlier phase needed isn't kept.
    func finalPlan(of model: any PersistentModel, _ table: RegisteredTable) throws -> UpdatePlan {
        if !plans.isEmpty, let known = plans[ObjectIdentifier(model)] { return known }
        return try planner.plan(model, table)
    }
}

/// Compares changed objects with their records, and merges external changes.
struct UpdatePlanner {
    let scope: SaveScope

    /// Returns the changes to write, after merging external changes.
    func plan(_ model: any PersistentModel, _ table: RegisteredTable) throws -> UpdatePlan {
        let changes: [ColumnChange]
        do {
            changes = try self.changes(of: model, table)
        } catch let problem as ValueProblem {
            throw ColumnProblems(layout: table.layout).invalid(model, problem)
        }
        let plan: UpdatePlan
        if model._$state.epoch != scope.session.epoch || changes.contains(where: { $0.old == nil }) {
            plan = try merge(changes, of: model, table)
        } else {
            plan = UpdatePlan(action: .write(try withStoredData(changes, of: model, table)))
        }
        if table.layout.keys.isEmpty || !scope.keepsStoredReferences { return plan }
        return try keepingStoredReferences(plan, of: model, table)
    }

    /// Returns the columns whose values differ from the original values.
    private func changes(of model: any PersistentModel, _ table: RegisteredTable) throws -> [ColumnChange] {
        let layout = table.layout
        let state = model._$state
        return try state.unsaved.originals.compactMap { original in
            let column = layout.columns[original.column]
            if case .withoutColumn = column.role { return nil }
            if !layout.derivedColumns.isEmpty, layout.derivedColumns.contains(original.column) { return nil }
            // A foreign key's new value is `LinkEnd.key`.
            let new = try column.stored(model, state, original.column)
            if original.value == new {
                // An unsaved target has no record number yet and looks like no target.
                guard case .key(let relationship) = column.role,
                    LinkEnd(model, state, relationship).refersToUnsavedObject
                else { return nil }
            }
            let stored = column.isExternal ? column.storedForm(new) : new
            return ColumnChange(column: original.column, old: original.value, new: stored)
        }
    }

    /// Replaces the old values of external data by their stored form: a file reference, or the data itself
    /// if the property became external later. The history must not refer to a missing file.
    private func withStoredData(
        _ changes: [ColumnChange], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [ColumnChange] {
        func isExternal(_ change: ColumnChange) -> Bool { table.layout.columns[change.column].isExternal }
        guard table.layout.hasExternal, changes.contains(where: isExternal),
            let row = try scope.rawRow(model._$state.record, table)
        else { return changes }
        return changes.map { change in
            guard isExternal(change) else { return change }
            return ColumnChange(column: change.column, old: row[change.column], new: change.new)
        }
    }

    /// Merges an object's changes with external changes of its record.
    private func merge(
        _ changes: [ColumnChange], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> UpdatePlan {
        let record = model._$state.record
        let layout = table.layout
        guard let row = try scope.storedRow(record, table) else {
            return try planForDeletedRecord(record, layout)
        }
        let conflicts = changes.filter { change in
            guard let old = change.old else { return false }
            let stored = row[change.column]
            let column = layout.columns[change.column]
            if stored == change.new || column.codec.areEquivalent(stored, change.new) { return false }
            return !column.isStored(old, as: stored)
        }
        let conflicting = conflicts.map { layout.columns[$0.column].name }
        if scope.policy == .error, !conflicts.isEmpty {
            throw ModelDataError.conflict(model: layout.name, record: record, properties: conflicting)
        }
        if scope.policy == .rollback, !conflicts.isEmpty {
            return UpdatePlan(action: .takeStored, isRestored: true, listsAreStale: layout.isRelated)
        }
        var merged = changes
        var listsAreStale = false
        if scope.policy == .mergeByPropertyStoreTrump {
            let lost = Set(conflicts.map(\.column))
            merged.removeAll { lost.contains($0.column) }
            // The inverses were changed for a reference that is discarded now.
            listsAreStale = layout.keys.contains { lost.contains($0.column) }
        }
        if scope.policy == .overwrite {
            merged = try scope.values(of: model, table).map {
                ColumnChange(column: $0.0, old: nil, new: $0.1)
            }
        }
        let written = merged.compactMap { change -> ColumnChange? in
            if row[change.column] == change.new { return nil }
            return ColumnChange(column: change.column, old: row[change.column], new: change.new)
        }
        return UpdatePlan(
            action: .write(written), isRestored: true, listsAreStale: listsAreStale,
            replaced: scope.policy == .mergeByPropertyStoreTrump ? [] : conflicting)
    }

    /// Decides about a changed object whose record was deleted externally.
    private func planForDeletedRecord(_ record: Int64, _ layout: EntityLayout) throws -> UpdatePlan {
        switch scope.policy {
        case .error, .mergeByPropertyObjectTrump:
            throw ModelDataError.recordGone(model: layout.name, record: record)
        case .mergeByPropertyStoreTrump, .rollback:
            return UpdatePlan(action: .takeStored, isDeleted: true)
        case .overwrite: return UpdatePlan(action: .reinsert)
        }
    }

    /// Returns a plan without the one-to-one references for which the store's value wins.
    private func keepingStoredReferences(
        _ plan: UpdatePlan, of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> UpdatePlan {
        guard case .write(let changes) = plan.action else { return plan }
        let references = OneToOneReferences(scope: scope)
        let rest = try changes.filter { change in
            guard case .key(let relationship) = table.layout.columns[change.column].role else { return true }
            return try !references.keepsStored(
                relationship, change.new, except: model._$state.record, table)
        }
        if rest.count == changes.count { return plan }
        return UpdatePlan(
            action: scope.policy == .rollback ? .takeStored : .write(rest), isRestored: true,
            listsAreStale: true)
    }
}
