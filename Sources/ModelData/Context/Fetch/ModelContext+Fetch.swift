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
            let found = try Fetcher(self).known(
                T.self, predicate.expression, record: predicate.variable.key,
                limit: descriptor.fetchLimit, offset: descriptor.fetchOffset,
                includesPendingChanges: descriptor.includePendingChanges)
        {
            return found.typed(as: T.self)
        }
        return try Fetcher(self).planned(descriptor)
    }

    /// Returns the number of objects that a descriptor describes.
    ///
    /// - Parameter descriptor: Which objects; its limit and offset apply.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `fetchCount(_:)`.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        let table = try table(for: T.self)
        if let custom = table.custom { return try Fetcher(self).count(descriptor, table, in: custom) }
        let plan = FetchPlan(descriptor, table)
        guard !plan.filtersInMemory, try Fetcher(self).pendingMatches(plan) == nil else {
            return try fetch(descriptor).count
        }
        if descriptor.includePendingChanges, !table.allPendingRowDeletions.isEmpty {
            return try fetchIdentifiers(descriptor).count
        }
        let isLimited = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
        var (sql, arguments) = plan.sql(
            selecting: isLimited ? "1" : "count(*)", isOrdered: false, isLimited: isLimited)
        if isLimited { sql = "SELECT count(*) FROM (\(sql))" }
        var count = 0
        try table.session.forEachRow(sql, arguments, needsFunctions: plan.needsFunctions) {
            count = Int($0.integer(-1))
        }
        return count
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
        if let custom = table.custom { return try Fetcher(self).identifiers(descriptor, table, in: custom) }
        let plan = FetchPlan(descriptor, table)
        guard !plan.limitsInMemory, try Fetcher(self).pendingMatches(plan) == nil else {
            return try fetch(descriptor).map(\.persistentModelID)
        }
        let deletedRows = plan.pendingRowDeletions
        if table.layout.isPolymorphic { return try plan.polymorphicIdentifiers(without: deletedRows) }
        return try Fetcher(self).records(of: plan, without: deletedRows).map { table.identifier($0) }
    }

}

extension ModelContext {
    /// Returns one text property of all objects of a model, in the order of their record numbers, without
    /// creating objects.
    ///
    /// ```swift
    /// let titles = try context.texts(of: \Book.title)
    /// ```
    ///
    /// Unsaved changes are included, as in a fetch. This method is many times faster than a fetch, so it can
    /// provide completions while the user types.
    ///
    /// - Parameter property: A stored property of the model.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Not in SwiftData.
    public func texts<T: PersistentModel>(of property: KeyPath<T, String>) throws -> [String] {
        let table = try table(for: T.self)
        let plan = FetchPlan(FetchDescriptor<T>(), table)
        guard table.custom == nil, let index = table.keyPaths(T.self).column(of: property),
            table.allPendingRowDeletions.isEmpty,
            try Fetcher(self).pendingMatches(plan) == nil
        else {
            return try fetch(FetchDescriptor<T>()).map { $0[keyPath: property] }
        }
        let (sql, arguments) = plan.sql(
            selecting: "_id, \(table.layout.columns[index].quoted)", isLimited: false)
        var texts: [String] = []
        try table.session.forEachRow(sql, arguments) { row in
            // Skip values of other types, which another program may have written. Reading the object
            // reports them.
            if let text = try? row.text(0) { texts.append(text) }
        }
        return texts
    }
}

extension FetchPlan {
    /// Returns the identifiers of the records that the plan finds. The plan must not filter in memory.
    /// Each identifier has the record's own class.
    func polymorphicIdentifiers(without deletedRows: Set<Int64>) throws -> [PersistentIdentifier] {
        let selection = "_id, \(ModelHierarchy.typeColumn.quotedSQL)"
        let (sql, arguments) = sql(selecting: selection, isLimited: deletedRows.isEmpty)
        var found: [PersistentIdentifier] = []
        try table.session.forEachRow(sql, arguments, needsFunctions: needsFunctions) { row in
            if deletedRows.contains(row.integer(-1)) { return }
            found.append(table.identifier(row.integer(-1), kind: row.stored(0).text))
        }
        return deletedRows.isEmpty ? found : limited(found)
    }
}

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
