extension ModelContext {
    /// Returns whether another context or process has changed the store since the last call.
    ///
    /// ```swift
    /// if try context.storeChangedElsewhere() { try redraw() }
    /// ```
    ///
    /// This method also merges these changes. Properties without unsaved changes get the store's values, and
    /// objects whose records are gone leave the context. Fetches and saves do the same when they find
    /// external changes. A call without changes takes a few microseconds. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func storeChangedElsewhere() throws -> Bool {
        var hasChanged = false
        for session in try allSessions()
        where try session.connection.perform({ _ in try session.hasExternalChanges() }) {
            hasChanged = true
            try ExternalChangeMerger(self).merge(session)
        }
        return hasChanged
    }

}
