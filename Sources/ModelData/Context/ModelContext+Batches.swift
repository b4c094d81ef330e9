extension ModelContext {
    /// The objects that a descriptor describes, in a collection that makes them when they are asked for.
    ///
    ///     let books = try context.fetch(FetchDescriptor<Book>(), batchSize: 100)
    ///     print(books.count, books[70_000].title)
    ///
    /// Where SQL alone can't say which records there are, and in which order, because of unsaved changes or of
    /// what a predicate or an order asks for, all objects are made at once.
    ///
    /// - Parameters:
    ///   - descriptor: which objects, in which order.
    ///   - batchSize: how many objects are made at a time; at least 1.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `fetch(_:batchSize:)`.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let plan = FetchPlan(descriptor, try table(for: T.self))
        guard !plan.limitsInMemory, Placeholder.canStandFor(T.self), try pendingMatches(plan) == nil else {
            return FetchResultsCollection(elements: try fetch(descriptor))
        }
        let doomed = descriptor.includePendingChanges ? plan.table.allDoomed : []
        var records = try records(of: plan, isLimited: doomed.isEmpty)
        if !doomed.isEmpty { records = plan.limited(records.filter { !doomed.contains($0) }) }
        let numbers = records
        let batches = FetchedBatches<T>(count: numbers.count, size: batchSize) { positions in
            self.objects(Array(numbers[positions]), plan)
        }
        return FetchResultsCollection(batches)
    }

    /// The identifiers of the objects that a descriptor describes, in a collection.
    ///
    ///     let identifiers = try context.fetchIdentifiers(FetchDescriptor<Book>(), batchSize: 100)
    ///
    /// - Parameters:
    ///   - descriptor: which objects, in which order.
    ///   - batchSize: has no meaning here: an identifier is two words.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchIdentifiers(_:batchSize:)`.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        FetchResultsCollection(elements: try fetchIdentifiers(descriptor))
    }

    /// The objects of records, in their order; stand-ins for those that are gone or can't be read.
    private func objects<T: PersistentModel>(
        _ records: [Int64], _ plan: FetchPlan<T>
    ) -> (elements: [T], problem: ModelDataError?) {
        var found: [Int64: T] = [:]
        var problem: ModelDataError?
        do {
            try read(records, plan, &found)
            try prefetch(Array(found.values), plan.descriptor)
        } catch {
            // One of them spoils the batch; the others are read one by one.
            for record in records where found[record] == nil {
                do {
                    try read([record], plan, &found)
                } catch {
                    problem = problem ?? error as? ModelDataError
                }
            }
        }
        return (records.map { found[$0] ?? Placeholder.make(T.self, record: $0) }, problem)
    }

    /// Reads the objects of records by their numbers; those that are gone are left out.
    func read<T: PersistentModel>(
        _ records: some Collection<Int64>, _ plan: FetchPlan<T>, _ found: inout [Int64: T]
    ) throws {
        let table = plan.table
        try table.session.connection.perform { connection in
            let statement = try connection.statement(
                """
                SELECT \(plan.selection) FROM \(table.layout.table) \
                WHERE _id IN (SELECT value FROM json_each(?))
                """)
            try statement.bind([.text(Self.list(records))])
            statement.isInUse = true
            defer {
                statement.reset()
                statement.isInUse = false
            }
            let row = ModelRow(statement: statement.handle)
            while try statement.step() {
                table.session.noteForeignChanges()
                let record = row.integer(-1)
                found[record] = try self.object(row, record, table, missing: plan.missing)
            }
        }
        if table.session.mustFollow { try follow(table.session) }
    }
}
