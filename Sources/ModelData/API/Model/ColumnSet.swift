/// A set of a model's columns.
struct ColumnSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The maximum number of columns of a model.
    static let capacity = 128

    var isEmpty: Bool { low == 0 && high == 0 }

    var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    func contains(_ column: Int) -> Bool {
        column < 64 ? low & (1 << UInt64(column)) != 0 : high & (1 << UInt64(column - 64)) != 0
    }

    func isSubset(of other: ColumnSet) -> Bool { low & ~other.low == 0 && high & ~other.high == 0 }

    mutating func insert(_ column: Int) {
        if column < 64 { low |= 1 << UInt64(column) } else { high |= 1 << UInt64(column - 64) }
    }

    mutating func remove(_ column: Int) {
        if column < 64 { low &= ~(1 << UInt64(column)) } else { high &= ~(1 << UInt64(column - 64)) }
    }

    /// The columns in ascending order.
    var columns: [Int] {
        var columns: [Int] = []
        columns.reserveCapacity(count)
        var word = low
        while word != 0 {
            columns.append(word.trailingZeroBitCount)
            word &= word - 1
        }
        word = high
        while word != 0 {
            columns.append(64 + word.trailingZeroBitCount)
            word &= word - 1
        }
        return columns
    }
}
