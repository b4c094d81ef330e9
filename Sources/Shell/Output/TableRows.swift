/// The rows of a table, each with one cell per column. A long table makes its rows whenever they are read, so that memory
/// holds only some of them at a time.
///
/// ```swift
/// let titles = ["Solaris", "Emma"]
/// let rows = TableRows(count: titles.count) { $0.map { [.text(titles[$0])] } }
/// ```
public struct TableRows: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    /// Makes the rows with these indices.
    public typealias Maker = @MainActor @Sendable (_ indices: Range<Int>) -> [[Cell]]

    /// The number of rows from which a table makes its rows when they are read.
    public static let longTable = 1000

    /// The number of rows that are made at a time.
    private static let batchSize = 250

    private let stored: [[Cell]]
    /// Makes rows; `nil` if they are stored.
    private let make: Maker?
    /// The number of rows.
    public let endIndex: Int
    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// Creates rows that are stored.
    public init(_ rows: [[Cell]]) {
        stored = rows
        make = nil
        endIndex = rows.count
    }

    /// Creates rows that are stored.
    public init(arrayLiteral rows: [Cell]...) { self.init(rows) }

    /// Creates rows. Few rows are made and stored now; more rows are made whenever they are read, which only the main
    /// actor can do.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - make: Makes the rows with some indices.
    @MainActor
    public init(count: Int, _ make: @escaping Maker) {
        let isLong = count >= Self.longTable
        stored = isLong ? [] : make(0..<count)
        self.make = isLong ? make : nil
        endIndex = count
    }

    /// Whether the rows are stored, so that reading them again takes no time.
    var areStored: Bool { make == nil }

    /// The row at an index.
    public subscript(index: Int) -> [Cell] {
        make == nil ? stored[index] : made(index..<index + 1).first ?? []
    }

    private func made(_ indices: Range<Int>) -> [[Cell]] {
        guard let make else { return [] }
        return MainActor.assumeIsolated { make(indices) }
    }

    /// Returns rows with other cells, which are made when the rows are.
    ///
    /// - Parameter change: Returns the cells of a row from its index and its present cells.
    public func changed(_ change: @escaping @Sendable (_ index: Int, _ row: [Cell]) -> [Cell]) -> TableRows {
        guard let make else { return TableRows(stored.indices.map { change($0, stored[$0]) }) }
        return TableRows(long: endIndex) { indices in
            zip(indices, make(indices)).map { change($0, $1) }
        }
    }

    private init(long count: Int, _ make: @escaping Maker) {
        stored = []
        self.make = make
        endIndex = count
    }

    /// Returns an iterator that makes some rows at a time.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Reads rows one after the other.
    public struct Iterator: IteratorProtocol {
        private let rows: TableRows
        /// The rows that were made last, and the index after them.
        private var batch: [[Cell]]
        private var end: Int
        private var position = 0

        fileprivate init(_ rows: TableRows) {
            self.rows = rows
            batch = rows.stored
            end = batch.count
        }

        /// Returns the next row; `nil` at the end.
        public mutating func next() -> [Cell]? {
            if position == batch.count {
                if end == rows.endIndex { return nil }
                let start = end
                end = Swift.min(start + TableRows.batchSize, rows.endIndex)
                // Drop the rows before others are made.
                batch = []
                batch = rows.made(start..<end)
                position = 0
                if batch.isEmpty { return nil }
            }
            defer { position += 1 }
            return batch[position]
        }
    }
}
