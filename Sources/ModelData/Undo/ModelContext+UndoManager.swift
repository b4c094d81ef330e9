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
            if model._$state.phase == .twin { return }
            model._$state.setBack(model, relationship, old)
        }
    }

    func recordInsertion<T: PersistentModel>(of model: T) {
        undoManager?.registerUndo(withTarget: self) { context in
            // The record of a twin was there before.
            if model._$state.phase != .twin { context.takeBack(model) }
        }
    }

    /// Remembers that a deleted object is kept after all.
    func recordReturn<T: PersistentModel>(of model: T) {
        undoManager?.registerUndo(withTarget: self) { $0.delete(model) }
    }

    func recordDeletion<T: PersistentModel>(of model: T) {
        guard let undoManager else { return }
        let related = related(of: model)
        undoManager.registerUndo(withTarget: self) { $0.revive(model, related) }
    }

    /// All that an object is related to. One that is gone lets go of single objects, so that they can go away, and
    /// may be related to others before its deletion is taken back.
    private func related(
        of model: any PersistentModel
    ) -> [(relationship: RelationshipShape, elements: [any PersistentModel])] {
        let state = model._$state
        guard let links = state.links(of: model) else { return [] }
        return links.shape.relationships.compactMap { relationship in
            state.fill(model, relationship.column)
            guard links[relationship.index].isLoaded else { return nil }
            return (relationship, model._$relate(relationship.column, .read))
        }
    }

    /// Deletes an object whose insertion is taken back.
    private func takeBack<T: PersistentModel>(_ model: T) {
        if model._$state.context === self { takenBack.append(model) }
        delete(model)
    }

    /// Takes out of objects whose insertion was taken back what isn't theirs any more: they may have been related to
    /// it before they were inserted, when there was nothing to remember it with. The rules of their deletion are for
    /// what is still theirs.
    func releaseTakenBack() {
        let models = takenBack.filter(\.isDeleted)
        takenBack.removeAll()
        for model in models {
            let state = model._$state
            guard let links = state.links(of: model) else { continue }
            for relationship in links.shape.relationships where !relationship.isRequired {
                // Where the other side knows nothing, what is taken back has no part in it.
                if relationship.inverse == nil { state.fill(model, relationship.column) }
                guard links[relationship.index].isLoaded else { continue }
                let present = model._$relate(relationship.column, .read)
                let kept = present.filter { element in
                    let phase = element._$state.phase
                    if phase != .saved, phase != .inserted { return true }
                    guard let inverse = relationship.inverse else { return false }
                    return ModelState.refers(element, inverse, to: model)
                }
                if kept.count == present.count { continue }
                state.noteLink(model, relationship)
                state.replaceLinks(model, relationship, kept)
            }
        }
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
    ///
    /// - Parameter related: what it was related to. The other sides have ways back of their own.
    private func revive<T: PersistentModel>(
        _ model: T, _ related: [(relationship: RelationshipShape, elements: [any PersistentModel])]
    ) {
        let state = model._$state
        let record = state.phase == .deleted ? state.record : 0
        for (relationship, elements) in related {
            let present = model._$relate(relationship.column, .read)
            if state.isAlive, ListDifference(present, elements).isEmpty { continue }
            state.noteLink(model, relationship)
            state.replaceLinks(model, relationship, elements)
        }
        insert(model, isRevival: true)
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
