import Foundation

extension ModelContext {
    /// Remembers the value that a property has, as it is about to change.
    func recordUndo(
        of model: any PersistentModel, _ state: ModelState, _ column: Int, _ old: StoredValue?
    ) {
        // A value that can't be encoded was never saved, and can't come back.
        guard let undoManager, let old else { return }
        undoManager.registerUndo(withTarget: self) { context in
            context.setBack(model, column, to: old)
        }
    }

    /// Remembers what an object is related to, as that is about to change.
    func recordUndo(
        of model: any PersistentModel, _ relationship: RelationshipShape, _ old: [any PersistentModel]
    ) {
        undoManager?.registerUndo(withTarget: self) { _ in
            model._$state.setBack(model, relationship, old)
        }
    }

    func recordInsertion<T: PersistentModel>(of model: T) {
        undoManager?.registerUndo(withTarget: self) { $0.delete(model) }
    }

    func recordDeletion<T: PersistentModel>(of model: T) {
        undoManager?.registerUndo(withTarget: self) { $0.revive(model) }
    }

    /// Gives a property an earlier value, as a change like any other.
    private func setBack(_ model: any PersistentModel, _ column: Int, to value: StoredValue) {
        let state = model._$state
        state.note(model, column: column) { try model._$stored(column) }
        try? model._$restore(column, from: value)
        guard state.phase == .saved,
            state.originals.contains(where: { $0.column == column && $0.value == value })
        else { return }
        // What the store has is no change.
        state.changed.remove(column)
        state.originals.removeAll { $0.column == column }
        if state.changed.isEmpty { pending.remove(state) }
    }

    /// Makes a deleted object part of the context again, under the number that its record had.
    private func revive<T: PersistentModel>(_ model: T) {
        let state = model._$state
        let record = state.phase == .deleted ? state.record : 0
        state.regainLinks(model, evenGone: true)
        insert(model)
        if record > 0 { state.revived = record }
    }
}

extension SaveOperation {
    /// Inserts an object whose deletion was taken back, with the number that its record had; false when
    /// that is in use again.
    mutating func insertRevived(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Bool {
        let record = model._$state.revived
        let connection = session.connection
        if try connection.value(
            "SELECT 1 FROM \(table.layout.table) WHERE _id = ?", .integer(record)) != nil
        {
            return false
        }
        // The columns keep their places; the number comes after them.
        let layout = table.layout
        let stored = layout.columns.indices.filter { layout.columns[$0].isStored }
        let names = stored.map { layout.columns[$0].quoted } + ["_id"]
        let marks = (stored + [layout.columns.count]).map { "?\($0 + 1)" }
        let statement = try connection.statement(layout.insertion(names, marks))
        try model._$bind(to: statement.binder)
        if !layout.keys.isEmpty { try bindKeys(model, table, statement.binder) }
        for column in layout.derivedColumns { try stamp(model, column, statement.binder) }
        statement.binder.bind(record, layout.columns.count)
        try statement.run()
        return true
    }
}
