/// The registered objects of one model, one for each record.
final class RegisteredTable {
    let layout: EntityLayout
    /// The owner of the table.
    unowned let registry: ObjectRegistry
    /// The context of the registry; each fetched object gets a copy.
    private let contextReference: ContextReference
    let session: ContextSession
    /// Whether the model has relationships; checked for each row.
    let hasRelationships: Bool
    /// Whether the model has required relationships; checked for each row.
    let hasRequired: Bool
    let map = RecordMap()
    /// Decides which relationships are loaded together with that of another object.
    let readAhead = ReadAheads()
    /// The pending row deletions: records without an object that the next save deletes.
    var pendingRowDeletions: Set<Int64> = [] {
        didSet { hasPendingRowDeletions = !pendingRowDeletions.isEmpty }
    }
    /// Whether there are pending row deletions; checked for each row.
    private(set) var hasPendingRowDeletions = false
    /// Whether there may be partial objects, with unread properties.
    var hasPartial = false
    /// An object with default or empty values; nil if a property has no such value.
    private(set) lazy var placeholder = PlaceholderObject.make(layout.entity.type) as (any PersistentModel)?
    /// What the objects retain after they left the context.
    private(set) lazy var former = FormerTable(layout, registry.former)
    private var knownKeyPaths: KeyPathTable?
    var knownPredicates = KnownPredicates()
    /// The statements that update these columns of one record.
    var updateStatements: [ColumnSet: String] = [:]
    /// The tables of subclasses, once they are needed. The table itself isn't included, to avoid a retain
    /// cycle that would keep the context and its connection.
    var openedSubclassTables: [RegisteredTable]?
    /// The index of the last row's class, which is usually the next row's too.
    var lastKind = 0

    init(_ layout: EntityLayout, in registry: ObjectRegistry, session: ContextSession) {
        self.layout = layout
        self.registry = registry
        contextReference = registry.contextReference
        self.session = session
        hasRelationships = !layout.shape.relationships.isEmpty
        hasRequired = !layout.shape.required.isEmpty
    }

    func state(_ record: Int64) -> ModelState? { map[record] }

    /// Registers an object for a record.
    @inline(__always)
    func register(_ model: any PersistentModel, _ state: ModelState, record: Int64) {
        state.record = record
        state.reinsertedRecord = 0
        state.phase = .saved
        state.contextReference = contextReference
        state.model = model
        state.table = self
        state.epoch = session.epoch
        map.insert(state, for: record)
    }

    /// The registered objects. They are retained, because work on one may release another.
    var models: [any PersistentModel] {
        var models: [any PersistentModel] = []
        models.reserveCapacity(map.count)
        map.forEach { state in
            if let model = state.model { models.append(model) }
        }
        return models
    }

    /// The states of the registered objects.
    var states: [ModelState] {
        var states: [ModelState] = []
        states.reserveCapacity(map.count)
        map.forEach { states.append($0) }
        return states
    }

    /// Removes all objects from the context; they keep their values. None of them may be partial.
    func detachAll() {
        if map.count == 0 { return }
        let former = former
        // Releasing an object can deallocate others, so objects with loaded to-one relationships are
        // retained meanwhile.
        var models: [any PersistentModel] = []
        map.forEach { state in
            if let links = state.linkStorage.known, links.hasLoadedToOne, let model = state.model {
                models.append(model)
            }
            state.leave(as: .transient, former)
        }
        map.removeAll()
        FormerTargets.release(of: &models)
    }

    func keyPaths<T: PersistentModel>(_ type: T.Type) -> KeyPathTable {
        if let knownKeyPaths { return knownKeyPaths }
        let table = KeyPathTable(type, layout)
        knownKeyPaths = table
        return table
    }
}

// Reads the records of registered objects again.

extension RegisteredTable {
    /// Reads an object's record again; returns false if it is gone.
    func reload(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try registry.reading { try read(model, state) }
    }

    private func read(_ model: any PersistentModel, _ state: ModelState) throws -> Bool {
        try session.connection.perform { connection -> Bool in
            let statement = try connection.statement(layout.rowSQL)
            statement.binder.bind(state.record, 0)
            defer { statement.reset() }
            guard try statement.step() else { return false }
            session.noteExternalChanges()
            let row = ModelRow(statement: statement.handle)
            do {
                try model._$reload(layout.properties, from: .row(row))
            } catch let problem as ValueProblem {
                throw ColumnProblems(layout: layout).unreadable(row, record: state.record, problem)
            }
            state.observers.unreadColumns = ColumnSet()
            LinkEnds(model, state).reload(row, layout)
            if hasRequired { registry.incomplete.append(model) }
            state.epoch = session.epoch
            return true
        }
    }

    /// Reads the unread properties of partial objects, which are about to lose their store.
    func completeAll() {
        guard hasPartial else { return }
        hasPartial = false
        for model in models where model._$state.observers.isPartial && model._$state.phase == .saved {
            _ = try? reload(model, model._$state)
        }
    }

    /// Reads an object's record again; returns false if it is gone. If it can't be read, the next access
    /// tries again.
    func refresh(_ model: any PersistentModel, _ state: ModelState) -> Bool {
        do {
            return try reload(model, state)
        } catch {
            // The next access tries again. An object with unsaved changes keeps its values, because its save
            // compares them with the record.
            if !state.hasChanges {
                var columns = ColumnSet()
                for index in layout.columns.indices where layout.columns[index].isValue {
                    columns.insert(index)
                }
                state.observers.unreadColumns = columns
                hasPartial = true
            }
            return true
        }
    }

    /// Returns whether a property of a partial object is unread.
    func hasUnread<M: PersistentModel, V>(_ keyPath: KeyPath<M, V>, of state: ModelState) -> Bool {
        // Key paths of inherited properties are listed in the table of the class that declares them.
        guard let declaring = layout.hierarchy == nil ? self : try? registry.table(for: M.self),
            let column = declaring.keyPaths(M.self).column(of: keyPath)
        else { return false }
        return state.observers.unreadColumns.contains(column)
    }

    /// Refreshes registered objects after their records were written directly.
    func refreshObjects(of records: Set<Int64>) {
        for record in records {
            guard let state = knownState(record), let object = state.model, let table = state.table else {
                continue
            }
            if state.hasChanges {
                // Mark the object as outdated, so that the save of its changes reads the record again.
                state.epoch &-= 1
            } else {
                _ = table.refresh(object, state)
            }
        }
    }

    /// Unloads to-many relationships, so that they are read from the store again. Unsaved additions and
    /// removals are kept.
    func unloadLists(where isStale: (RelationshipShape) -> Bool = { _ in true }) {
        let loose = layout.shape.relationships.filter { !$0.holdsKey && isStale($0) }
        if loose.isEmpty { return }
        for model in models {
            let state = model._$state
            for relationship in loose { LinkEnd(model, state, relationship).unload() }
        }
    }
}

// Queries and lookups that include the objects of subclasses.

extension RegisteredTable {
    /// The tables of all direct and indirect subclasses.
    var descendants: [RegisteredTable] {
        if !layout.isPolymorphic { return [] }
        if let openedSubclassTables { return openedSubclassTables }
        let subclasses = layout.hierarchy?.kinds.dropFirst() ?? []
        let found = subclasses.compactMap { try? registry.table(for: $0.type) }
        openedSubclassTables = found
        return found
    }

    /// The table itself and the tables of its subclasses, in the order of ``HierarchyLayout/kinds``.
    var kinds: [RegisteredTable] { [self] + descendants }

    /// Returns the state of the object that is registered for a record, in this table or in a subclass's
    /// table; `nil` if there is none.
    func knownState(_ record: Int64) -> ModelState? {
        if let state = state(record) { return state }
        if !layout.isPolymorphic { return nil }
        for table in descendants {
            if let state = table.state(record) { return state }
        }
        return nil
    }

    /// The pending row deletions of the class and its subclasses: records to be deleted that have no objects.
    var allPendingRowDeletions: Set<Int64> {
        layout.isPolymorphic
            ? kinds.reduce(into: []) { $0.formUnion($1.pendingRowDeletions) } : pendingRowDeletions
    }

    /// Returns the table that registers the objects of a row's class.
    ///
    /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` if the schema doesn't
    ///   contain the class.
    func kind(of row: ModelRow, record: Int64) throws -> RegisteredTable {
        if let position = layout.hierarchy?.kind(of: row, expecting: lastKind),
            position <= descendants.count
        {
            lastKind = position
            return position == 0 ? self : descendants[position - 1]
        }
        let name = row.stored(layout.hierarchy?.typePosition ?? 0).description
        throw ModelDataError.unreadableValue(
            model: layout.name, property: ModelHierarchy.typeColumn, record: record,
            problem: .unreadable(content: name, type: "\(layout.entity.type)"))
    }

    /// Returns the table, of any class of the hierarchy, in which a record's object is registered; nil if the
    /// record has no object.
    func hierarchyTable(holding record: Int64) -> RegisteredTable? {
        if state(record) != nil { return self }
        guard layout.hierarchy != nil, let root = try? registry.table(for: layout.shape.root.type) else {
            return nil
        }
        return root.kinds.first { $0.state(record) != nil }
    }

    /// Returns the identifier of a record of the class, or of the named subclass.
    func identifier(_ record: Int64, kind name: String? = nil) -> PersistentIdentifier {
        let kind = name.flatMap { name in layout.hierarchy?.kinds.first { $0.name == name } }
        return PersistentIdentifier(origin: kind?.origin ?? layout.origin, number: record)
    }

}

extension ObjectRegistry {
    /// Returns a model and its subclasses.
    func kinds(of type: any PersistentModel.Type) throws -> Set<ObjectIdentifier> {
        Set(try table(for: type).layout.kindTypes.map { ObjectIdentifier($0) })
    }

    /// Returns the names of a model and its subclasses.
    func kindNames(of type: any PersistentModel.Type) -> [String] {
        (try? table(for: type).layout.kindTypes.map { $0._$entityName }) ?? []
    }
}
