/// Reads all rows of one table that can be reached from the root of its tree, and notes what can't be read.
struct TableWalk {
    /// Record numbers between which rows may be missing; without an end, up to the greatest that the table ever had.
    struct Gap {
        let first: Int64
        let last: Int64?
    }

    let file: PageFile
    private(set) var used: UsedPages
    private(set) var gaps: [Gap] = []
    /// The records whose numbers can be read, but whose values can't.
    private(set) var broken: [Int64] = []
    /// What is left of those.
    private(set) var rests: [(record: Int64, values: [RecordBytes.Rest])] = []
    /// Numbers that can't be right where they are; the records that had them, if any, are lost.
    private(set) var doubtful: [Int64] = []
    private(set) var hasProblem = false
    /// Rows that are in order on their page, where the pages above have others.
    private var misplaced: [(Int64, [StoredValue])] = []

    /// Receives a row: the record's number, or nil in a `WITHOUT ROWID` table; the values; and whether another
    /// page may have the record too.
    typealias Row = (Int64?, [StoredValue], _ mayBeDoubled: Bool) throws -> Void

    init(file: PageFile, used: UsedPages) {
        self.file = file
        self.used = used
    }

    /// Gives the rows of the table one by one, those last that may be doubled.
    mutating func run(root: UInt32, _ row: Row) throws {
        try visit(root, above: nil, upTo: nil, depth: 0, row)
        for (record, values) in misplaced { try row(record, values, true) }
        misplaced = []
    }

    private mutating func visit(
        _ number: UInt32, above: Int64?, upTo: Int64?, depth: Int, _ row: Row
    ) throws {
        // No tree of SQLite's is as deep.
        guard depth < 40, !used.trees.contains(number) else { return lose(above, upTo) }
        switch RecoveredPage(number, in: file, chains: &used.chains) {
        case .other: lose(above, upTo)
        case .rows(let cells, let isWhole):
            used.trees.insert(number)
            if !isWhole { lose(above, upTo) }
            try give(cells, above: above, upTo: upTo, row)
        case .branch(let children, let isWhole):
            used.trees.insert(number)
            if !isWhole { lose(above, upTo) }
            // A key that isn't between its neighbours tells nothing.
            let order = RecordNumberOrder(
                children.map { $0.last }, isReadable: children.map { _ in false }, above: above, upTo: upTo)
            var lower = order.above
            for (index, child) in children.enumerated() {
                let last = order.isBelieved[index] ? child.last : nil
                let end = last ?? order.next(after: index) ?? order.upTo
                try visit(child.page, above: lower, upTo: end, depth: depth + 1, row)
                lower = last ?? lower
            }
        case .keyed(let cells, let below):
            used.trees.insert(number)
            for cell in cells {
                if let values = cell.values { try row(nil, values, false) } else { hasProblem = true }
            }
            for page in below { try visit(page, above: nil, upTo: nil, depth: depth + 1, row) }
        }
    }

    private mutating func give(
        _ cells: [RecoveredPage.Cell], above: Int64?, upTo: Int64?, _ row: Row
    ) throws {
        let order = RecordNumberOrder(
            cells.map(\.record), isReadable: cells.map { $0.values != nil }, above: above, upTo: upTo)
        // The page may be another one than the tree had here.
        if order.above != above || order.upTo != upTo { lose(above, upTo) }
        var lower = order.above
        for (index, cell) in cells.enumerated() {
            guard let record = cell.record, order.isBelieved[index] else {
                lose(lower, order.next(after: index).map { max($0, 1) - 1 } ?? order.upTo)
                if let record = cell.record { doubtful.append(record) }
                continue
            }
            lower = record
            let isInPlace = (above.map { record > $0 } ?? true) && (upTo.map { record <= $0 } ?? true)
            if let values = cell.values {
                if isInPlace { try row(record, values, false) } else { misplaced.append((record, values)) }
            } else {
                hasProblem = true
                broken.append(record)
                if isInPlace, let rest = cell.rest { rests.append((record, rest)) }
            }
        }
    }

    private mutating func lose(_ above: Int64?, _ upTo: Int64?) {
        hasProblem = true
        if above == .max { return }
        let first = max(above ?? 0, 0) + 1
        if let upTo, upTo < first { return }
        if let last = gaps.last, last.first == first, last.last == upTo { return }
        gaps.append(Gap(first: first, last: upTo))
    }
}
