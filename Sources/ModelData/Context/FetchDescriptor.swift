import Foundation

/// What to fetch: which objects, in which order, how many.
///
///     var descriptor = FetchDescriptor<Book>(
///         predicate: #Predicate { $0.rating == 5 }, sortBy: [SortDescriptor(\.title)])
///     descriptor.fetchLimit = 10
///     let best = try context.fetch(descriptor)
///
/// Mirrors SwiftData's `FetchDescriptor`.
public struct FetchDescriptor<T: PersistentModel> {
    /// Which objects; all when nil.
    public var predicate: Predicate<T>?
    /// The order; that of the record numbers when empty, which also decides between equals.
    public var sortBy: [SortDescriptor<T>]
    /// How many objects at most; any number when nil.
    public var fetchLimit: Int?
    /// How many objects to leave out at the start.
    public var fetchOffset: Int?
    /// Whether unsaved changes of the context count.
    ///
    /// Without them objects are found and sorted by what is stored, as far as SQL can do that. What it can't, such as
    /// comparing decimals, is worked out with the objects that were found, whose unsaved values then count. New objects
    /// are never among them.
    public var includePendingChanges = true
    /// The properties that will be read; all when empty. The others are read from the store when somebody
    /// asks an object for one of them, all at once.
    ///
    /// Constants, and keys of relationships, are always read; and so is everything where a predicate or an
    /// order must be worked out in memory.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships that will be followed.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Describes a fetch.
    ///
    ///     let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
    ///
    /// - Parameters:
    ///   - predicate: which objects; all when nil.
    ///   - sortBy: the order.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
