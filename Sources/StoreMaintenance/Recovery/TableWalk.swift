import ModelData

/// Reads all rows of one table that can be reached from the root of its tree, and notes the unreadable parts.
struct TableWalk {
    /// Record numbers between which rows may be missing. Without an end, up to the greatest number that the
    /// table ever had.
    struct Gap {
        let first: Int64
        let last: Int64?
    }

    /// Pages that belong to a tree or to a long row.
    struct UsedPages {
        fileprivate(set) var trees: Set<UInt32> = []
        var chains: Set<UInt32> = []

        func contains(_ page: UInt32) -> Bool { trees.contains(page) || chains.contains(page) }
    }

    let file: PageFile
    private(set) var used: UsedPages
    private(set) var gaps: [Gap] = []
    /// The records with a readable number and unreadable values.
    private(set) var broken: [Int64] = []
    /// The readable parts of those records.
    private(set) var rests: [(record: Int64, parts: [RecordBytes.Part])] = []
    /// Numbers that contradict their page or its parents. Their records, if there were any, are lost.
    private(set) var contradictory: [Int64] = []
    private(set) var hasProblem = false

    /// Receives a row: the record's number, or nil in a `WITHOUT ROWID` table; and the values.
    typealias Row = (Int64?, [StoredValue]) throws -> Void

    init(file: PageFile, used: UsedPages) {
        self.file = file
        self.used = used
    }

    /// Passes each row of the table to a function.
    mutating func run(root: UInt32, _ row: Row) throws {
        try visit(root, above: nil, upTo: nil, depth: 0, row)
    }

    private mutating func visit(
        _ number: UInt32, above: Int64?, upTo: Int64?, depth: Int, _ row: Row
    ) throws {
        // The trees of SQLite are never this deep.
        guard depth < 40, !used.trees.contains(number) else { return lose(above, upTo) }
        let page = RecoveredPage(number, in: file, chains: &used.chains)
        if case .other = page { return lose(above, upTo) }
        used.trees.insert(number)
        switch page {
        case .other: break
        case .rows(let cells, let isWhole):
            if !isWhole { lose(above, upTo) }
            try read(cells, above: above, upTo: upTo, row)
        case .branch(let children, let isWhole):
            if !isWhole { lose(above, upTo) }
            let last = Self.consistent(children.map(\.last), above: above, upTo: upTo)
            var lower = above
            for (index, child) in children.enumerated() {
                let end = last[index...].lazy.compactMap { $0 }.first ?? upTo
                try visit(child.page, above: lower, upTo: end, depth: depth + 1, row)
                lower = last[index] ?? lower
            }
        case .keyed(let cells, let below):
            for cell in cells {
                if let values = cell.values { try row(nil, values) } else { hasProblem = true }
            }
            for page in below { try visit(page, above: nil, upTo: nil, depth: depth + 1, row) }
        }
    }

    /// Reads the rows of a leaf page.
    private mutating func read(
        _ cells: [RecoveredPage.Cell], above: Int64?, upTo: Int64?, _ row: Row
    ) throws {
        let records = Self.consistent(cells.map(\.record), above: above, upTo: upTo)
        var lower = above
        for (index, cell) in cells.enumerated() {
            guard let record = records[index] else {
                let next = records[index...].lazy.compactMap { $0 }.first
                lose(lower, next.map { max($0, 1) - 1 } ?? upTo)
                if let record = cell.record { contradictory.append(record) }
                continue
            }
            lower = record
            if let values = cell.values {
                try row(record, values)
            } else {
                hasProblem = true
                broken.append(record)
                if let parts = cell.parts { rests.append((record, parts)) }
            }
        }
    }

    /// Returns the record numbers of a page that agree with the bounds from its parents and with each other:
    /// each number is greater than all before it and less than all after it. Other numbers become nil.
    ///
    /// - Parameters:
    ///   - numbers: The numbers in the order of the page. Nil for an unreadable one.
    ///   - above: The exclusive lower bound, if known.
    ///   - upTo: The inclusive upper bound, if known.
    static func consistent(_ numbers: [Int64?], above: Int64?, upTo: Int64?) -> [Int64?] {
        var numbers = numbers.map { number -> Int64? in
            guard let number, number <= upTo ?? .max else { return nil }
            if let above, number <= above { return nil }
            return number
        }
        var isConsistent = numbers.map { $0 != nil }
        var greatest: Int64?
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            if let greatest, number <= greatest { isConsistent[index] = false }
            greatest = max(greatest ?? number, number)
        }
        var least: Int64?
        for (index, number) in numbers.enumerated().reversed() {
            guard let number else { continue }
            if let least, number >= least { isConsistent[index] = false }
            least = min(least ?? number, number)
        }
        for index in numbers.indices where !isConsistent[index] { numbers[index] = nil }
        return numbers
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
