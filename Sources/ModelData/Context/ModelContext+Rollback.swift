extension ModelContext {
    /// Discards all unsaved changes: inserted objects leave the context, and others get their earlier
    /// values.
    ///
    /// Mirrors SwiftData's `rollback()`.
    public func rollback() {
        graph.endLoans()
        let models = changes.discardAll()
        deferredError = nil
        graph.missingRequiredTargets.removeAll()
        undoManager?.removeAllActions()
        // The note belonged to changes that no longer exist.
        if openTransaction == nil { transactionNote = nil }
        autosave.noteActivity()
        var discardedInsertions: [any PersistentModel] = []
        for model in models {
            let state = model._$state
            switch state.phase {
            case .inserted:
                state.detach(as: .transient)
                discardedInsertions.append(model)
            case .saved: EarlierValues(model: model, state: state, context: self).restore()
            case .deleting:
                state.phase = .saved
                state.hasCascaded = false
                EarlierValues(model: model, state: state, context: self).restore()
            case .transient, .deleted, .alias: break
            }
        }
        if models.contains(where: { $0._$state.links != nil }) {
            // Relationships that were read with unsaved changes are outdated now.
            for table in registry.openTables { table.unloadLists() }
        }
        for model in discardedInsertions { LinkEnds(model).keepConsistent() }
    }

}

/// Gives an object the values before its unsaved changes.
private struct EarlierValues {
    let model: any PersistentModel
    let state: ModelState
    let context: ModelContext

    func restore() {
        let originals = state.unsaved.originals
        state.unsaved.clear()
        var isComplete = true
        for original in originals where !restoreLink(original) {
            guard let value = original.value, (try? model._$restore(original.column, from: value)) != nil
            else {
                isComplete = false
                continue
            }
        }
        guard let table = state.table, !isComplete || state.epoch != table.session.epoch else { return }
        // After external changes, the object's earlier values aren't the stored ones.
        if !table.refresh(model, state) { state.detach(as: .deleted) }
    }

    /// Restores a relationship; returns false for a value.
    private func restoreLink(_ original: UnsavedChanges.Original) -> Bool {
        guard let layout = state.layout else { return false }
        var number: Int64 = 0
        if case .integer(let stored)? = original.value { number = stored }
        switch layout.columns[original.column].role {
        case .value: return false
        case .key(let relationship): LinkEnd(model, state, relationship).refer(to: number)
        case .order(let relationship): state.links?[relationship.index].order = number
        case .withoutColumn(let relationship): LinkEnd(model, state, relationship).unload()
        }
        return true
    }
}
