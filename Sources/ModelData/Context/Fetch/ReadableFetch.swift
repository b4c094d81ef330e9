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
