extension ModelContext {
    /// Saves pending deletions from some tables. Call it before records in these tables are written without
    /// objects.
    ///
    /// Otherwise the save that writes the deletions would also delete the new records. Outside a
    /// transaction the deletions can't be saved here, because the program hasn't called ``save()``.
    ///
    /// - Parameter tables: The quoted names of the tables.
    /// - Returns: Whether there were pending deletions.
    /// - Throws: ``ModelDataError/unsavedChanges`` if there are pending deletions and no transaction is
    ///   open; the errors of ``save()``.
    @discardableResult
    func writePendingDeletions(in tables: Set<String>) throws -> Bool {
        // Apply pending cascades first, because they can add deletions in these tables.
        try applyPendingCascades()
        let hasAny =
            changes.tablesWithRowDeletions.contains { tables.contains($0.layout.table) }
            || changes.pending.contains { model in
                let state = model._$state
                guard state.phase == .deleting, let table = state.layout?.table else { return false }
                return tables.contains(table)
            }
        if !hasAny { return false }
        guard isInTransaction else { throw ModelDataError.unsavedChanges }
        try save()
        return true
    }
}
