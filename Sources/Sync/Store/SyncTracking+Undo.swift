import ModelData

/// Marks an undo or a redo in the sync metadata, which then differs from that of an edit.
extension SyncTracking {
    /// Runs an undo. The records that it deletes are deleted on other devices only if no other device changed or uses
    /// them. An import may add them again.
    ///
    /// ```swift
    /// let models: [any Synchronizable.Type] = [Destination.self, Sight.self]
    /// let step = try SyncTracking.undoing(context, models: models) { try context.undoLastTransaction() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: A context of the store, without an open transaction.
    ///   - models: All models of the store that are synchronized.
    ///   - work: Undoes a step. Returns `nil` without a step.
    /// - Returns: The result of the work. If it is `nil`, nothing is written.
    /// - Throws: The error of the work, after a rollback, and ModelData's errors.
    public static func undoing<Result>(
        _ context: ModelContext, models: [any Synchronizable.Type], _ work: () throws -> Result?
    ) throws -> Result? {
        try runReversal(context, models, .undoing, work)
    }

    /// Runs a redo. The records that it re-creates have their old clocks, so that later changes of other devices stay.
    /// Values of an import still count as such.
    ///
    /// ```swift
    /// let models: [any Synchronizable.Type] = [Destination.self, Sight.self]
    /// let step = try SyncTracking.redoing(context, models: models) { try context.redoLastTransaction() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: A context of the store, without an open transaction.
    ///   - models: All models of the store that are synchronized.
    ///   - work: Redoes a step. Returns `nil` without a step.
    /// - Returns: The result of the work. If it is `nil`, nothing is written.
    /// - Throws: The error of the work, after a rollback, and ModelData's errors.
    public static func redoing<Result>(
        _ context: ModelContext, models: [any Synchronizable.Type], _ work: () throws -> Result?
    ) throws -> Result? {
        try runReversal(context, models, .redoing, work)
    }

    /// Runs work in a transaction with a mode. Without triggers, only runs the work.
    private static func runReversal<Result>(
        _ context: ModelContext, _ models: [any Synchronizable.Type], _ mode: SyncMode,
        _ work: () throws -> Result?
    ) throws -> Result? {
        guard let first = models.first,
            try context.withSQLReadAccess(to: first, { try SyncSchemaState($0).hasTriggers })
        else { return try work() }
        func activate(_ mode: SyncMode) throws {
            try context.withSQLAccess(to: first) { database in
                try mode.activate(in: database)
            }
        }
        try context.beginTransaction()
        do {
            try activate(mode)
            guard let result = try work() else {
                context.rollbackTransaction()
                return nil
            }
            try activate(.user)
            try context.commitTransaction()
            return result
        } catch {
            context.rollbackTransaction()
            throw error
        }
    }
}
