import Foundation

extension ModelContext {
    /// Fetches the objects that a descriptor describes.
    ///
    /// ```swift
    /// let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    /// ```
    ///
    /// A fetch doesn't wait for a process that writes. If a process has locked a store for readers, too, as
    /// while it recovers the log of a crashed process, the method blocks its caller for at most
    /// ``lockTimeout``.
    ///
    /// - Parameter descriptor: Which objects, in which order.
    /// - Throws: ``ModelDataError`` if the store can't be read, or if it has an invalid value.
    ///
    /// Mirrors SwiftData's `fetch(_:)`.
    @inlinable
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        // Specialized for the model in the caller's module. Elsewhere, each access to a generic property of the
        // descriptor looks up its type.
        if let predicate = descriptor.predicate, descriptor.isOnlyFiltered,
            let found = try fetchKnown(
                T.self, predicate.expression, record: predicate.variable.key,
                limit: descriptor.fetchLimit, offset: descriptor.fetchOffset,
                includesPendingChanges: descriptor.includePendingChanges)
        {
            return found.typed(as: T.self)
        }
        return try fetchPlanned(descriptor)
    }

    /// Fetches the objects that fulfil a predicate whose translation is known, in the order of their record
    /// numbers; nil if the fetch needs a plan.
    @usableFromInline
    func fetchKnown<T: PersistentModel>(
        _ type: T.Type, _ expression: any StandardPredicateExpression<Bool>,
        record: PredicateExpressions.VariableID, limit: Int?, offset: Int?, includesPendingChanges: Bool
    ) throws -> ContiguousArray<AnyObject>? {
        if includesPendingChanges, hasChanges { return nil }
        let table = try table(for: type)
        guard let known = table.knownPredicates.translation(of: expression, record: record) else {
            return nil
        }
        let (translation, values) = known
        let isLimited = limit != nil || offset != nil
        guard let sql = isLimited ? translation.limitedStatement : translation.statement else { return nil }
        var arguments = values
        if isLimited { arguments += FetchPlan<T>.arguments(limit: limit, offset: offset) }
        var found: ContiguousArray<AnyObject> = []
        try forEachRow(of: table, sql, arguments, needsFunctions: translation.query.needsFunctions) {
            found.append(try registry.object($0, $1, table) as T)
        }
        if table.session.hasUnmergedChanges { try mergeExternalChanges(from: table.session) }
        return found
    }

    @usableFromInline
    func fetchPlanned<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        let changed = try pendingMatches(plan)
        let deletedRows = descriptor.includePendingChanges ? table.allPendingRowDeletions : []
        let isLimited = !plan.limitsInMemory && changed == nil && deletedRows.isEmpty
        let isWhole = plan.unreadColumns.isEmpty
        // Untyped, since appending to an array of a generic type costs as much as the rest.
        var found: ContiguousArray<AnyObject> = []
        let (sql, arguments) = plan.sql(selecting: plan.selection, isLimited: isLimited)
        if isLimited, descriptor.isOnlyFiltered { plan.remember(sql) }
        try forEachRow(of: table, sql, arguments, needsFunctions: plan.needsFunctions) { row, record in
            if changed != nil, let state = table.knownState(record), state.hasChanges { return }
            if !deletedRows.isEmpty, deletedRows.contains(record) { return }
            let model: T =
                isWhole
                ? try self.registry.object(row, record, table)
                : try self.registry.object(row, record, table, unreadColumns: plan.unreadColumns)
            if plan.filtersInMemory, try !plan.matches(model) { return }
            found.append(model)
        }
        var result = found.typed(as: T.self)
        if !isLimited {
            if let changed { result += changed }
            if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&result) }
            result = plan.limited(result)
        }
        if table.session.hasUnmergedChanges { try mergeExternalChanges(from: table.session) }
        try prefetch(result, descriptor)
        return result
    }

    /// Returns the number of objects that a descriptor describes.
    ///
    /// - Parameter descriptor: Which objects; its limit and offset apply.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchCount(_:)`.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        guard !plan.filtersInMemory, try pendingMatches(plan) == nil else {
            return try fetch(descriptor).count
        }
        if descriptor.includePendingChanges, !table.allPendingRowDeletions.isEmpty {
            return try fetchIdentifiers(descriptor).count
        }
        let isLimited = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
        var (sql, arguments) = plan.sql(
            selecting: isLimited ? "1" : "count(*)", isOrdered: false, isLimited: isLimited)
        if isLimited { sql = "SELECT count(*) FROM (\(sql))" }
        return try table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            guard case .integer(let count)? = try connection.rows(sql, arguments).first?.first else {
                return 0
            }
            return Int(count)
        }
    }

    /// Returns the identifiers of the objects that a descriptor describes.
    ///
    /// - Parameter descriptor: Which objects, in which order.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchIdentifiers(_:)`.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> [PersistentIdentifier] {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        guard !plan.limitsInMemory, try pendingMatches(plan) == nil else {
            return try fetch(descriptor).map(\.persistentModelID)
        }
        let deletedRows = descriptor.includePendingChanges ? table.allPendingRowDeletions : []
        if table.layout.isPolymorphic { return try plan.polymorphicIdentifiers(without: deletedRows) }
        var records = try records(of: plan, isLimited: deletedRows.isEmpty)
        if !deletedRows.isEmpty { records = plan.limited(records.filter { !deletedRows.contains($0) }) }
        return records.map { PersistentIdentifier(origin: table.layout.origin, number: $0) }
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
        guard plan.descriptor.includePendingChanges, !changes.pending.isEmpty else { return nil }
        var hasAny = false
        var matches: [T] = []
        for model in changes.pending.all {
            guard let model = model as? T, plan.includes(model) else { continue }
            hasAny = true
            let phase = model._$state.phase
            if phase == .inserted || phase == .saved, try plan.matches(model) { matches.append(model) }
        }
        return hasAny ? matches : nil
    }
}
