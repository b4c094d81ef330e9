extension ModelContext {
    /// Whether another context or process changed the store since this was last asked.
    ///
    ///     if try context.storeChangedElsewhere() { try redraw() }
    ///
    /// When it did, objects get the store's values in the properties that have no unsaved changes, and
    /// objects whose records are gone are marked as deleted. Fetches and saves do the same when they come
    /// upon changes. Asking costs a few microseconds. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when the store can't be read.
    public func storeChangedElsewhere() throws -> Bool {
        var hasNews = false
        for session in try allSessions() where try session.connection.perform({ _ in try session.hasNews() })
        {
            hasNews = true
            try follow(session)
        }
        return hasNews
    }

    /// Looks whether others changed the stores, and brings the objects in step when they did; says so.
    @discardableResult
    func followStores() throws -> Bool {
        var hasNews = false
        for session in try allSessions() {
            try session.connection.perform { connection in
                _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
                session.noteForeignChanges()
            }
            if session.mustFollow { hasNews = true }
            try follow(session)
        }
        return hasNews
    }

    /// Brings the objects in step with what others did to a store, if a statement has noticed anything.
    func follow(_ session: StoreSession) throws {
        try session.connection.perform { connection in
            session.noteForeignChanges()
            if !session.mustFollow { return }
            // All that is read here must be of one moment.
            let isOwn = !connection.isInTransaction
            if isOwn { try connection.execute("BEGIN") }
            defer { if isOwn { try? connection.execute("COMMIT") } }
            switch try session.news() {
            case .nothing: break
            case .records(let records): follow(records, session)
            case .anything:
                let tables = openTables.filter { $0.session === session }
                for table in tables {
                    for state in table.states where state.epoch != session.epoch { follow(state, table) }
                }
                releaseGone(tables)
                for table in tables { unloadLinks(table) { _ in true } }
            }
        }
    }

    /// Brings objects in step with the records that others changed.
    private func follow(_ changed: [String: Set<Int64>], _ session: StoreSession) {
        let tables = openTables.filter { $0.session === session }
        var isDeletion = false
        for table in tables {
            for record in changed[table.layout.name] ?? [] {
                if let state = table.state(record) { isDeletion = !follow(state, table) || isDeletion }
            }
        }
        if isDeletion { releaseGone(tables) }
        // A list on one side is made of the keys on the other one, or of pairs.
        for table in tables {
            unloadLinks(table) { relationship in
                if let join = relationship.join { return changed[join.name] != nil }
                return kindNames(of: relationship.target).contains { changed[$0] != nil }
            }
        }
    }

    /// Brings one object in step with its record; false when that is gone.
    @discardableResult
    private func follow(_ state: ModelState, _ table: RegisteredTable) -> Bool {
        guard let model = state.model else { return true }
        // What is to be overwritten as a whole isn't mixed.
        if state.hasChanges { return mergePolicy == .overwrite || merge(model, state, table) }
        if reload(model, state, table) { return true }
        state.detach(as: .deleted)
        return false
    }

    /// Brings the properties of a changed object that have no unsaved changes in step with its record. The
    /// others are a matter of the next save, which finds the object as it was.
    private func merge(_ model: any PersistentModel, _ state: ModelState, _ table: RegisteredTable) -> Bool {
        let epoch = state.epoch
        let own = state.changed.columns.filter { table.layout.columns[$0].isValue }.map { column in
            (column: column, value: try? model._$stored(column))
        }
        // A value that can't be encoded couldn't be put back.
        if own.contains(where: { $0.value == nil }) { return true }
        let isThere = reload(model, state, table)
        for case (let column, let value?) in own { try? model._$restore(column, from: value) }
        state.epoch = epoch
        return isThere
    }

    /// Lets go of objects that are gone and that others still relate to.
    private func releaseGone(_ tables: [RegisteredTable]) {
        for table in tables {
            let keys = table.layout.keys.map(\.relationship)
            for state in keys.isEmpty ? [] : table.states {
                guard let model = state.model, let links = state.graph else { continue }
                let isStale = keys.contains { relationship in
                    links.links[relationship.index].isLoaded && !state.changed.contains(relationship.column)
                        && model._$relate(relationship.column, .read).first?._$state.phase == .deleted
                }
                if isStale { follow(state, table) }
            }
        }
    }

    /// Has lists of objects read from the store again; what was added to them and taken from them stays so.
    func unloadLinks(_ table: RegisteredTable, where isStale: (RelationshipShape) -> Bool = { _ in true }) {
        let loose = table.layout.shape.relationships.filter { !$0.holdsKey && isStale($0) }
        if loose.isEmpty { return }
        for model in table.models {
            for relationship in loose { model._$state.unload(model, relationship) }
        }
    }
}
