import TestSupport
import Testing

@testable import ITour

@Suite("Order of a route")
struct RouteOrderTests {
    private func search(_ points: [(Double, Double)]) -> RouteOrder {
        RouteOrder(
            distances: points.map { from in
                points.map { to in
                    ((from.0 - to.0) * (from.0 - to.0) + (from.1 - to.1) * (from.1 - to.1)).squareRoot()
                }
            })
    }

    private func random(_ count: Int, _ generator: inout SeededGenerator) -> [(Double, Double)] {
        (0..<count).map { _ in
            (Double.random(in: 0...10, using: &generator), Double.random(in: 0...10, using: &generator))
        }
    }

    /// Returns the length of the shortest of all ways.
    private func shortest(_ search: RouteOrder, _ start: Int?) -> Double {
        func extend(_ way: [Int], _ left: Set<Int>) -> Double {
            if left.isEmpty { return search.length(of: way) }
            return left.map { extend(way + [$0], left.subtracting([$0])) }.min() ?? 0
        }
        let all = Set(search.distances.indices)
        return (start.map { [$0] } ?? Array(all)).map { extend([$0], all.subtracting([$0])) }.min() ?? 0
    }

    @Test func `Up to ten places are visited on the shortest of all ways`() {
        for seed in [UInt64(1), 2, 3, 4] {
            var generator = SeededGenerator(seed: seed)
            for count in 1...7 {
                let search = search(random(count, &generator))
                for start in [nil, 0, count - 1] {
                    let order = search.best(startingAt: start)
                    #expect(order.sorted() == Array(0..<count), "seed \(seed)")
                    #expect(start == nil || order.first == start, "seed \(seed)")
                    #expect(abs(search.length(of: order) - shortest(search, start)) < 1e-9, "seed \(seed)")
                }
            }
        }
    }

    @Test func `Places on a line are visited in their order`() {
        for count in [2, 5, 10, 11, 25, 50] {
            let shuffled = (0..<count).map { ($0 * 7 % count, 0) }
            guard Set(shuffled.map(\.0)).count == count else { continue }
            let search = search(shuffled.map { (Double($0.0), 0) })
            let order = search.best()
            #expect(abs(search.length(of: order) - Double(count - 1)) < 1e-9, "\(count)")
        }
    }

    @Test func `For more than ten places, no reversed part and no moved place makes the way shorter`() {
        for seed in [UInt64(1), 2, 3] {
            var generator = SeededGenerator(seed: seed)
            for count in [11, 20, 50] {
                let search = search(random(count, &generator))
                for start in [nil, 3] {
                    let order = search.best(startingAt: start)
                    #expect(
                        order.sorted() == Array(0..<count) && (start == nil || order[0] == 3), "seed \(seed)")
                    let length = search.length(of: order)
                    let first = start == nil ? 0 : 1
                    for from in first..<count {
                        for to in from + 1..<count {
                            var other = order
                            other[from...to].reverse()
                            #expect(search.length(of: other) > length - 1e-6, "seed \(seed)")
                        }
                    }
                }
            }
        }
    }

    @Test func `No place, one place and equal places need no way`() {
        #expect(RouteOrder(distances: []).best().isEmpty)
        #expect(search([(1, 1)]).best() == [0])
        let equal = search(Array(repeating: (1, 1), count: 12))
        #expect(equal.best().sorted() == Array(0..<12))
        #expect(equal.length(of: equal.best()) == 0)
        #expect(equal.best(startingAt: 5).first == 5)
    }
}
