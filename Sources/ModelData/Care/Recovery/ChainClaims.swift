/// Which pages long rows go on over, and what leads to each, so that a pointer that damage has changed is told from those
/// that are right.
struct ChainClaims {
    private var leaders: [UInt32: [UInt32]] = [:]
    /// Pages that a row goes on over to its end, and that should be free.
    private var doubtful: Set<UInt32> = []
    /// The pages of trees, over which no row goes on.
    var trees: Set<UInt32> = [] {
        // A list of free pages that has some of them is damaged.
        didSet { if !free.isDisjoint(with: trees) { doubtful = [] } }
    }
    /// The pages that are free, if the list of them is right.
    var free: Set<UInt32> = []

    /// Notes the pages of a row that ends where it has to.
    ///
    /// - Parameter pages: the page that the row stands on, and those over which it goes on.
    mutating func note(_ pages: [UInt32]) {
        for (leader, page) in zip(pages, pages.dropFirst()) { leaders[page, default: []].append(leader) }
        // A pointer into what was deleted leads over free pages to the end; an entry of a damaged list may be any page.
        if let last = pages.last, free.contains(last) {
            doubtful.formUnion(pages.reversed().prefix { free.contains($0) })
        }
    }

    /// Whether a row may go on over a page behind another one.
    func isBelievable(_ page: UInt32, after leader: UInt32) -> Bool {
        if trees.contains(page) { return false }
        let others = leaders[page, default: []].contains { $0 != leader }
        // Where another row has the page too, or it should be free, the one is right that was written in one go, from page
        // to page.
        return (!others && !doubtful.contains(page)) || leader + 1 == page
    }
}
