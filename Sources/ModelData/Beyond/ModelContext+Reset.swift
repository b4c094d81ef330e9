extension ModelContext {
    /// Forgets all objects and all unsaved changes.
    ///
    ///     context.reset()
    ///
    /// The objects keep their last values and belong to no context any more. An open transaction stays
    /// open. Not in SwiftData; mirrors Core Data's `reset()`.
    public func reset() {
        let models = pending.all
        pending.removeAll()
        deferredError = nil
        forgetDoomed()
        undoManager?.removeAllActions()
        noteActivity()
        unswept.removeAll()
        orphans.removeAll()
        takenBack.removeAll()
        for model in models {
            model._$state.detach(as: .transient)
            model._$state.releaseLinks(model)
        }
        for table in openTables { table.detachAll() }
    }

    /// Ends the context's connections and forgets all objects, as ``reset()`` does.
    ///
    ///     try context.close()
    ///
    /// When the last connection of all processes ends, the store is a single file again; a program that
    /// ends without it leaves its last changes in a file beside the store, where they are safe and the
    /// next one finds them. An open transaction is rolled back. The context can be used again. Not in
    /// SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when SQLite can't close the store.
    public func close() throws {
        rollbackTransaction()
        reset()
        try closeSessions()
    }

    /// The object of the record that has a number; nil when there is none.
    ///
    ///     let book = try context.object(Book.self, number: 12)
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - number: the record's number, as ``PersistentIdentifier/recordNumber`` has it.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Not in SwiftData.
    public func object<T: PersistentModel>(_ type: T.Type, number: Int64) throws -> T? {
        let table = try table(for: T.self)
        let identifier = PersistentIdentifier(origin: table.layout.origin, number: number)
        guard let object = try object(for: identifier, as: T.self), !object.isDeleted else { return nil }
        return object
    }
}
