/// The days of several ranges, merged and in order, so that a question takes a logarithmic number of steps.
struct DayRanges<Day: Comparable> {
    private var ranges: [ClosedRange<Day>] = []

    init(_ ranges: [ClosedRange<Day>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound {
                self.ranges[self.ranges.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Whether any of the days is in a range.
    func overlaps(_ days: ClosedRange<Day>) -> Bool {
        // Search for the first range that doesn't end before the days.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < days.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= days.upperBound
    }
}

/// Values that are computed once for each owner, such as the conflicts of a trip while the records of a list are tested.
@MainActor
final class Remembered<Owner: AnyObject, Value> {
    private var values: [ObjectIdentifier: (owner: Owner, value: Value)] = [:]

    /// Returns the value of an owner.
    func value(of owner: Owner, _ compute: (Owner) throws -> Value) rethrows -> Value {
        // The owner is kept, so that no other object gets its identifier.
        if let known = values[ObjectIdentifier(owner)] { return known.value }
        let value = try compute(owner)
        values[ObjectIdentifier(owner)] = (owner, value)
        return value
    }
}
