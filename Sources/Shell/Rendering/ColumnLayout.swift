/// How wide the columns of a table are.
struct ColumnLayout {
    /// What a column asks for.
    struct Demand: Hashable {
        /// The columns of the terminal that show everything.
        var natural: Int
        /// The fewest columns in which it still says something.
        var minimum: Int
        /// How long it keeps its width: higher shrinks later.
        var priority: Int
    }

    /// The space between two columns.
    static let gap = 2

    /// The widths in which a row fits into the available width, or `nil` where no row fits.
    ///
    /// The columns of the lowest priority shrink first, the widest of them before the others.
    static func widths(of demands: [Demand], available: Int?) -> [Int]? {
        var widths = demands.map(\.natural)
        guard let available else { return widths }
        var excess = widths.reduce(0, +) + gap * max(widths.count - 1, 0) - available
        for priority in Set(demands.map(\.priority)).sorted() where excess > 0 {
            let indexes = demands.indices.filter { demands[$0].priority == priority }
            while excess > 0 {
                let shrinkable = indexes.filter { widths[$0] > demands[$0].minimum }
                guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
                // Down to the next widest at a time, so that a very wide column costs no more steps.
                let next = shrinkable.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 0
                let step = min(excess, max(1, widths[widest] - max(next, demands[widest].minimum)))
                widths[widest] -= step
                excess -= step
            }
        }
        return excess > 0 ? nil : widths
    }
}
