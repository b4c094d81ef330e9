/// The overflow pages that long rows claim, so that damaged pointers can be recognized.
struct OverflowPageClaims {
    private var leaders: [UInt32: [UInt32]] = [:]
    /// The pages of complete rows that the list of free pages contains, too.
    private var doubtful: Set<UInt32> = []
    /// The pages of trees, which can't be overflow pages.
    var trees: Set<UInt32> = [] {
        // If the list of free pages contains tree pages, it is damaged.
        didSet { if !free.isDisjoint(with: trees) { doubtful = [] } }
    }
    /// The free pages, if their list is valid.
    var free: Set<UInt32> = []

    /// Records the pages of a complete row.
    ///
    /// - Parameter pages: The page with the row, followed by its overflow pages.
    mutating func note(_ pages: [UInt32]) {
        for (leader, page) in zip(pages, pages.dropFirst()) { leaders[page, default: []].append(leader) }
        // A pointer to a deleted row leads to free pages up to its end. A damaged list of free pages may
        // contain any page.
        if let last = pages.last, free.contains(last) {
            doubtful.formUnion(pages.reversed().prefix { free.contains($0) })
        }
    }

    /// Returns whether a row can continue on a page after another page.
    func isBelievable(_ page: UInt32, after leader: UInt32) -> Bool {
        if trees.contains(page) { return false }
        let others = leaders[page, default: []].contains { $0 != leader }
        // If another row claims the page or the page should be free, trust only the row with consecutive
        // pages, which was written at once.
        return (!others && !doubtful.contains(page)) || leader + 1 == page
    }
}
