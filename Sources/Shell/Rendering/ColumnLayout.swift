/// Calculates the widths of a table's columns.
struct ColumnLayout {
    /// The width requirements of a table column.
    struct Demand: Hashable {
        /// The width that shows all values in full.
        var natural: Int
        /// The minimum width at which the values are still readable.
        var minimum: Int
        /// The priority of keeping the width: columns with a lower priority shrink first.
        var priority: Int
    }

    /// The space between two columns.
    static let gap = 2

    /// Returns the widths that make a row fit into the available width; `nil` if that is impossible.
    ///
    /// Columns of the lowest priority shrink first, starting with the widest. Equally wide columns shrink
    /// together.
    static func widths(of demands: [Demand], available: Int?) -> [Int]? {
        var widths = demands.map(\.natural)
        guard let available else { return widths }
        var excess = widths.reduce(0, +) + gap * max(widths.count - 1, 0) - available
        for priority in Set(demands.map(\.priority)).sorted() where excess > 0 {
            let indexes = demands.indices.filter { demands[$0].priority == priority }
            while excess > 0 {
                let shrinkable = indexes.filter { widths[$0] > demands[$0].minimum }
                guard let most = shrinkable.map({ widths[$0] }).max() else { break }
                // The widest columns shrink together, until they are as wide as the next widest column or one
                // of them reaches its minimum.
                let widest = shrinkable.filter { widths[$0] == most }
                let next = shrinkable.filter { widths[$0] < most }.map { widths[$0] }.max() ?? 0
                let least = widest.reduce(next) { max($0, demands[$1].minimum) }
                let step = min(excess, (most - least) * widest.count)
                for (place, index) in widest.enumerated() {
                    // If the excess width can't be divided evenly, each of the last columns shrinks by one
                    // more terminal column.
                    let isOneMore = place >= widest.count - step % widest.count
                    widths[index] -= step / widest.count + (isOneMore ? 1 : 0)
                }
                excess -= step
            }
        }
        return excess > 0 ? nil : widths
    }
}
