extension ModelContext {
    /// Whether another context or process changed the store since this was last asked.
    ///
    ///     if try context.storeChangedElsewhere() { try redraw() }
    ///
    /// When it did, objects without unsaved changes get the store's values, and objects whose records are
    /// gone are marked as deleted. Asking costs a few microseconds. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when the store can't be read.
    public func storeChangedElsewhere() throws -> Bool {
        var hasNews = false
        for session in try allSessions() where try session.connection.perform({ _ in try session.hasNews() })
        {
            hasNews = true
            for table in openTables where table.session === session { refresh(table) }
        }
        return hasNews
    }

    /// Has what objects are related to read from the store again, where nothing unsaved stands against it.
    func unloadLinks(_ table: RegisteredTable) {
        let loose = table.layout.shape.relationships.filter { !$0.holdsKey }
        if loose.isEmpty { return }
        for model in table.models where !model._$state.hasChanges {
            let state = model._$state
            for relationship in loose { state.unload(model, relationship) }
        }
    }

    /// Looks whether others changed the stores, and brings the objects in step when they did.
    func followStores() throws {
        for session in try allSessions() {
            guard try session.connection.perform({ _ in try session.mustFollow() }) else { continue }
            for table in openTables where table.session === session {
                refresh(table)
                unloadLinks(table)
            }
        }
    }

    /// Brings the objects of a model that aren't changed here in step with the store.
    func refresh(_ table: RegisteredTable) {
        for model in table.models {
            let state = model._$state
            guard state.epoch != table.session.epoch, !state.hasChanges else { continue }
            if !reload(model, state, table) { state.detach(as: .deleted) }
        }
    }
}
