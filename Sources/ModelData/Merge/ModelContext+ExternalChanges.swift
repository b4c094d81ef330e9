extension ModelContext {
    /// Returns whether another context or process has changed the store since the last call.
    ///
    /// ```swift
    /// if try context.storeChangedElsewhere() { try redraw() }
    /// ```
    ///
    /// This method also merges these changes. Properties without unsaved changes get the store's values, and
    /// objects whose records are gone are marked as deleted. Fetches and saves do the same when they find
    /// external changes. A call without changes takes a few microseconds. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func storeChangedElsewhere() throws -> Bool {
        var hasChanged = false
        for session in try allSessions()
        where try session.connection.perform({ _ in try session.hasExternalChanges() }) {
            hasChanged = true
            try mergeExternalChanges(from: session)
        }
        return hasChanged
    }

    /// Merges external changes in all stores.
    ///
    /// - Returns: Whether there were any external changes.
    @discardableResult
    func mergeExternalChanges() throws -> Bool {
        var hasChanged = false
        for session in try allSessions() {
            try session.connection.perform { connection in
                _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
                session.noteExternalChanges()
            }
            if session.hasUnmergedChanges { hasChanged = true }
            try mergeExternalChanges(from: session)
        }
        return hasChanged
    }

    /// Merges the external changes of a store, if an earlier statement has noticed any.
    func mergeExternalChanges(from session: ContextSession) throws {
        try session.connection.perform { connection in
            session.noteExternalChanges()
            if !session.hasUnmergedChanges { return }
            // Use one transaction, so that all reads below see the same state of the store.
            let isOwn = !connection.isInTransaction
            if isOwn { try connection.execute("BEGIN") }
            defer { if isOwn { try? connection.execute("COMMIT") } }
            let merger = ExternalChangeMerger(context: self, session: session)
            switch try session.externalChanges() {
            case .none: break
            case .records(let records): merger.refresh(records)
            case .unknown: merger.refreshAll()
            }
        }
    }

    /// Unloads to-many relationships, so that they are read from the store again. Unsaved additions and
    /// removals are kept.
    func unloadLinks(_ table: RegisteredTable, where isStale: (RelationshipShape) -> Bool = { _ in true }) {
        let loose = table.layout.shape.relationships.filter { !$0.holdsKey && isStale($0) }
        if loose.isEmpty { return }
        for model in table.models {
            let state = model._$state
            for relationship in loose { LinkEnd(model, state, relationship).unload() }
        }
    }
}
