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
    /// The columns of the lowest priority shrink first, the widest of them before the others, and those that are
    /// equally wide by as much.
    static func widths(of demands: [Demand], available: Int?) -> [Int]? {
        var widths = demands.map(\.natural)
        guard let available else { return widths }
        var excess = widths.reduce(0, +) + gap * max(widths.count - 1, 0) - available
        for priority in Set(demands.map(\.priority)).sorted() where excess > 0 {
            let indexes = demands.indices.filter { demands[$0].priority == priority }
            while excess > 0 {
                let shrinkable = indexes.filter { widths[$0] > demands[$0].minimum }
                guard let most = shrinkable.map({ widths[$0] }).max() else { break }
                // Those that are widest shrink together, down to the next widest or to what one of them needs.
                let widest = shrinkable.filter { widths[$0] == most }
                let next = shrinkable.filter { widths[$0] < most }.map { widths[$0] }.max() ?? 0
                let least = widest.reduce(next) { max($0, demands[$1].minimum) }
                let step = min(excess, (most - least) * widest.count)
                for (place, index) in widest.enumerated() {
                    // What can't be shared evenly the last of them lose.
                    let isOneMore = place >= widest.count - step % widest.count
                    widths[index] -= step / widest.count + (isOneMore ? 1 : 0)
                }
                excess -= step
            }
        }
        return excess > 0 ? nil : widths
    }
}
