import Foundation

extension ModelContext {
    /// Inserts an object into the context; the next save inserts its record.
    ///
    /// Inserting an object with an unsaved deletion cancels the deletion. An object of another context, an object
    /// that has outlived its context and whose record is in the store, or one of a model that the container doesn't
    /// have, isn't inserted, and makes the next ``save()`` throw.
    ///
    /// An object with the unique values of an existing record updates that record, by ``mergePolicy``, and
    /// represents it after the save. If the context already has an object for the record, the new object
    /// becomes an alias of it: reading, changing or deleting one affects the other, and both have the same
    /// ``PersistentModel/persistentModelID``. They aren't equal, and relationships to the alias contain the
    /// other object.
    ///
    /// - Parameter model: The object.
    ///
    /// Mirrors SwiftData's `insert(_:)`.
    public func insert<T: PersistentModel>(_ model: T) {
        autosave.beginCall()
        defer { autosave.endCall() }
        insert(model, isUndoingDeletion: false)
    }

    /// Inserts an object.
    ///
    /// - Parameter isUndoingDeletion: Whether the deletion of the object and its effects are being undone.
    func insert<T: PersistentModel>(_ model: T, isUndoingDeletion: Bool) {
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
            if !isUndoingDeletion {
                LinkEnds(model, state).restore(in: self, onlyUnlinked: !state.hasCascaded)
            }
            changes.cancelDeletion(of: state)
            UndoRecorder(self).recordDeletionCancelled(of: model)
            if !isUndoingDeletion { graph.connect(model, state, in: self) }
        case .alias:
            if let canonicalObject = AliasValues(state: state).canonicalObject { insert(canonicalObject) }
            return
        case .transient, .deleted:
            do {
                let table = try table(for: type(of: model))
                if state.record > 0 {
                    try checkReinsertion(of: model, state)
                    state.record = 0
                }
                if !isUndoingDeletion { LinkEnds(model, state).restore(in: self) }
                state.phase = .inserted
                state.context = self
                state.model = model
                state.former = table.former
                state.hasCascaded = false
                changes.pending.append(model, state)
                UndoRecorder(self).recordInsertion(of: model)
                graph.connect(model, state, in: self)
            } catch {
                deferredError = error
            }
        }
        autosave.noteActivity()
    }

    /// Throws if an object that has lost its context represents a record of this context's store: inserting it would
    /// create the record a second time.
    private func checkReinsertion(of model: any PersistentModel, _ state: ModelState) throws {
        if state.phase == .transient, existingModel(for: model.persistentModelID)?.isDeleted == false {
            throw ModelDataError.foreignObject(model: type(of: model)._$entityName)
        }
    }

    /// Deletes an object; the next save deletes its record.
    ///
    /// The object can still be read. An object that was never saved is removed from the context.
    ///
    /// - Parameter model: The object.
    ///
    /// Mirrors SwiftData's `delete(_:)`.
    public func delete<T: PersistentModel>(_ model: T) {
        autosave.beginCall()
        defer { autosave.endCall() }
        let state = model._$state
        if let canonicalObject = AliasValues(state: state).canonicalObject { return delete(canonicalObject) }
        guard state.context === self else {
            if state.phase == .saved || state.phase == .inserted {
                deferredError = ModelDataError.foreignObject(model: type(of: model)._$entityName)
            }
            return
        }
        switch state.phase {
        case .inserted, .saved:
            // The history needs all values of the record. If the record is gone, nothing needs to be deleted.
            if state.phase == .saved { UnreadColumns.read(model, state, reportsGoneRecord: false) }
            changes.noteDeletion(of: model, state)
            UndoRecorder(self).recordDeletion(of: model)
        case .transient, .deleting, .deleted, .alias: break
        }
        autosave.noteActivity()
    }

    /// Returns the object of a record, which is read if necessary.
    ///
    /// ```swift
    /// if let book = context.model(for: identifier) as? Book { print(book.title) }
    /// ```
    ///
    /// If there is no such record, or it can't be read, the object belongs to no context, and is of a class without
    /// properties: `as? Book` is nil. ``checkReads()`` and ``save()`` throw the reason why a record can't be read. To
    /// look up an object that may be missing, see ``existingModel(for:)`` and ``subscript(_:as:)``.
    ///
    /// - Parameter persistentModelID: The record's identifier.
    ///
    /// Mirrors SwiftData's `model(for:)`, which traps when a property of a missing object is read.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let existing = existingModel(for: persistentModelID) { return existing }
        let missing = MissingRecord()
        missing._$state.phase = .deleted
        missing._$state.record = persistentModelID.number
        missing._$state.former = try? registry.table(named: persistentModelID.entityName)?.former
        return missing
    }

    /// Returns the object of a record, which is read if necessary; nil if there is no such record, or if it
    /// can't be read. ``checkReads()`` and ``save()`` throw the error of a failed read.
    ///
    /// ```swift
    /// guard let object = context.existingModel(for: identifier) else { return }
    /// ```
    ///
    /// - Parameter persistentModelID: The record's identifier.
    ///
    /// Not in SwiftData.
    public func existingModel(for persistentModelID: PersistentIdentifier) -> (any PersistentModel)? {
        guard let table = try? registry.table(named: persistentModelID.entityName) else { return nil }
        return deferringErrors { try object(for: persistentModelID, as: table.layout.entity.type) } ?? nil
    }

    /// Returns the object of a record; nil if the record doesn't exist, is of another model, or can't be
    /// read. ``checkReads()`` and ``save()`` throw the error of a failed read.
    ///
    /// ```swift
    /// let book = context[identifier, as: Book.self]
    /// ```
    ///
    /// - Parameters:
    ///   - persistentModelID: The record's identifier.
    ///   - type: The model.
    ///
    /// Mirrors SwiftData's `subscript(_:as:)`.
    public subscript<T: PersistentModel>(_ persistentModelID: PersistentIdentifier, as type: T.Type) -> T? {
        deferringErrors { try object(for: persistentModelID, as: T.self) } ?? nil
    }

    /// Returns the object of a record if it is registered with the context; otherwise nil.
    ///
    /// ```swift
    /// let book: Book? = context.registeredModel(for: identifier)
    /// ```
    ///
    /// - Parameter persistentModelID: The record's identifier.
    ///
    /// Mirrors SwiftData's `registeredModel(for:)`.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        guard let table = try? table(for: T.self) else { return nil }
        if persistentModelID.number < 0 {
            return changes.pending.models { $0.record == persistentModelID.number }.first as? T
        }
        guard table.layout.covers(persistentModelID.origin) else { return nil }
        return table.knownState(persistentModelID.number)?.model as? T
    }

    /// Returns the object of a record, which is read if it isn't registered.
    func object<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) throws -> T? {
        if let known: T = registeredModel(for: identifier) { return known }
        let table = try table(for: T.self)
        guard identifier.number > 0, table.layout.covers(identifier.origin) else { return nil }
        if let custom = table.custom { try Fetcher(self).load(identifier, table, from: custom) }
        let found: T? = try registry.reading {
            try table.session.connection.perform { connection in
                let statement = try connection.statement(table.layout.fetchRowSQL)
                statement.binder.bind(identifier.number, 0)
                defer { statement.reset() }
                guard try statement.step() else { return nil }
                table.session.noteExternalChanges()
                return try self.registry.object(
                    ModelRow(statement: statement.handle), identifier.number, table)
            }
        }
        if table.session.hasUnmergedChanges { try ExternalChangeMerger(self).merge(table.session) }
        return found
    }

}

extension ModelContext {
    /// Inserts an object and keeps its modification date, such as one from an imported file.
    ///
    /// ```swift
    /// issue.modified = written
    /// context.insert(issue, keepingModificationDate: true)
    /// ```
    ///
    /// Later saves that change the record set the date as usual. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - model: The new object.
    ///   - keepingModificationDate: Whether the first save keeps the value of the property with
    ///     ``Schema/Attribute/Option/modificationDate``.
    public func insert<T: PersistentModel>(_ model: T, keepingModificationDate: Bool) {
        model._$state.keepsModificationDate = keepingModificationDate
        insert(model)
    }
}

extension PersistentModel {
    /// The context that the object belongs to; nil before insertion, after deletion, and once the context is gone. An
    /// object doesn't retain its context.
    ///
    /// ```swift
    /// try book.modelContext?.save()
    /// ```
    ///
    /// Mirrors SwiftData's `modelContext`.
    public var modelContext: ModelContext? {
        let state = recordState
        return state.phase.isAlive ? state.context : nil
    }
}

extension ModelContext {
    /// Deletes all objects of a model that match a predicate, at the next save.
    ///
    /// ```swift
    /// try context.delete(model: Book.self, where: #Predicate { $0.rating == 1 })
    /// ```
    ///
    /// Records without registered objects are deleted by SQL, without creating objects. Until the save, the
    /// deletion can be rolled back, and fetches skip the records.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - predicate: The condition for objects. Default: all.
    ///   - includeSubclasses: Whether objects of subclasses are deleted too. Default: `true`.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `delete(model:where:includeSubclasses:)`.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        autosave.beginCall()
        defer { autosave.endCall() }
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let table = try table(for: T.self)
        // In the history, each class has its own records, and not every class has relationships.
        guard table.layout.isPolymorphic else {
            return try BatchDeletion(context: self, plan: FetchPlan(descriptor, table), table: table).run()
        }
        for kind in includeSubclasses ? table.kinds : [table] {
            let plan = FetchPlan(descriptor, table, only: kind)
            try BatchDeletion(context: self, plan: plan, table: kind).run()
        }
    }

}

/// Deletes the objects that a plan finds; they are all of the table's class.
private struct BatchDeletion<T: PersistentModel> {
    let context: ModelContext
    let plan: FetchPlan<T>
    let table: RegisteredTable

    func run() throws {
        let rules = DeleteRules(context: context)
        // Undo and most delete rules need objects.
        guard !plan.filtersInMemory, table.custom == nil, context.undoManager == nil,
            try !table.layout.isRelated || rules.deletesByRows(table)
        else {
            for object in try context.fetch(plan.descriptor) where plan.includes(object) {
                context.delete(object)
            }
            return
        }
        let matches = try Fetcher(context).pendingMatches(plan) ?? []
        let records = try Fetcher(context).records(of: plan, isLimited: false)
        // Objects with unsaved changes are checked by `matches`.
        rules.deleteRecords(records, of: table) { !$0.hasChanges }
        for object in matches { context.delete(object) }
        context.autosave.noteActivity()
    }
}
