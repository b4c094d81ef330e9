/// Reads all rows of one table that can be reached from the root of its tree, and notes what can't be read.
struct TableWalk {
    /// Record numbers between which rows may be missing; without an end, up to the greatest that the table ever had.
    struct Gap {
        let first: Int64
        let last: Int64?
    }

    let file: PageFile
    /// The pages that belong to some tree or row that was read.
    private(set) var seen: Set<UInt32>
    private(set) var gaps: [Gap] = []
    /// The records whose numbers can be read, but whose values can't.
    private(set) var broken: [Int64] = []
    private(set) var hasProblem = false

    init(file: PageFile, seen: Set<UInt32>) {
        self.file = file
        self.seen = seen
    }

    /// Gives the rows of the table one by one: the record's number, or nil in a table that is its own index, and the
    /// values.
    mutating func run(root: UInt32, _ row: (Int64?, [StoredValue]) throws -> Void) throws {
        try visit(root, above: nil, upTo: nil, depth: 0, row)
    }

    private mutating func visit(
        _ number: UInt32, above: Int64?, upTo: Int64?, depth: Int,
        _ row: (Int64?, [StoredValue]) throws -> Void
    ) throws {
        // No tree of SQLite's is as deep.
        guard depth < 40, !seen.contains(number) else { return lose(above, upTo) }
        switch RecoveredPage(number, in: file, chains: &seen) {
        case .other: lose(above, upTo)
        case .rows(let cells, let isWhole):
            seen.insert(number)
            if !isWhole { lose(above, upTo) }
            try give(cells, above: above, upTo: upTo, row)
        case .branch(let children, let isWhole):
            seen.insert(number)
            if !isWhole { lose(above, upTo) }
            var lower = above
            for child in children {
                // A key that isn't between its neighbours tells nothing.
                let last = child.last.flatMap { last -> Int64? in
                    (lower.map { last > $0 } ?? true) && (upTo.map { last <= $0 } ?? true) ? last : nil
                }
                try visit(child.page, above: lower, upTo: last ?? upTo, depth: depth + 1, row)
                lower = last ?? lower
            }
        case .keyed(let cells, let below):
            seen.insert(number)
            for cell in cells {
                if let values = cell.values { try row(nil, values) } else { hasProblem = true }
            }
            for page in below { try visit(page, above: nil, upTo: nil, depth: depth + 1, row) }
        }
    }

    private mutating func give(
        _ cells: [RecoveredPage.Cell], above: Int64?, upTo: Int64?,
        _ row: (Int64?, [StoredValue]) throws -> Void
    ) throws {
        for cell in cells {
            guard let record = cell.record else {
                lose(above, upTo)
                continue
            }
            // A number that the tree has elsewhere is a broken one.
            let isInPlace = (above.map { record > $0 } ?? true) && (upTo.map { record <= $0 } ?? true)
            guard isInPlace else {
                lose(above, upTo)
                continue
            }
            if let values = cell.values {
                try row(record, values)
            } else {
                hasProblem = true
                broken.append(record)
            }
        }
    }

    private mutating func lose(_ above: Int64?, _ upTo: Int64?) {
        hasProblem = true
        let first = (above ?? 0) + 1
        if let upTo, upTo < first { return }
        if let last = gaps.last, last.first == first, last.last == upTo { return }
        gaps.append(Gap(first: first, last: upTo))
    }
}
