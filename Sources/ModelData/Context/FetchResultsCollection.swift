/// What a fetch found, in its order.
///
///     let books = try context.fetch(FetchDescriptor<Book>(), batchSize: 100)
///     let last = books.last
///
/// Which records there are is decided by the fetch; their objects are made batch by batch, when somebody asks
/// for one, and held as long as the batch is in use. An object that is asked for again is the same one as
/// long as somebody holds it. One whose record was deleted meanwhile is a stand-in that ``PersistentModel``'s
/// `isDeleted` tells.
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

    /// What the first element that couldn't be read was, and why; nil when all could that were asked for.
    ///
    ///     if let problem = books.readError { print(problem) }
    ///
    /// Such an element is a stand-in like that of a deleted record. Not in SwiftData.
    public var readError: ModelDataError? { batches.problem }
}

/// Elements that are made batch by batch.
final class FetchedBatches<Element> {
    /// The elements at some positions, and what couldn't be read of them.
    typealias Load = (Range<Int>) -> (elements: [Element], problem: ModelDataError?)

    let count: Int
    private let size: Int
    private let load: Load
    private(set) var problem: ModelDataError?
    /// The batches that were used last, the latest first: two, for those who look at neighbours.
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
