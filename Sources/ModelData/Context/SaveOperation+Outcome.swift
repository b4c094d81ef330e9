extension SaveOperation {
    /// The identifiers of what was written; to be asked once the objects know.
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
        for group in groups { result.deleted += group.doomed.sorted().map { identifier(group.table, $0) } }
        return result
    }

    func identifier(_ table: RegisteredTable, _ record: Int64) -> PersistentIdentifier {
        PersistentIdentifier(origin: table.layout.origin, number: record)
    }

    /// Tells the objects what became of them.
    func finish() {
        for model in deleted {
            model._$state.detach(as: .deleted)
            model._$state.releaseLinks(model)
        }
        for state in updated {
            state.clearChanges()
            state.epoch = session.epoch
            state.settleLinks()
        }
        for (model, table, record) in inserted {
            table.register(model, model._$state, record: record)
            model._$state.settleLinks()
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
        let heirs = replaced.compactMap { model, table, record in
            table.state(record)?.model.map { (of: model, heir: $0) }
        }.filter { $0.of !== $0.heir }
        if !heirs.isEmpty { bequeath(heirs) }
        for (model, table, record) in replaced {
            if let known = table.state(record)?.model, known !== model {
                known._$state.clearChanges()
                refresh(known, table, record)
                model._$state.become(twinOf: known, record: record)
                table.context.noteTwin(model)
            } else {
                table.register(model, model._$state, record: record)
                refresh(model, table, record)
            }
        }
        if listsAreStale, let context = (restored.first?.1 ?? released.first?.0)?.context {
            for table in context.openTables where table.session === session { context.unloadLinks(table) }
        }
    }

    /// Has those that are related to objects which gave their values to others be related to these.
    private func bequeath(_ heirs: [(of: any PersistentModel, heir: any PersistentModel)]) {
        let heirs = Dictionary(heirs.map { (ObjectIdentifier($0.of), $0.heir) }) { first, _ in first }
        let written = inserted.map(\.0) + updated.compactMap { $0.model }
        for model in written {
            guard let links = model._$state.graph else { continue }
            for relationship in links.shape.relationships where links[relationship.index].isLoaded {
                let elements = model._$relate(relationship.column, .read)
                guard let element = elements.first(where: { heirs[ObjectIdentifier($0)] != nil }) else {
                    continue
                }
                if relationship.isToMany {
                    model._$state.unload(model, relationship)
                } else if let heir = heirs[ObjectIdentifier(element)] {
                    model._$relate(relationship.column, .set([heir]))
                }
            }
        }
    }

    /// Reads the record again, or where it can't be read leaves that for when it is next asked for.
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
            state.setMissing(ColumnSet())
            state.reloadLinks(model, row, table.layout)
            state.epoch = session.epoch
        } catch {
            state.leaveUnread(table)
        }
    }
}
