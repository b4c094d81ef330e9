extension SaveOperation {
    /// Returns the identifiers of the changed records. Call it after ``finish()``.
    func changes(of groups: [Group]) -> SavedChanges {
        var result = SavedChanges()
        result.inserted = inserted.map { identifier($0.1, $0.record) }
        result.updated = updated.compactMap { state in
            state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        var known: Set<PersistentIdentifier> = []
        if !replaced.isEmpty || !released.isEmpty { known = Set(result.inserted).union(result.updated) }
        for (table, record) in released where known.insert(identifier(table, record)).inserted {
            result.updated.append(identifier(table, record))
        }
        for (_, table, record) in replaced where known.insert(identifier(table, record)).inserted {
            result.updated.append(identifier(table, record))
        }
        result.deleted = deleted.compactMap { model in
            let state = model._$state
            return state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        for group in groups {
            result.deleted += group.pendingRowDeletions.sorted().map { identifier(group.table, $0) }
        }
        return result
    }

    func identifier(_ table: RegisteredTable, _ record: Int64) -> PersistentIdentifier {
        PersistentIdentifier(origin: table.layout.origin, number: record)
    }

    /// Updates the objects after the save.
    func finish() {
        for model in deleted {
            model._$state.detach(as: .deleted)
            model._$state.releaseLinks(model)
        }
        for state in updated {
            state.clearChanges()
            state.epoch = session.epoch
            state.discardLinkEdits()
        }
        for (model, table, record) in inserted {
            table.register(model, model._$state, record: record)
            model._$state.discardLinkEdits()
        }
        for (model, column) in stamped { try? model._$restore(column, from: now) }
        for (model, table) in kept {
            model._$state.phase = .saved
            refresh(model, table, model._$state.record)
        }
        for (model, _, _) in inserted { model._$state.clearChanges() }
        for (table, record) in released {
            if let model = table.state(record)?.model { refresh(model, table, record) }
        }
        for (model, table) in restored { refresh(model, table, model._$state.record) }
        let merged = replaced.compactMap { model, table, record in
            table.state(record)?.model.map { (of: model, canonical: $0) }
        }.filter { $0.of !== $0.canonical }
        if !merged.isEmpty { repointRelationships(merged) }
        for (model, table, record) in replaced {
            if let known = table.state(record)?.model, known !== model {
                known._$state.clearChanges()
                refresh(known, table, record)
                model._$state.becomeAlias(of: known, record: record)
                table.registry.context?.noteAlias(model)
            } else {
                table.register(model, model._$state, record: record)
                refresh(model, table, record)
            }
        }
        if listsAreStale, let context = (restored.first?.1 ?? released.first?.0)?.registry.context {
            for table in context.openTables where table.session === session { context.unloadLinks(table) }
        }
    }

    /// Repoints relationships from aliases to the canonical objects that absorbed their values.
    private func repointRelationships(_ merged: [(of: any PersistentModel, canonical: any PersistentModel)]) {
        let merged = Dictionary(merged.map { (ObjectIdentifier($0.of), $0.canonical) }) { first, _ in first }
        let written = inserted.map(\.0) + updated.compactMap { $0.model }
        for model in written {
            guard let links = model._$state.graph else { continue }
            for relationship in links.shape.relationships where links[relationship.index].isLoaded {
                let elements = model._$relate(relationship.column, .read)
                guard let element = elements.first(where: { merged[ObjectIdentifier($0)] != nil }) else {
                    continue
                }
                if relationship.isToMany {
                    model._$state.unload(model, relationship)
                } else if let canonical = merged[ObjectIdentifier(element)] {
                    model._$relate(relationship.column, .set([canonical]))
                }
            }
        }
    }

    /// Reads the record again. If it can't be read, the next access tries again.
    func refresh(_ model: any PersistentModel, _ table: RegisteredTable, _ record: Int64) {
        let state = model._$state
        state.clearChanges()
        do {
            let statement = try connection.statement(table.rowSQL)
            statement.binder.bind(record, 0)
            defer { statement.reset() }
            guard try statement.step() else { return }
            let row = ModelRow(statement: statement.handle)
            try model._$reload(from: row)
            state.setUnreadColumns(ColumnSet())
            state.reloadLinks(model, row, table.layout)
            state.epoch = session.epoch
        } catch {
            state.markUnread(table)
        }
    }
}
