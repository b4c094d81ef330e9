import Foundation

/// Fetches objects for a context.
@usableFromInline
struct Fetcher {
    let context: ModelContext

    @usableFromInline
    init(_ context: ModelContext) { self.context = context }

    /// Fetches the objects that fulfil a predicate whose translation is known, in the order of their record
    /// numbers; nil if the fetch needs a plan.
    @usableFromInline
    func known<T: PersistentModel>(
        _ type: T.Type, _ expression: any StandardPredicateExpression<Bool>,
        record: PredicateExpressions.VariableID, limit: Int?, offset: Int?, includesPendingChanges: Bool
    ) throws -> ContiguousArray<AnyObject>? {
        if includesPendingChanges, context.hasChanges { return nil }
        let table = try context.table(for: type)
        if table.custom != nil { return nil }
        guard let known = table.knownPredicates.translation(of: expression, record: record) else {
            return nil
        }
        let (translation, values) = known
        let isLimited = limit != nil || offset != nil
        guard let sql = isLimited ? translation.limitedStatement : translation.statement else { return nil }
        var arguments = values
        if isLimited { arguments += FetchPlan<T>.arguments(limit: limit, offset: offset) }
        var found: ContiguousArray<AnyObject> = []
        try context.registry.reading {
            try forEachRow(of: table, sql, arguments, needsFunctions: translation.query.needsFunctions) {
                found.append(try context.registry.object($0, $1, table) as T)
            }
        }
        if table.session.hasUnmergedChanges { try ExternalChangeMerger(context).merge(table.session) }
        return found
    }

    @usableFromInline
    func planned<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        let table = try context.table(for: T.self)
        if let custom = table.custom { return try fetch(descriptor, table, from: custom) }
        return try stored(descriptor, table)
    }

    /// Fetches the objects of a table without asking a custom store.
    func stored<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ table: RegisteredTable) throws -> [T]
    {
        let plan = FetchPlan(descriptor, table)
        let changed = try pendingMatches(plan)
        let deletedRows = descriptor.includePendingChanges ? table.allPendingRowDeletions : []
        let isLimited = !plan.limitsInMemory && changed == nil && deletedRows.isEmpty
        let isWhole = plan.unreadColumns.isEmpty
        // Untyped, since appending to an array of a generic type costs as much as the rest.
        var found: ContiguousArray<AnyObject> = []
        let (sql, arguments) = plan.sql(selecting: plan.selection, isLimited: isLimited)
        if isLimited, descriptor.isOnlyFiltered { plan.remember(sql) }
        // A predicate can read required relationships only when all of them are loaded.
        let filtersLater = plan.filtersInMemory && table.kinds.contains(where: \.hasRequired)
        let filters = plan.filtersInMemory && !filtersLater
        try context.registry.reading {
            try forEachRow(of: table, sql, arguments, needsFunctions: plan.needsFunctions) {
                row, record in
                if changed != nil, let state = table.knownState(record), state.hasChanges { return }
                if !deletedRows.isEmpty, deletedRows.contains(record) { return }
                if isWhole, !filters {
                    return found.append(try context.registry.object(row, record, table) as T)
                }
                let model: T = try context.registry.object(
                    row, record, table, unreadColumns: plan.unreadColumns)
                if try !filters || plan.matches(model) { found.append(model) }
            }
        }
        var result = found.typed(as: T.self)
        if filtersLater { result = try result.filter(plan.matches) }
        if !isLimited {
            if let changed { result += changed }
            if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&result) }
            result = plan.limited(result)
        }
        if table.session.hasUnmergedChanges { try ExternalChangeMerger(context).merge(table.session) }
        try prefetch(result, descriptor)
        return result
    }

    /// Runs a statement and calls a closure for each row and its record number.
    private func forEachRow(
        of table: RegisteredTable, _ sql: String, _ arguments: [StoredValue], needsFunctions: Bool,
        _ body: (ModelRow, Int64) throws -> Void
    ) throws {
        var isFirst = true
        try table.session.forEachRow(sql, arguments, needsFunctions: needsFunctions) { row in
            if isFirst {
                table.session.noteExternalChanges()
                isFirst = false
            }
            try body(row, row.integer(-1))
        }
    }

    /// Returns the unsaved objects of the model that match; nil if the model has no unsaved objects.
    func pendingMatches<T: PersistentModel>(_ plan: FetchPlan<T>) throws -> [T]? {
        guard plan.descriptor.includePendingChanges, !context.changes.pending.isEmpty else { return nil }
        var hasAny = false
        var matches: [T] = []
        for model in context.changes.pending.all {
            guard let model = model as? T, plan.includes(model) else { continue }
            hasAny = true
            let phase = model._$state.phase
            if phase == .inserted || phase == .saved, try plan.matches(model) { matches.append(model) }
        }
        return hasAny ? matches : nil
    }

    /// The numbers of the records that a plan finds by SQL alone.
    func records<T: PersistentModel>(of plan: FetchPlan<T>, isLimited: Bool) throws -> [Int64] {
        let (sql, arguments) = plan.sql(selecting: "_id", isLimited: isLimited)
        return try plan.table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            return try connection.numbers(sql, arguments)
        }
    }

    /// The numbers of the records that a plan finds by SQL alone, without some deleted records.
    func records<T: PersistentModel>(of plan: FetchPlan<T>, without deletedRows: Set<Int64>) throws -> [Int64]
    {
        let records = try records(of: plan, isLimited: deletedRows.isEmpty)
        return deletedRows.isEmpty ? records : plan.limited(records.filter { !deletedRows.contains($0) })
    }

    /// Reads the objects of records; skips deleted records.
    func read<T: PersistentModel>(
        _ records: some Collection<Int64>, _ plan: FetchPlan<T>, _ found: inout [Int64: T]
    ) throws {
        let table = plan.table
        let sql = """
            SELECT \(plan.selection) FROM \(table.layout.table) \
            WHERE _id IN (SELECT value FROM json_each(?))
            """
        var read: [Int64: T] = [:]
        try context.registry.reading {
            try table.session.forEachRow(sql, [.list(records)]) { row in
                table.session.noteExternalChanges()
                let record = row.integer(-1)
                read[record] = try context.registry.object(
                    row, record, table, unreadColumns: plan.unreadColumns)
            }
        }
        found.merge(read) { _, new in new }
        if table.session.hasUnmergedChanges { try ExternalChangeMerger(context).merge(table.session) }
    }

    /// Returns the objects of records in their order, with placeholders for deleted and unreadable records.
    ///
    /// - Parameter missing: The placeholder if none with the record's number can be made.
    func objects<T: PersistentModel>(
        _ records: [Int64], _ plan: FetchPlan<T>, missing: T
    ) -> (elements: [T], problem: ModelDataError?) {
        var found: [Int64: T] = [:]
        var problem: ModelDataError?
        do {
            try read(records, plan, &found)
            try prefetch(Array(found.values), plan.descriptor)
        } catch {
            // One unreadable record fails the batch, so read the others one by one.
            for record in records where found[record] == nil {
                do {
                    try read([record], plan, &found)
                } catch {
                    problem = problem ?? error as? ModelDataError
                }
            }
        }
        if problem == nil, let gone = records.first(where: { found[$0] == nil }) {
            problem = ModelDataError.recordGone(model: T._$entityName, record: gone)
        }
        if let problem { context.deferringErrors { throw problem } }
        return (
            records.map { found[$0] ?? PlaceholderObject.make(T.self, record: $0) ?? missing }, problem
        )
    }

    /// Loads the relationships that a fetch descriptor lists, each with one query for all objects.
    func prefetch<T: PersistentModel>(_ models: [T], _ descriptor: FetchDescriptor<T>) throws {
        if descriptor.relationshipKeyPathsForPrefetching.isEmpty || models.isEmpty { return }
        let table = try context.table(for: T.self)
        let keyPaths = table.keyPaths(T.self)
        for keyPath in descriptor.relationshipKeyPathsForPrefetching {
            guard let column = keyPaths.column(of: keyPath) else { continue }
            let index = table.layout.shape.index(of: column)
            if index >= 0 {
                try RelationshipLoader(context).load(models, table.layout.shape.relationships[index])
            }
        }
    }

    func readable<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> ReadableFetch<T> {
        let table = try context.table(for: T.self)
        if let custom = table.custom {
            return ReadableFetch(models: try fetch(descriptor, table, from: custom), unreadable: [])
        }
        let plan = FetchPlan(descriptor, table)
        let changed = try pendingMatches(plan)
        var models: [T] = []
        var unreadable: [ModelDataError] = []
        let deletedRows = table.allPendingRowDeletions
        for record in try records(of: plan, isLimited: false) where !deletedRows.contains(record) {
            if changed != nil, let state = table.knownState(record), state.hasChanges { continue }
            let identifier = table.identifier(record)
            do {
                guard let model = try context.object(for: identifier, as: T.self) else { continue }
                if plan.filtersInMemory, try !plan.matches(model) { continue }
                models.append(model)
            } catch let error as ModelDataError {
                guard case .unreadableValue = error else { throw error }
                unreadable.append(error)
            }
        }
        if let changed { models += changed }
        if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&models) }
        return ReadableFetch(models: plan.limited(models), unreadable: unreadable)
    }
}
