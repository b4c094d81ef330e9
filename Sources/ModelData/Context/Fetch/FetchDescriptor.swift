import Foundation

/// Describes a fetch: which objects, in which order, and how many.
///
/// ```swift
/// var descriptor = FetchDescriptor<Book>(
///     predicate: #Predicate { $0.rating == 5 }, sortBy: [SortDescriptor(\.title)])
/// descriptor.fetchLimit = 10
/// let best = try context.fetch(descriptor)
/// ```
///
/// Mirrors SwiftData's `FetchDescriptor`.
public struct FetchDescriptor<T: PersistentModel> {
    /// The condition for objects; nil for all.
    public var predicate: Predicate<T>?
    /// The order. Objects that are equal by it, or all if it is empty, are ordered by record number.
    public var sortBy: [SortDescriptor<T>]
    /// The maximum number of objects; nil for no limit.
    public var fetchLimit: Int?
    /// The number of objects to skip at the start.
    public var fetchOffset: Int?
    /// Whether unsaved changes of the context count. Default: `true`.
    ///
    /// If false, SQL finds and sorts objects by their stored values. Conditions that SQL doesn't support,
    /// such as comparisons of decimals, use the found objects' unsaved values. New objects are never found.
    public var includePendingChanges = true
    /// The properties to read; empty for all. Accessing another property of an object reads all its
    /// remaining properties.
    ///
    /// Constants and foreign keys are always read. All properties are read if the predicate or order must
    /// be evaluated in memory.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships to load together with the objects.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: The condition for objects. Default: all.
    ///   - sortBy: The order. Default: by record number.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }

    /// Whether the fetch reads all properties of its objects and nothing else, in the order of their record
    /// numbers.
    @inlinable
    var isOnlyFiltered: Bool {
        sortBy.isEmpty && propertiesToFetch.isEmpty && relationshipKeyPathsForPrefetching.isEmpty
    }
}

// The key paths of properties are constants, so it is safe to pass a descriptor to another actor.
extension FetchDescriptor: @unchecked Sendable {}

extension FetchDescriptor: Equatable {
    /// Returns whether two descriptors describe the same fetch.
    ///
    /// Predicates are equal if they consist of the same operations and have equal captured values, as far as their
    /// descriptions show it.
    public static func == (first: Self, second: Self) -> Bool {
        first.sortBy == second.sortBy && first.fetchLimit == second.fetchLimit
            && first.fetchOffset == second.fetchOffset
            && first.includePendingChanges == second.includePendingChanges
            && first.propertiesToFetch == second.propertiesToFetch
            && first.relationshipKeyPathsForPrefetching == second.relationshipKeyPathsForPrefetching
            && first.predicate?.description == second.predicate?.description
    }
}
