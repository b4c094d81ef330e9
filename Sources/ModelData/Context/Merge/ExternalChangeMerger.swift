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

/// Refreshes a context's objects after the records of a store were changed, but not by a save of the context.
struct ObjectRefresh {
    let context: ModelContext
    let session: ContextSession

    private var tables: [RegisteredTable] { context.registry.openTables.filter { $0.session === session } }

    /// Refreshes all objects, because any record may have changed.
    func refreshAll() {
        let tables = tables
        for table in tables {
            for state in table.states where state.epoch != session.epoch { refresh(state, table) }
        }
        releaseGone(tables)
        for table in tables { table.unloadLists() }
    }

    /// Refreshes the objects of changed records.
    ///
    /// - Parameter changed: The changed records of models and join tables.
    /// - Returns: The objects whose records are gone.
    @discardableResult
    func refresh(_ changed: [String: Set<Int64>]) -> [any PersistentModel] {
        let tables = tables
        var gone: [any PersistentModel] = []
        for table in tables {
            for record in changed[table.layout.name] ?? [] {
                guard let state = table.state(record), let model = state.model else { continue }
                if !refresh(state, table) { gone.append(model) }
            }
        }
        if !gone.isEmpty { releaseGone(tables) }
        // Unload the lists for which a foreign key on the other side, or the join table, was changed.
        for table in tables {
            table.unloadLists { relationship in
                if let join = relationship.join { return changed[join.name] != nil }
                return context.registry.kindNames(of: relationship.target).contains { changed[$0] != nil }
            }
        }
        return gone
    }

    /// Refreshes one object from its record.
    ///
    /// - Returns: False if the record is gone.
    @discardableResult
    private func refresh(_ state: ModelState, _ table: RegisteredTable) -> Bool {
        guard let model = state.model else { return true }
        // With `.overwrite`, the save replaces the whole record, so nothing is merged into the object.
        if state.hasChanges { return context.mergePolicy == .overwrite || merge(model, state, table) }
        if table.refresh(model, state) { return true }
        state.detach(as: .deleted)
        return false
    }

    /// Refreshes the properties of a changed object that have no unsaved changes.
    ///
    /// The changed properties keep their values. The next save checks these properties for conflicts, so
    /// `epoch` must still show when the object was read before.
    private func merge(_ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable) -> Bool {
        let epoch = state.epoch
        let own = state.unsaved.columns.columns.filter { table.layout.columns[$0].isValue }.map { column in
            (column: column, value: try? model._$stored(column))
        }
        // If a changed value can't be encoded, it couldn't be restored after the reload, so don't reload.
        if own.contains(where: { $0.value == nil }) { return true }
        let isThere = table.refresh(model, state)
        for case (let column, let value?) in own { try? model.restore(column, from: value) }
        state.epoch = epoch
        return isThere
    }

    /// Refreshes objects that still refer to objects whose records are gone.
    private func releaseGone(_ tables: [RegisteredTable]) {
        for table in tables {
            let keys = table.layout.keys.map(\.relationship)
            for state in keys.isEmpty ? [] : table.states {
                guard let model = state.model, let links = state.links else { continue }
                let isStale = keys.contains { relationship in
                    links[relationship.index].isLoaded
                        && !state.unsaved.columns.contains(relationship.column)
                        && model._$target(relationship.column)?._$state.phase == .deleted
                }
                if isStale { refresh(state, table) }
            }
        }
    }
}

/// What a save does with a record that another context or process has changed, or with a unique value that
/// already exists.
///
/// A one-to-one relationship counts as a property. If another context has given the related object to another
/// record, both sides were changed. If the object's values win, the other record loses the related object.
///
/// The cases have the names of Core Data's merge policies. Not in SwiftData.
public enum MergePolicy: Sendable, Hashable {
    /// The save throws ``ModelDataError/conflict(model:record:properties:)``, or another ``ModelDataError``
    /// for a unique value or a deleted record.
    case error
    /// Properties that were changed on both sides keep the store's values.
    case mergeByPropertyStoreTrump
    /// Properties that were changed on both sides get the object's values.
    case mergeByPropertyObjectTrump
    /// The whole record gets the object's values.
    case overwrite
    /// The whole object gets the store's values, and its unsaved changes are lost.
    case rollback
}
