/// Merges external changes of the stores into the objects of a context.
struct ExternalChangeMerger {
    private let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    /// Merges external changes in all stores.
    ///
    /// - Returns: Whether there were any external changes.
    @discardableResult
    func mergeAll() throws -> Bool {
        var hasChanged = false
        for session in try context.allSessions() where try mergeLatest(session) { hasChanged = true }
        return hasChanged
    }

    /// Reads from a store, which notices external changes, and merges them.
    ///
    /// - Returns: Whether there were any external changes.
    @discardableResult
    func mergeLatest(_ session: ContextSession) throws -> Bool {
        // Contexts of a store in memory share their connection, so another thread may be using it.
        try session.connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            session.noteExternalChanges()
        }
        let hasChanged = session.hasUnmergedChanges
        try merge(session)
        return hasChanged
    }

    /// Merges the external changes of a store, if an earlier statement has noticed any.
    func merge(_ session: ContextSession) throws {
        try session.connection.perform { connection in
            session.noteExternalChanges()
            if !session.hasUnmergedChanges { return }
            // Use one transaction, so that all reads below see the same state of the store.
            let isOwn = !connection.isInTransaction
            if isOwn { try connection.execute("BEGIN") }
            defer { if isOwn { try? connection.execute("COMMIT") } }
            let refresh = ObjectRefresh(context: context, session: session)
            switch try session.externalChanges() {
            case .none: break
            case .records(let records): refresh.refresh(records)
            case .unknown: refresh.refreshAll()
            }
        }
    }
}
