/// The order in which places are visited on a short way.
///
/// Up to ten places, the order is the shortest of all. For more places, it is a good one: the best of the ways to the
/// nearest unvisited place, improved until neither reversing a part (2-opt) nor moving a place makes it shorter.
struct RouteOrder {
    /// The distances between the places, by the index of the places: `distances[from][to]`.
    let distances: [[Double]]

    /// The maximum number of places for which all orders are compared.
    private static let mostExact = 10

    /// Returns the length of a way.
    ///
    /// - Parameter order: The indexes of the places.
    func length(of order: [Int]) -> Double {
        zip(order, order.dropFirst()).reduce(0) { $0 + distances[$1.0][$1.1] }
    }

    /// Returns a short way through all places.
    ///
    /// - Parameter start: The index of the first place. Default: any place.
    func best(startingAt start: Int? = nil) -> [Int] {
        let count = distances.count
        guard count > 1 else { return Array(0..<count) }
        let found = count <= Self.mostExact ? exact(start) : improved(start)
        // Without a fixed start, a way and its reverse are equally long. Prefer the one that begins earlier in the list.
        if start == nil, let first = found.first, let last = found.last, last < first {
            return found.reversed()
        }
        return found
    }

    /// Compares all ways by combining the shortest ways through parts of the places (Held and Karp).
    private func exact(_ start: Int?) -> [Int] {
        let count = distances.count
        let sets = 1 << count
        // The length of the shortest way through a set of places that ends at a place, and the place before the end.
        var lengths = Array(repeating: Double.infinity, count: sets * count)
        var before = Array(repeating: -1, count: sets * count)
        for first in start.map({ $0...$0 }) ?? 0...count - 1 { lengths[(1 << first) * count + first] = 0 }
        for set in 1..<sets {
            for last in 0..<count where set & (1 << last) != 0 {
                let length = lengths[set * count + last]
                guard length < .infinity else { continue }
                for next in 0..<count where set & (1 << next) == 0 {
                    let index = (set | 1 << next) * count + next
                    let sum = length + distances[last][next]
                    if sum < lengths[index] {
                        lengths[index] = sum
                        before[index] = last
                    }
                }
            }
        }
        var set = sets - 1
        var last = (0..<count).min { lengths[set * count + $0] < lengths[set * count + $1] } ?? 0
        var order: [Int] = []
        while last >= 0, order.count < count {
            order.append(last)
            let previous = before[set * count + last]
            set &= ~(1 << last)
            last = previous
        }
        return order.reversed()
    }

    /// The maximum number of starts that are tried for many places.
    private static let mostStarts = 8

    private func improved(_ start: Int?) -> [Int] {
        let count = distances.count
        let starts =
            start.map { [$0] } ?? Array(stride(from: 0, to: count, by: max(1, count / Self.mostStarts)))
        let ways = starts.map { improving(nearestNeighbours(from: $0), keepsStart: start != nil) }
        return ways.min { length(of: $0) < length(of: $1) } ?? Array(0..<count)
    }

    private func nearestNeighbours(from start: Int) -> [Int] {
        var left = Set(distances.indices)
        var order = [start]
        left.remove(start)
        var last = start
        while let next = left.min(by: { (distances[last][$0], $0) < (distances[last][$1], $1) }) {
            order.append(next)
            left.remove(next)
            last = next
        }
        return order
    }

    /// The improvement in kilometres that is worth another round. It prevents endless rounds because of rounding.
    private static let least = 1e-9

    /// Repeats the improvements until there is none.
    private func improving(_ way: [Int], keepsStart: Bool) -> [Int] {
        var order = way
        let first = keepsStart ? 1 : 0
        var isImproved = true
        while isImproved { isImproved = reversePart(&order, first) || moveOne(&order, first) }
        return order
    }

    private func step(_ order: [Int], _ from: Int, _ to: Int) -> Double {
        order.indices.contains(from) && order.indices.contains(to) ? distances[order[from]][order[to]] : 0
    }

    /// Reverses a part if the way becomes shorter (2-opt).
    private func reversePart(_ order: inout [Int], _ first: Int) -> Bool {
        for start in first..<order.count {
            for end in order.indices.dropFirst(start + 1) {
                let old = step(order, start - 1, start) + step(order, end, end + 1)
                let new = step(order, start - 1, end) + step(order, start, end + 1)
                if new < old - Self.least {
                    order[start...end].reverse()
                    return true
                }
            }
        }
        return false
    }

    /// Moves a place to another position if the way becomes shorter.
    private func moveOne(_ order: inout [Int], _ first: Int) -> Bool {
        for from in first..<order.count {
            let saved =
                step(order, from - 1, from) + step(order, from, from + 1)
                - (from > 0 ? step(order, from - 1, from + 1) : 0)
            var others = order
            let place = others.remove(at: from)
            for to in first...others.count where to != from {
                let before = to > 0 ? distances[others[to - 1]][place] : 0
                let after = to < others.count ? distances[place][others[to]] : 0
                let between = to > 0 && to < others.count ? distances[others[to - 1]][others[to]] : 0
                if before + after - between < saved - Self.least {
                    others.insert(place, at: to)
                    order = others
                    return true
                }
            }
        }
        return false
    }
}
