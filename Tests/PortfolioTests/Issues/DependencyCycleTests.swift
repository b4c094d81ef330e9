import Foundation
import TestSupport
import Testing

@testable import Portfolio

@Suite("Cycles of dependencies")
struct DependencyCycleTests {
    private typealias Edge = DependencyCycles.Edge

    private static func node(_ number: Int) -> UUID { .issue(of: "\(number)") }

    /// Returns the edges that close a cycle with earlier ones, by a search among all of these.
    private static func oracle(_ edges: [Edge]) -> [Edge] {
        var kept: [Edge] = []
        return edges.filter { edge in
            var reached: Set = [edge.blocker]
            for _ in 0...kept.count {
                for other in kept where reached.contains(other.issue) { reached.insert(other.blocker) }
            }
            if reached.contains(edge.issue) { return true }
            kept.append(edge)
            return false
        }
    }

    @Test(arguments: [577_215, SeededGenerator.newSeed])
    func `The edges that close a cycle with earlier ones are found`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let nodes = (0..<9).map(Self.node)
        for count in 0..<120 {
            let edges = (0..<count % 24).map { _ in
                Edge(
                    issue: nodes[Int.random(in: 0..<9, using: &random)],
                    blocker: nodes[Int.random(in: 0..<9, using: &random)])
            }
            #expect(DependencyCycles.closing(edges) == Self.oracle(edges))
        }
    }

    @Test func `Long chains and rings are searched in linear time`() {
        var nodes = (0..<20_000).map(Self.node)
        let chain = zip(nodes, nodes.dropFirst()).map { Edge(issue: $0, blocker: $1) }
        #expect(DependencyCycles.closing(chain).isEmpty)
        #expect(DependencyCycles.closing(chain.reversed()).isEmpty)
        nodes.append(nodes[0])
        let ring = zip(nodes, nodes.dropFirst()).map { Edge(issue: $0, blocker: $1) }
        #expect(DependencyCycles.closing(ring) == [ring[19_999]])
        #expect(DependencyCycles.closing(ring.reversed()) == [ring[0]])
    }
}
