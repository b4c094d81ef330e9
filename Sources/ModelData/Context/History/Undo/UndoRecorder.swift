/// Registers the changes of a context with its undo manager.
struct UndoRecorder {
    // A recorder lives as long as a call, whose caller retains the context. With a strong reference, the optimiser warns
    // that the manager's weak reference is always nil.
    private unowned let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    private func register(_ undo: @escaping (UndoRecorder) -> Void) {
        context.undoManager?.registerUndo(withTarget: context) { undo(UndoRecorder($0)) }
    }

    /// Registers the old value of a property that is about to change.
    func recordChange(of model: any PersistentModel, _ column: Int, _ old: StoredValue?) {
        // A value that can't be encoded was never saved and can't be restored.
        if let old { register { $0.restoreValue(model, column, to: old) } }
    }

    /// Registers the old objects of a relationship that is about to change.
    func recordChange(of end: LinkEnd, _ old: [any PersistentModel]) {
        register { _ in
            if end.state.phase != .alias { RelationshipGraph.restore(end, old) }
        }
    }

    func recordInsertion<T: PersistentModel>(of model: T) {
        register { recorder in
            // The record of an alias existed before the insertion, so don't delete it.
            if model._$state.phase != .alias { recorder.undoInsertion(model) }
        }
    }

    /// Registers that the deletion of an object was cancelled.
    func recordDeletionCancelled<T: PersistentModel>(of model: T) {
        register { $0.context.delete(model) }
    }

    func recordDeletion<T: PersistentModel>(of model: T) {
        if context.undoManager == nil { return }
        let related = related(of: model)
        register { $0.undoDeletion(model, related) }
    }

    /// Returns all related objects of an object that is being deleted.
    ///
    /// They must be saved for undo: the deletion sets to-one relationships to nil, and the relationships may
    /// change further before the deletion is undone.
    private func related(
        of model: any PersistentModel
    ) -> [(relationship: RelationshipShape, elements: [any PersistentModel])] {
        let state = model._$state
        guard let links = ObjectLinks.of(model, state) else { return [] }
        return links.shape.relationships.compactMap { relationship in
            state.load(model, relationship.column)
            guard links[relationship.index].isLoaded else { return nil }
            return (relationship, model._$relate(relationship.column, .read))
        }
    }

    /// Deletes an object whose insertion is undone.
    private func undoInsertion<T: PersistentModel>(_ model: T) {
        if model._$state.context === context { context.changes.undoneInsertions.append(model) }
        context.delete(model)
    }

    /// Removes related objects from objects whose insertion was undone, unless the related objects still
    /// refer to them.
    ///
    /// Relationships that were set before the insertion aren't registered for undo, so undo doesn't reset
    /// them. But the delete rules must apply only to objects that still belong to the deleted object.
    func releaseUndoneInsertions() {
        let models = context.changes.undoneInsertions.filter(\.isGone)
        context.changes.undoneInsertions.removeAll()
        for model in models {
            let state = model._$state
            guard let links = ObjectLinks.of(model, state) else { continue }
            for relationship in links.shape.relationships where !relationship.isRequired {
                // Without an inverse, related objects can't refer to the object, so all are removed. Load
                // them first.
                if relationship.inverse == nil { state.load(model, relationship.column) }
                guard links[relationship.index].isLoaded else { continue }
                let present = model._$relate(relationship.column, .read)
                let kept = present.filter { element in
                    let phase = element._$state.phase
                    if phase != .saved, phase != .inserted { return true }
                    guard let inverse = relationship.inverse else { return false }
                    return LinkEnd(element, inverse).refers(to: model)
                }
                if kept.count == present.count { continue }
                LinkEnd(model, state, relationship).noteEdit()
                LinkEnd(model, state, relationship).replace(with: kept)
            }
        }
    }

    /// Sets a property to an earlier value, as an ordinary change.
    private func restoreValue(_ model: any PersistentModel, _ column: Int, to value: StoredValue) {
        let state = model._$state
        state.note(model, column: column) { try model._$stored(column) }
        try? model.restore(column, from: value)
        guard state.phase == .saved,
            state.unsaved.originals.contains(where: { $0.column == column && $0.value == value })
        else { return }
        // The property has its saved value again, so it is no longer an unsaved change.
        state.unsaved.columns.remove(column)
        state.unsaved.originals = state.unsaved.originals.filter { $0.column != column }
        if state.unsaved.columns.isEmpty { context.changes.pending.remove(state) }
    }

    /// Undoes the deletion of an object, which gets its former record number again.
    ///
    /// - Parameter related: The objects that were related to it. Changes of their own relationships have
    ///   separate undo actions.
    private func undoDeletion<T: PersistentModel>(
        _ model: T, _ related: [(relationship: RelationshipShape, elements: [any PersistentModel])]
    ) {
        let state = model._$state
        let record = state.phase == .deleted ? state.record : 0
        for (relationship, elements) in related {
            let present = model._$relate(relationship.column, .read)
            if state.phase.isAlive, present.elementsEqual(elements, by: ===) { continue }
            LinkEnd(model, state, relationship).noteEdit()
            LinkEnd(model, state, relationship).replace(with: elements)
        }
        context.insert(model, isUndoingDeletion: true)
        if record > 0 { state.reinsertedRecord = record }
    }
}
