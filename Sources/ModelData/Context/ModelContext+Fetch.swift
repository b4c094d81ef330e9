extension ModelContext {
    /// The objects that a descriptor describes.
    ///
    ///     let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
    ///
    /// - Parameter descriptor: which objects, in which order.
    /// - Throws: ``ModelDataError`` when the store can't be read or a value in it is none of its property.
    ///
    /// Mirrors SwiftData's `fetch(_:)`.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        let changed = try pendingMatches(plan)
        let doomed = descriptor.includePendingChanges ? table.allDoomed : []
        let isLimited = !plan.limitsInMemory && changed == nil && doomed.isEmpty
        let isWhole = plan.missing.isEmpty
        // Untyped, since appending to an array of a generic type costs as much as the rest.
        var found: ContiguousArray<AnyObject> = []
        try forEachRow(of: plan, isLimited: isLimited) { row, record in
            if changed != nil, let state = table.knownState(record), state.hasChanges { return }
            if !doomed.isEmpty, doomed.contains(record) { return }
            let model: T =
                isWhole
                ? try self.object(row, record, table)
                : try self.object(row, record, table, missing: plan.missing)
            if plan.filtersInMemory, try !plan.matches(model) { return }
            found.append(model)
        }
        var result = found.typed(as: T.self)
        if !isLimited {
            if let changed { result += changed }
            if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&result) }
            result = plan.limited(result)
        }
        if table.session.mustFollow { try follow(table.session) }
        try prefetch(result, descriptor)
        return result
    }

    /// The number of objects that a descriptor describes.
    ///
    ///     let count = try context.fetchCount(FetchDescriptor<Book>())
    ///
    /// - Parameter descriptor: which objects; its limit and offset count too.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchCount(_:)`.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        guard !plan.filtersInMemory, try pendingMatches(plan) == nil else {
            return try fetch(descriptor).count
        }
        if descriptor.includePendingChanges, !table.allDoomed.isEmpty {
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

    /// The identifiers of the objects that a descriptor describes.
    ///
    ///     let identifiers = try context.fetchIdentifiers(FetchDescriptor<Book>())
    ///
    /// - Parameter descriptor: which objects, in which order.
    /// - Throws: ``ModelDataError`` when the store can't be read.
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
        let doomed = descriptor.includePendingChanges ? table.allDoomed : []
        if table.layout.isPolymorphic { return try kindredIdentifiers(of: plan, without: doomed) }
        var records = try records(of: plan, isLimited: doomed.isEmpty)
        if !doomed.isEmpty { records = plan.limited(records.filter { !doomed.contains($0) }) }
        return records.map { PersistentIdentifier(origin: table.layout.origin, number: $0) }
    }

    /// Runs a plan's statement and hands out its rows.
    private func forEachRow<T: PersistentModel>(
        of plan: FetchPlan<T>, isLimited: Bool, _ body: (ModelRow, Int64) throws -> Void
    ) throws {
        let table = plan.table
        let (sql, arguments) = plan.sql(selecting: plan.selection, isLimited: isLimited)
        try table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            let statement = try connection.statement(sql)
            try statement.bind(arguments)
            statement.isInUse = true
            defer {
                statement.reset()
                statement.isInUse = false
            }
            var isFirst = true
            let row = ModelRow(statement: statement.handle)
            while try statement.step() {
                if isFirst {
                    table.session.noteForeignChanges()
                    isFirst = false
                }
                try body(row, row.integer(-1))
            }
        }
    }

    /// The unsaved objects of the model that match; nil when the context has no unsaved ones.
    func pendingMatches<T: PersistentModel>(_ plan: FetchPlan<T>) throws -> [T]? {
        guard plan.descriptor.includePendingChanges, !pending.isEmpty else { return nil }
        var hasAny = false
        var matches: [T] = []
        for model in pending.all {
            guard let model = model as? T, plan.includes(model) else { continue }
            hasAny = true
            let phase = model._$state.phase
            if phase == .inserted || phase == .saved, try plan.matches(model) { matches.append(model) }
        }
        return hasAny ? matches : nil
    }
}
