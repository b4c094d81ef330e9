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
