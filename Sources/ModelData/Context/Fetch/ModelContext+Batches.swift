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
    /// the predicate or the order, or if the model has a property without an empty value, such as a required
    /// relationship.
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
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        guard !plan.limitsInMemory, table.custom == nil, let placeholder = table.placeholder as? T,
            try Fetcher(self).pendingMatches(plan) == nil
        else {
            return FetchResultsCollection(elements: try fetch(descriptor))
        }
        let numbers = try Fetcher(self).records(of: plan, without: plan.pendingRowDeletions)
        let batches = FetchedBatches<T>(count: numbers.count, size: batchSize) { positions in
            Fetcher(self).objects(Array(numbers[positions]), plan, missing: placeholder)
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

}
