extension ModelContext {
    /// Makes an object part of the context; it gets a record when the context is saved.
    ///
    ///     context.insert(Book(title: "Solaris"))
    ///
    /// An object whose deletion wasn't saved yet is kept after all. An object of another context, or of a
    /// model that the container doesn't have, makes the next ``save()`` throw.
    ///
    /// An object with the unique values of a record that there is already gives the record its other values, as far as
    /// ``mergePolicy`` says, and stands for that record from the save on: go on working with it. Where the context has
    /// an object of the record already, both do: what is read, changed or deleted through the new one is so through the
    /// other, and both have one ``PersistentModel/persistentModelID``. They aren't equal, and what is related to the new
    /// one is found to be related to the other.
    ///
    /// - Parameter model: the object.
    ///
    /// Mirrors SwiftData's `insert(_:)`.
    public func insert<T: PersistentModel>(_ model: T) { insert(model, isRevival: false) }

    /// - Parameter isRevival: whether the object's deletion is taken back, and so is all that it did to others.
    func insert<T: PersistentModel>(_ model: T, isRevival: Bool) {
        let state = model._$state
        switch state.phase {
        case .inserted, .saved:
            if state.context !== self {
                deferredError = ModelDataError.foreignObject(model: type(of: model)._$entityName)
            }
        case .deleting:
            guard state.context === self else {
                deferredError = ModelDataError.foreignObject(model: type(of: model)._$entityName)
                return
            }
            let isAlone = state.isSwept && !isRevival
            if isAlone { state.regainLinks(model, in: self) }
            state.phase = .saved
            state.isSwept = false
            if state.changed.isEmpty { pending.remove(state) }
            recordReturn(of: model)
            if isAlone { connect(model, state) }
        case .twin:
            if let elder = state.elder { insert(elder) }
            return
        case .transient, .deleted:
            do {
                let table = try table(for: type(of: model))
                if state.record > 0 { state.record = 0 }
                if !isRevival { state.regainLinks(model, in: self) }
                state.phase = .inserted
                state.context = self
                state.model = model
                state.layout = table.layout
                state.isSwept = false
                pending.append(model, state)
                recordInsertion(of: model)
                connect(model, state)
            } catch {
                deferredError = error
            }
        }
        noteActivity()
    }

    /// Deletes an object; its record goes when the context is saved.
    ///
    ///     context.delete(book)
    ///
    /// The object can still be read. One that was never saved is simply taken out again.
    ///
    /// - Parameter model: the object.
    ///
    /// Mirrors SwiftData's `delete(_:)`.
    public func delete<T: PersistentModel>(_ model: T) {
        let state = model._$state
        if let elder = state.elder { return delete(elder) }
        guard state.context === self else {
            if state.phase == .saved || state.phase == .inserted {
                deferredError = ModelDataError.foreignObject(model: type(of: model)._$entityName)
            }
            return
        }
        switch state.phase {
        case .inserted:
            pending.remove(state)
            state.detach(as: .deleted)
            if state.layout?.isRelated == true { unswept.append(model) }
            recordDeletion(of: model)
        case .saved:
            // History keeps all that a record was.
            state.complete(model)
            state.phase = .deleting
            pending.append(model, state)
            if state.layout?.isRelated == true { unswept.append(model) }
            recordDeletion(of: model)
        case .transient, .deleting, .deleted, .twin: break
        }
        noteActivity()
    }

    /// The object of a record, read from the store when the context doesn't have it; nil when there is
    /// no such record.
    ///
    ///     let book = context.model(for: identifier) as? Book
    ///
    /// - Parameter persistentModelID: the record's identifier.
    ///
    /// One that can't be read is `nil` too; ``checkReads()`` and ``save()`` throw why.
    ///
    /// Mirrors SwiftData's `model(for:)`, which promises an object where none can be.
    public func model(for persistentModelID: PersistentIdentifier) -> (any PersistentModel)? {
        guard let table = try? table(named: persistentModelID.entityName) else { return nil }
        return reading { try model(persistentModelID, in: table, as: table.layout.entity.type) } ?? nil
    }

    private func model<T: PersistentModel>(
        _ identifier: PersistentIdentifier, in table: RegisteredTable, as type: T.Type
    ) throws -> T? {
        try object(for: identifier, as: T.self)
    }

    /// The object of a record; nil when there is no such record, it is of another model, or it can't be read, which
    /// ``checkReads()`` and ``save()`` throw.
    ///
    ///     let book = context[identifier, as: Book.self]
    ///
    /// - Parameters:
    ///   - persistentModelID: the record's identifier.
    ///   - type: the model.
    ///
    /// Mirrors SwiftData's `subscript(_:as:)`.
    public subscript<T: PersistentModel>(_ persistentModelID: PersistentIdentifier, as type: T.Type) -> T? {
        reading { try object(for: persistentModelID, as: T.self) } ?? nil
    }

    /// The object of a record, if the context has it already.
    ///
    ///     let book: Book? = context.registeredModel(for: identifier)
    ///
    /// - Parameter persistentModelID: the record's identifier.
    ///
    /// Mirrors SwiftData's `registeredModel(for:)`.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        guard let table = try? table(for: T.self) else { return nil }
        if persistentModelID.number < 0 {
            return pending.models { $0.record == persistentModelID.number }.first as? T
        }
        guard table.layout.covers(persistentModelID.origin) else { return nil }
        return table.knownState(persistentModelID.number)?.model as? T
    }

    /// Reads the object of a record where the context doesn't have it.
    func object<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) throws -> T? {
        if let known: T = registeredModel(for: identifier) { return known }
        let table = try table(for: T.self)
        guard identifier.number > 0, table.layout.covers(identifier.origin) else { return nil }
        let found: T? = try table.session.connection.perform { connection in
            let statement = try connection.statement(table.fetchRowSQL)
            statement.binder.bind(identifier.number, 0)
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            table.session.noteForeignChanges()
            return try self.object(ModelRow(statement: statement.handle), identifier.number, table)
        }
        if table.session.mustFollow { try follow(table.session) }
        return found
    }

    /// The object of a row: the one that the context has, or a new one.
    func object<T: PersistentModel>(_ row: ModelRow, _ record: Int64, _ table: RegisteredTable) throws -> T {
        if table.layout.isPolymorphic { return try kindredObject(row, record, table) }
        return try ownObject(row, record, table)
    }

    /// The object of a row that is of the class itself.
    func ownObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        do {
            if let state = table.state(record), let known = state.model as? T {
                if state.epoch != table.session.epoch || state.isPartial, !state.hasChanges {
                    try known._$reload(from: row)
                    state.setMissing(ColumnSet())
                    state.reloadLinks(known, row, table.layout)
                    state.epoch = table.session.epoch
                }
                return known
            }
            let model = try T(_$row: row)
            table.register(model, model._$state, record: record)
            if !table.layout.shape.relationships.isEmpty { model._$state.readLinks(row, table.layout) }
            if table.hasDoomed, table.doomed.remove(record) != nil { adoptDoomed(model, table) }
            return model
        } catch let problem as ValueProblem {
            throw table.unreadable(row, record: record, problem)
        }
    }

    /// The object of a row that has some of the columns only: the one that the context has, or a new one.
    func object<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, missing: ColumnSet
    ) throws -> T {
        if missing.isEmpty { return try object(row, record, table) }
        if let state = table.state(record), let known = state.model as? T {
            if state.epoch != table.session.epoch || !state.missing.isSubset(of: missing), !state.hasChanges {
                _ = try table.reload(known, state)
            }
            return known
        }
        let model: T = try object(row, record, table)
        model._$state.setMissing(missing)
        table.hasPartial = true
        return model
    }

    /// Notes that an object has its first unsaved change.
    func noteChange(of model: any PersistentModel, _ state: ModelState) {
        pending.append(model, state)
        noteActivity()
    }
}
