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
        for model in models { model._$state.detach(as: .transient) }
        for table in openTables { table.detachAll() }
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
