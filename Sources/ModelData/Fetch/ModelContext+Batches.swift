extension ModelContext {
    /// Fetches the objects that a descriptor describes, in a collection that creates them when they are
    /// accessed.
    ///
    /// ```swift
    /// let books = try context.fetch(FetchDescriptor<Book>(), batchSize: 100)
    /// print(books.count, books[70_000].title)
    /// ```
    ///
    /// All objects are created at once if SQL can't find or sort the records, because of unsaved changes,
    /// the predicate or the order.
    ///
    /// - Parameters:
    ///   - descriptor: Which objects, in which order.
    ///   - batchSize: The number of objects created at a time; at least 1.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `fetch(_:batchSize:)`.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let plan = FetchPlan(descriptor, try table(for: T.self))
        guard !plan.limitsInMemory, PlaceholderObject.canBeMade(for: T.self), try pendingMatches(plan) == nil
        else {
            return FetchResultsCollection(elements: try fetch(descriptor))
        }
        let deletedRows = descriptor.includePendingChanges ? plan.table.allPendingRowDeletions : []
        var records = try records(of: plan, isLimited: deletedRows.isEmpty)
        if !deletedRows.isEmpty { records = plan.limited(records.filter { !deletedRows.contains($0) }) }
        let numbers = records
        let batches = FetchedBatches<T>(count: numbers.count, size: batchSize) { positions in
            self.objects(Array(numbers[positions]), plan)
        }
        return FetchResultsCollection(batches)
    }

    /// Fetches the identifiers of the objects that a descriptor describes, in a collection.
    ///
    /// - Parameters:
    ///   - descriptor: Which objects, in which order.
    ///   - batchSize: Ignored.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchIdentifiers(_:batchSize:)`.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        FetchResultsCollection(elements: try fetchIdentifiers(descriptor))
    }

    /// Returns the objects of records in their order, with placeholders for deleted and unreadable records.
    private func objects<T: PersistentModel>(
        _ records: [Int64], _ plan: FetchPlan<T>
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
        return (records.map { found[$0] ?? PlaceholderObject.make(T.self, record: $0) }, problem)
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
        try table.session.forEachRow(sql, [.text(Self.list(records))]) { row in
            table.session.noteExternalChanges()
            let record = row.integer(-1)
            found[record] = try registry.object(row, record, table, unreadColumns: plan.unreadColumns)
        }
        if table.session.hasUnmergedChanges { try mergeExternalChanges(from: table.session) }
    }
}
