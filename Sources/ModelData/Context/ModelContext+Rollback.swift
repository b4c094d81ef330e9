extension ModelContext {
    /// Discards all unsaved changes: inserted objects leave the context, and others get their earlier
    /// values.
    ///
    /// Mirrors SwiftData's `rollback()`.
    public func rollback() {
        let models = discardChanges()
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

    /// Forgets all unsaved changes, and returns their objects.
    private func discardChanges() -> [any PersistentModel] {
        graph.endLoans()
        deferredError = nil
        graph.missingRequiredTargets.removeAll()
        undoManager?.removeAllActions()
        return changes.discardAll()
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
            guard let value = original.value, (try? model.restore(original.column, from: value)) != nil
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

extension ModelContext {
    /// Discards all objects and all unsaved changes.
    ///
    /// The objects keep their last values and no longer belong to a context. An open transaction stays
    /// open. Not in SwiftData; mirrors Core Data's `reset()`.
    @_disfavoredOverload
    public func reset() {
        let models = discardChanges()
        autosave.noteActivity()
        FormerRecords.detach(models, as: .transient)
        registry.detachAll()
    }

    /// Unloads the lists of related objects, which are read again when they are accessed. Unsaved changes are
    /// kept.
    ///
    /// An object and the objects in its list refer to each other, so they stay in memory as long as the context.
    /// Call this method after each save of a long import; then the objects that the program doesn't hold are
    /// released. Not in SwiftData; similar to Core Data's `refreshAllObjects()`.
    public func unloadRelatedObjects() {
        for table in registry.openTables { table.unloadLists() }
    }

    /// Closes the context's connections and discards all objects, as ``reset()`` does.
    ///
    /// When the last connection of all processes is closed, the store is a single file again. A program
    /// that ends without closing leaves its last changes in a file beside the store; they are safe, and the
    /// next program that opens the store reads them. An open transaction is rolled back. The context can be
    /// used again. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if SQLite can't close the store.
    @_disfavoredOverload
    public func close() throws {
        rollbackTransaction()
        reset()
        try registry.close()
    }

    /// Returns the object with a record number; nil if there is none.
    ///
    /// ```swift
    /// let book = try context.object(Book.self, number: 12)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - number: The record number, as in ``PersistentIdentifier/recordNumber``.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Not in SwiftData.
    public func object<T: PersistentModel>(_ type: T.Type, number: Int64) throws -> T? {
        let table = try table(for: T.self)
        let identifier = table.identifier(number)
        guard let object = try object(for: identifier, as: T.self), !object.isGone else { return nil }
        return object
    }
}
