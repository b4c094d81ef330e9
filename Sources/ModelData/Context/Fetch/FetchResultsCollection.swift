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

/// The results of a fetch, in order.
///
/// ```swift
/// let books = try context.fetch(FetchDescriptor<Book>(), batchSize: 100)
/// let last = books.last
/// ```
///
/// The fetch decides which records there are. Their objects are created in batches when they are accessed,
/// and retained while the batch is in use. Accessing an element again returns the same object if the
/// program has retained it. For a record that was deleted meanwhile, the element is a placeholder whose
/// `modelContext` is nil; ``readError`` and ``ModelContext/checkReads()`` say so.
///
/// A collection belongs to the actor of its context. Mirrors SwiftData's `FetchResultsCollection`.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    private let batches: FetchedBatches<Element>

    init(elements: [Element]) {
        batches = FetchedBatches(count: elements.count, size: elements.count) { _ in (elements, nil) }
    }

    init(_ batches: FetchedBatches<Element>) { self.batches = batches }

    /// The position of the first element.
    public var startIndex: Int { 0 }
    /// The position after the last element.
    public var endIndex: Int { batches.count }
    /// The element at a position.
    public subscript(position: Int) -> Element { batches[position] }

    /// The error of the first element that couldn't be read, or whose record is gone; nil if there is none.
    ///
    /// Such an element is a placeholder. Not in SwiftData.
    public var readError: ModelDataError? { batches.problem }
}

/// Elements that are created in batches.
final class FetchedBatches<Element> {
    /// Returns the elements at some positions, and the first read error.
    typealias Load = (Range<Int>) -> (elements: [Element], problem: ModelDataError?)

    let count: Int
    private let size: Int
    private let load: Load
    private(set) var problem: ModelDataError?
    /// The two batches that were used last, the latest first; two, because code often compares neighbours.
    private var ready: [(number: Int, elements: [Element])] = []

    init(count: Int, size: Int, load: @escaping Load) {
        self.count = count
        self.size = Swift.max(1, size)
        self.load = load
    }

    subscript(position: Int) -> Element {
        let number = position / size
        if let first = ready.first, first.number == number { return first.elements[position - number * size] }
        if let index = ready.firstIndex(where: { $0.number == number }) {
            ready.swapAt(0, index)
        } else {
            let start = number * size
            let loaded = load(start..<Swift.min(start + size, count))
            problem = problem ?? loaded.problem
            ready.insert((number, loaded.elements), at: 0)
            if ready.count > 2 { ready.removeLast() }
        }
        return ready[0].elements[position - number * size]
    }
}
