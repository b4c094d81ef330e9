import Foundation

/// Finds dependencies that close a cycle.
struct DependencyCycles {
    /// A dependency: the issue that waits, and the one that it waits for.
    struct Edge: Hashable {
        let issue: UUID
        let blocker: UUID
    }

    private var blockers: [UUID: [UUID]] = [:]
    private var blocked: [UUID: [UUID]] = [:]

    private init() {}

    /// Returns the edges that close a cycle with earlier ones.
    ///
    /// - Parameter edges: The edges, the earliest first.
    static func closing(_ edges: [Edge]) -> [Edge] {
        var kept = DependencyCycles()
        return inCycles(edges).filter { edge in
            if kept.leads(from: edge.blocker, to: edge.issue) { return true }
            kept.blockers[edge.issue, default: []].append(edge.blocker)
            kept.blocked[edge.blocker, default: []].append(edge.issue)
            return false
        }
    }

    /// Returns the edges without those that can't be in a cycle. Usually, none is left.
    private static func inCycles(_ edges: [Edge]) -> [Edge] {
        func reversed(_ edges: [Edge]) -> [Edge] { edges.map { Edge(issue: $0.blocker, blocker: $0.issue) } }
        return reversed(withoutBeginnings(reversed(withoutBeginnings(edges))))
    }

    /// Removes the edges of issues that block nothing, as long as there are such issues.
    private static func withoutBeginnings(_ edges: [Edge]) -> [Edge] {
        var blockers: [UUID: [UUID]] = [:]
        var counts: [UUID: Int] = [:]
        for edge in edges {
            blockers[edge.issue, default: []].append(edge.blocker)
            counts[edge.blocker, default: 0] += 1
        }
        var free = blockers.keys.filter { counts[$0] == nil }
        while let issue = free.popLast() {
            for blocker in blockers.removeValue(forKey: issue) ?? [] {
                let count = (counts[blocker] ?? 0) - 1
                counts[blocker] = count
                if count == 0 { free.append(blocker) }
            }
        }
        return edges.filter { blockers[$0.issue] != nil }
    }

    /// Returns whether an issue waits for another one, directly or through others. The search goes from both ends in turn: one
    /// of them is mostly the end of a long chain.
    private func leads(from start: UUID, to end: UUID) -> Bool {
        if start == end { return true }
        var (known, others) = (Set([start]), Set([end]))
        var (rest, otherRest) = ([start], [end])
        while let next = rest.popLast(), let other = otherRest.popLast() {
            for blocker in blockers[next] ?? [] where known.insert(blocker).inserted {
                if others.contains(blocker) { return true }
                rest.append(blocker)
            }
            for issue in blocked[other] ?? [] where others.insert(issue).inserted {
                if known.contains(issue) { return true }
                otherRest.append(issue)
            }
        }
        return false
    }
}
