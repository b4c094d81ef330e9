/// The pages of a damaged store that were found to be in use.
struct UsedPages {
    /// The pages of trees.
    var trees: Set<UInt32> = []
    /// The readable overflow pages. A damaged pointer may lead to a page of another table's tree. Therefore, a
    /// page in this set may still belong to a tree.
    var chains: Set<UInt32> = []

    func contains(_ page: UInt32) -> Bool { trees.contains(page) || chains.contains(page) }
}
