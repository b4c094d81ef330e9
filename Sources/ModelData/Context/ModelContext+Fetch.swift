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
        let isLimited = !plan.limitsInMemory && changed == nil
        var result: [T] = []
        try forEachRow(of: plan, isLimited: isLimited) { row, record in
            if changed != nil, let state = table.state(record), state.hasChanges { return }
            let model: T = try self.object(row, record, table)
            if plan.filtersInMemory, try !plan.matches(model) { return }
            result.append(model)
        }
        if isLimited { return result }
        if let changed { result += changed }
        if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&result) }
        return plan.limited(result)
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
        let (sql, arguments) = plan.sql(selecting: "_id", isLimited: true)
        return try table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            return try connection.rows(sql, arguments).compactMap { row in
                guard case .integer(let number)? = row.first else { return nil }
                return PersistentIdentifier(origin: table.layout.origin, number: number)
            }
        }
    }

    /// Goes through the objects that a descriptor describes without holding them all.
    ///
    ///     try context.enumerate(FetchDescriptor<Book>()) { print($0.title) }
    ///
    /// - Parameters:
    ///   - descriptor: which objects, in which order.
    ///   - batchSize: has no meaning here: one object is read at a time.
    ///   - allowEscapingMutations: whether changed objects may be kept until a later save.
    ///   - block: what is done with each object.
    /// - Throws: what the block throws, and ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `enumerate(_:batchSize:allowEscapingMutations:block:)`.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        if plan.limitsInMemory {
            for model in try fetch(descriptor) { try block(model) }
            return
        }
        guard try pendingMatches(plan) == nil else {
            for model in try fetch(descriptor) { try block(model) }
            return
        }
        try forEachRow(of: plan, isLimited: true) { row, record in
            try block(try self.object(row, record, table))
        }
    }

    /// Runs a plan's statement and hands out its rows.
    private func forEachRow<T: PersistentModel>(
        of plan: FetchPlan<T>, isLimited: Bool, _ body: (ModelRow, Int64) throws -> Void
    ) throws {
        let table = plan.table
        let (sql, arguments) = plan.sql(selecting: table.layout.selection, isLimited: isLimited)
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
            guard let model = model as? T else { continue }
            hasAny = true
            let phase = model._$state.phase
            if phase == .inserted || phase == .saved, try plan.matches(model) { matches.append(model) }
        }
        return hasAny ? matches : nil
    }
}
