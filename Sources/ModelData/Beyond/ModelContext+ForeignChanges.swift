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

    /// Looks whether others changed the stores, and brings the objects in step when they did.
    func followStores() throws {
        for session in try allSessions() {
            guard try session.connection.perform({ _ in try session.mustFollow() }) else { continue }
            for table in openTables where table.session === session { refresh(table) }
        }
    }

    /// Brings the objects of a model that aren't changed here in step with the store.
    func refresh(_ table: RegisteredTable) {
        for state in table.states where state.epoch != table.session.epoch && !state.hasChanges {
            guard let model = state.model else { continue }
            if !reload(model, state, table) { state.detach(as: .deleted) }
        }
    }
}
