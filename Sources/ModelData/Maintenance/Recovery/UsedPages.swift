/// The pages of a damaged store that were found to be in use.
struct UsedPages {
    /// Those of trees.
    var trees: Set<UInt32> = []
    /// Those over which rows go on that could be read. Where damage changed what a row goes on over, it may be a page of
    /// another table's tree, so that these tell no tree what is its own.
    var chains: Set<UInt32> = []

    func contains(_ page: UInt32) -> Bool { trees.contains(page) || chains.contains(page) }
}
