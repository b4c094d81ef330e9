/// Which pages long rows go on over, and what leads to each, so that a pointer that damage has changed is told from those
/// that are right.
struct ChainClaims {
    private var leaders: [UInt32: [UInt32]] = [:]
    /// The pages of trees, over which no row goes on.
    var trees: Set<UInt32> = []
    /// The pages that are free, where the list of them is right.
    var free: Set<UInt32> = []

    /// Notes the pages of a row that ends where it has to.
    ///
    /// - Parameter pages: the page that the row stands on, and those over which it goes on.
    mutating func note(_ pages: [UInt32]) {
        for (leader, page) in zip(pages, pages.dropFirst()) { leaders[page, default: []].append(leader) }
    }

    /// Whether a row may go on over a page behind another one.
    func isBelievable(_ page: UInt32, after leader: UInt32) -> Bool {
        if trees.contains(page) { return false }
        let others = leaders[page, default: []].contains { $0 != leader }
        // Where another row has the page too, or it should be free, the one is right that was written in one go, from page
        // to page.
        return (!others && !free.contains(page)) || leader + 1 == page
    }
}
