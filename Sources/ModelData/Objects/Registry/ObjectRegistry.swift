/// Knows which object represents which record.
///
/// Each model has a ``RegisteredTable``, which finds an object by its record number and doesn't retain it. An
/// object unregisters when it is deallocated. Objects that were never saved have a negative number and aren't
/// in a table; the context's ``ChangeTracker`` retains them. An alias has the number of its canonical object,
/// but only the canonical object is registered.
///
/// The registry knows neither changes nor relationships.
final class ObjectRegistry {
    let sessions: StoreSessions
    /// The context that owns the registry. It sets this property to nil before it is deallocated.
    var contextReference = ContextReference()
    var context: ModelContext? { contextReference.context }
    /// What the objects retain after the context; nil if there was none.
    lazy var former = context.map { FormerContext($0.core) }
    private var tables: [ObjectIdentifier: RegisteredTable] = [:]
    /// The table of the last request.
    private var lastTable: (type: ObjectIdentifier, table: RegisteredTable)?
    /// The objects that ``reading(_:)`` has read so far, if their models have required relationships.
    var incomplete: ContiguousArray<any PersistentModel> = []
    /// Whether ``reading(_:)`` is loading required targets.
    var isCompleting = false
    /// Whether there has ever been an alias.
    private(set) var hasAliases = false

    init(_ stores: [Store]) { sessions = StoreSessions(stores) }

    deinit { detachAll() }

    /// Returns the objects of a model.
    func table(for type: any PersistentModel.Type) throws -> RegisteredTable {
        let key = ObjectIdentifier(type)
        if let lastTable, lastTable.type == key { return lastTable.table }
        if let table = tables[key] {
            lastTable = (key, table)
            return table
        }
        for (index, store) in sessions.stores.enumerated() {
            if let layout = store.layouts.first(where: { $0.entity.type == type }) {
                let table = RegisteredTable(layout, in: self, session: try sessions.session(at: index))
                tables[key] = table
                return table
            }
        }
        // A class that lacks `@Model` has the name of its superclass's model.
        let layouts = "\(type)" == type._$entityName ? sessions.stores.flatMap(\.layouts) : []
        if let other = layouts.first(where: { $0.name == type._$entityName })?.entity.type {
            throw ModelDataError.classOfOtherVersion(
                name: String(reflecting: type), expected: String(reflecting: other))
        }
        throw ModelDataError.unknownModel(name: "\(type)")
    }

    /// Returns the objects of the model with a name; nil if there is no such model.
    func table(named name: String) throws -> RegisteredTable? {
        for store in sessions.stores {
            if let layout = store.layouts.first(where: { $0.name == name }) {
                return try table(for: layout.entity.type)
            }
        }
        return nil
    }

    /// The tables of the models that have been used.
    var openTables: [RegisteredTable] { Array(tables.values) }

    /// Returns the object of a record if it is registered, also one of a subclass.
    func object(_ type: any PersistentModel.Type, _ record: Int64) -> (any PersistentModel)? {
        guard record > 0, let table = try? table(for: type) else { return nil }
        return table.knownState(record)?.model
    }

    /// Notes that an object became an alias.
    func noteAlias() { hasAliases = true }

    /// Removes all objects; they keep their values.
    func detachAll() {
        // Completing a partial object can read objects of other tables.
        for table in tables.values { table.completeAll() }
        for table in tables.values { table.detachAll() }
    }

    /// Closes the sessions with the stores. All objects must have been removed.
    func close() throws {
        tables.removeAll()
        lastTable = nil
        try sessions.close()
    }
}

// Finds or creates the object of a row.

extension ObjectRegistry {
    /// Returns the object of a row: the registered one, or a new one.
    @inline(__always)
    func object<T: PersistentModel>(_ row: ModelRow, _ record: Int64, _ table: RegisteredTable) throws -> T {
        if table.layout.isPolymorphic { return try polymorphicObject(row, record, table) }
        return try ownObject(row, record, table)
    }

    /// Returns the object of a row whose class is the table's model.
    private func ownObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        do {
            if let state = table.state(record), let known = state.model as? T {
                if state.epoch != table.session.epoch || state.observers.isPartial, !state.hasChanges {
                    try known._$reload(table.layout.properties, from: .row(row))
                    state.observers.unreadColumns = ColumnSet()
                    LinkEnds(known, state).reload(row, table.layout)
                    state.epoch = table.session.epoch
                }
                if table.hasRequired, state.linkStorage.lacksRequired { incomplete.append(known) }
                return known
            }
            let model = try T(_$row: row)
            let state = model._$state
            table.register(model, state, record: record)
            if table.hasRelationships {
                state.linkStorage = LinkStorage(row, table.layout)
                if table.hasRequired { incomplete.append(model) }
            }
            if table.hasPendingRowDeletions, table.pendingRowDeletions.remove(record) != nil {
                context?.changes.adoptRowDeletion(model, table)
            }
            return model
        } catch let problem as ValueProblem {
            throw ColumnProblems(layout: table.layout).unreadable(row, record: record, problem)
        }
    }

    /// Returns the object of a partial row: the registered one, or a new one.
    func object<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, unreadColumns: ColumnSet
    ) throws -> T {
        if unreadColumns.isEmpty { return try object(row, record, table) }
        if let state = table.state(record), let known = state.model as? T {
            let isStale = state.epoch != table.session.epoch
            if isStale || !state.observers.unreadColumns.isSubset(of: unreadColumns), !state.hasChanges {
                _ = try table.reload(known, state)
            }
            return known
        }
        let model: T = try object(row, record, table)
        model._$state.observers.unreadColumns = unreadColumns
        table.hasPartial = true
        return model
    }

    /// Returns the object of a row, which may be of a subclass.
    private func polymorphicObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        let kind = try table.kind(of: row, record: record)
        let model = try erasedObject(row, record, kind, as: kind.layout.entity.type)
        guard let model = model as? T else { throw ModelDataError.unknownModel(name: kind.layout.name) }
        return model
    }

    private func erasedObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, as type: T.Type
    ) throws -> any PersistentModel {
        let model: T = try ownObject(row, record, table)
        return model
    }
}

// Reads required targets together with the objects that require them, so that a getter always has an object to return.

extension ObjectRegistry {
    /// Runs work that reads objects, and then loads the targets of their required relationships, and the targets that
    /// these require. An object retains its required targets until it leaves the context.
    ///
    /// - Throws: The error of the work; ``ModelDataError/unreadableValue(model:property:record:problem:)`` for an object
    ///   with a required target that is missing or unreadable. Such a new object isn't registered.
    @inline(__always)
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        let start = incomplete.count
        let result: Result
        do {
            result = try work()
        } catch {
            if incomplete.count > start, !isCompleting { incomplete.removeSubrange(start...) }
            throw error
        }
        // While targets are loaded, the loop there takes the objects that require further ones.
        if incomplete.count > start, !isCompleting { try complete(from: start) }
        return result
    }

    @inline(never)
    private func complete(from start: Int) throws {
        guard let context else { return incomplete.removeSubrange(start...) }
        isCompleting = true
        defer { isCompleting = false }
        var requirements: [Requirement] = []
        while incomplete.count > start {
            let added = Array(incomplete[start...])
            incomplete.removeSubrange(start...)
            for model in added {
                for relationship in model._$state.layout?.shape.required ?? [] {
                    requirements.append(
                        Requirement(
                            model: model, relationship: relationship,
                            former: model._$target(relationship.column)))
                }
            }
            loadRequired(of: added, RelationshipLoader(context))
        }
        if let error = removeUnreadable(requirements) { throw error }
    }

    /// A required relationship of an object that was read.
    private struct Requirement {
        let model: any PersistentModel
        let relationship: RelationshipShape
        /// The object before the read; nil for a new object.
        let former: (any PersistentModel)?

        var end: LinkEnd { LinkEnd(model, relationship) }

        var error: ModelDataError {
            let state = model._$state
            let record = state.links?[relationship.index].record ?? 0
            return .unreadableValue(
                model: state.layout?.name ?? "", property: relationship.name, record: state.record,
                problem: record == 0
                    ? .missing
                    : .unreadable(content: "\(record)", type: relationship.target._$entityName))
        }
    }

    private func loadRequired(of models: [any PersistentModel], _ loader: RelationshipLoader) {
        var groups: [ObjectIdentifier: [any PersistentModel]] = [:]
        for model in models { groups[ObjectIdentifier(type(of: model)), default: []].append(model) }
        for group in groups.values {
            for relationship in group.first?._$state.layout?.shape.required ?? [] {
                if (try? loader.load(group, relationship)) != nil { continue }
                // One unreadable target fails the query for all of them.
                for model in group { try? loader.load([model], relationship) }
            }
        }
    }

    /// Removes new objects that lack a required target, and those that require them. Other objects keep their former
    /// targets.
    ///
    /// - Returns: The error of the first one, in the order in which they were read; nil if there is none.
    private func removeUnreadable(_ requirements: [Requirement]) -> ModelDataError? {
        var unreadable = requirements.indices.filter { requirements[$0].end.target == nil }
        if unreadable.isEmpty { return nil }
        var requiring: [ObjectIdentifier: [Int]] = [:]
        for (index, requirement) in requirements.enumerated() {
            guard let target = requirement.end.target else { continue }
            requiring[ObjectIdentifier(target), default: []].append(index)
        }
        var next = 0
        while next < unreadable.count {
            let requirement = requirements[unreadable[next]]
            if requirement.former == nil {
                // Others that require it can't be read either.
                unreadable += requiring.removeValue(forKey: ObjectIdentifier(requirement.model)) ?? []
                requirement.model._$state.detach(as: .transient)
            } else {
                requirement.end.unload(keeping: requirement.former)
            }
            next += 1
        }
        return unreadable.min().map { requirements[$0].error }
    }
}

/// Finds the property to name in the error of a row that can't be read or written.
struct ColumnProblems {
    let layout: EntityLayout

    /// Returns the error for an unreadable value; decodes each column again to find it.
    func unreadable(_ row: ModelRow, record: Int64, _ problem: ValueProblem) -> ModelDataError {
        for (index, column) in layout.columns.enumerated() where column.isValue {
            if let found = decodingProblem(of: column.codec, row, index) {
                return .unreadableValue(
                    model: layout.name, property: column.name, record: record, problem: found)
            }
        }
        return .unreadableValue(model: layout.name, property: "", record: record, problem: problem)
    }

    private func decodingProblem<C: ColumnCodec>(
        of codec: C.Type, _ row: ModelRow, _ column: Int
    ) -> ValueProblem? {
        do {
            _ = try codec.decode(row, column)
            return nil
        } catch {
            return error as? ValueProblem
        }
    }

    /// Returns the error for a value that can't be stored; encodes each column again to find it.
    func invalid(_ model: any PersistentModel, _ problem: ValueProblem) -> ModelDataError {
        let record = model._$state.record.recordNumber
        for (index, column) in layout.columns.enumerated() where column.isValue {
            do {
                _ = try model._$stored(index)
            } catch {
                return .invalidValue(
                    model: layout.name, property: column.name, record: record,
                    problem: error as? ValueProblem ?? problem)
            }
        }
        return .invalidValue(model: layout.name, property: "", record: record, problem: problem)
    }
}
