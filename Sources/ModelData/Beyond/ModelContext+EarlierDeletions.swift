extension ModelContext {
    /// Has the deletions of records that were asked for before written before others are written to the same tables
    /// without objects, since the save that writes them would take those along. Outside of a transaction nobody has
    /// asked for that save yet.
    ///
    /// - Parameter tables: the quoted names of the tables.
    /// - Returns: whether there were any.
    /// - Throws: ``ModelDataError/unsavedChanges`` when there are any and no transaction is open; what ``save()`` throws.
    @discardableResult
    func writeEarlierDeletions(in tables: Set<String>) throws -> Bool {
        // What a deletion takes along may be of these tables too.
        try sweepDeletions()
        let hasAny =
            doomedTables.contains { tables.contains($0.layout.table) }
            || pending.contains { model in
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
