extension ModelContext {
    /// Throws the error of a property, relationship or record that couldn't be read since the last call of
    /// this method or of ``save()``.
    ///
    /// ```swift
    /// let tags = books.map(\.tags)
    /// try context.checkReads()
    /// ```
    ///
    /// Getters can't throw. If the store can't be read, a relationship is empty and a record is missing;
    /// the next access reads again. Call this method before you show or rely on such a value. ``save()``
    /// calls it automatically, so that no change is saved that was based on a failed read. For autosave,
    /// see ``autosaveEnabled``.
    ///
    /// - Throws: The ``ModelDataError`` that a fetch would have thrown, or that of
    ///   ``ModelContainer/deleteAllData()``, or of a read of an object whose context is gone. Each error is thrown once.
    ///   `CancellationError` in a cancelled task, if a read was waiting for a lock.
    ///
    /// Not in SwiftData.
    public func checkReads() throws {
        if let failure = core.failure.withLock({ $0.take() }) { throw failure }
        guard let error = deferredError else { return }
        deferredError = nil
        // If another task's read was cancelled, don't cancel this task.
        if error is CancellationError, !Task.isCancelled { return }
        throw error
    }

    /// Runs work for a caller that can't throw, and keeps the first error for ``checkReads()``.
    ///
    /// If a wait for a lock was cancelled, its error is kept only until another error occurs.
    @discardableResult
    func deferringErrors<Result>(_ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            if deferredError == nil || deferredError is CancellationError { deferredError = error }
            return nil
        }
    }
}

/// The objects of a fetch, and the errors of records that couldn't be read.
///
/// Not in SwiftData.
public struct ReadableFetch<T: PersistentModel> {
    /// The objects that could be read.
    public let models: [T]
    /// One error for each unreadable record, with its model, property, record number and content.
    public let unreadable: [ModelDataError]
}

extension ModelContext {
    /// Fetches the objects that a descriptor describes, and skips records that can't be read.
    ///
    /// ```swift
    /// let result = try context.fetchReadable(FetchDescriptor<Book>())
    /// for error in result.unreadable { print(error) }
    /// ```
    ///
    /// A store that another tool has edited can contain invalid values, such as an unknown enumeration case
    /// or broken JSON. ``fetch(_:)`` throws at the first such value; this method skips the record and
    /// reports it. If the predicate must be evaluated in memory, all unreadable records are reported,
    /// because the predicate can't be evaluated for them. Limit and offset count the readable objects. If
    /// all records can be read, the cost is that of a fetch. Not in SwiftData.
    ///
    /// - Parameter descriptor: The objects to fetch and their order.
    /// - Returns: The objects, and an ``ModelDataError/unreadableValue(model:property:record:problem:)``
    ///   for each skipped record.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func fetchReadable<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> ReadableFetch<T> {
        // Fetch all properties, because a partial fetch might not read the unreadable property.
        var descriptor = descriptor
        descriptor.propertiesToFetch = []
        do {
            return ReadableFetch(models: try fetch(descriptor), unreadable: [])
        } catch ModelDataError.unreadableValue {
            return try Fetcher(self).readable(descriptor)
        }
    }

}
