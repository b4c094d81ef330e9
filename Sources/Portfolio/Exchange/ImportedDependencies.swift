import Foundation
import ModelData
import ProgramKit

/// The dependencies of imported issues. They are set after all issues, because an issue may precede the ones
/// that it waits for.
@MainActor
struct ImportedDependencies {
    private var blockers: [(issue: UUID, blockedBy: [UUID])] = []

    private static let batchSize = 500

    /// Records the dependencies of an entry.
    mutating func note(_ entry: IssueEntry, _ issue: Issue) {
        guard let others = entry.blockedBy, !others.isEmpty else { return }
        blockers.append((issue.identifier, others))
    }

    /// Adds the recorded dependencies to the issues, and saves them.
    ///
    /// - Returns: The number of dependencies on missing issues, and of those that would close a cycle.
    /// - Throws: The errors of the store, and `CancellationError` after Ctrl-C.
    func link(in session: PortfolioSession) async throws -> Int {
        if blockers.isEmpty { return 0 }
        let closing = try closingEdges(in: session)
        var leftOut = 0
        for start in stride(from: 0, to: blockers.count, by: Self.batchSize) {
            let batch = blockers[start..<min(start + Self.batchSize, blockers.count)]
            let wanted = Set(batch.flatMap { [$0.issue] + $0.blockedBy })
            let issues = try session.context.issues(Array(wanted))
            let known = Dictionary(issues.map { ($0.identifier, $0) }) { first, _ in first }
            for (identifier, others) in batch {
                guard let issue = known[identifier] else { continue }
                for other in others {
                    guard let blocker = known[other],
                        !closing.contains(.init(issue: identifier, blocker: other))
                    else {
                        leftOut += 1
                        continue
                    }
                    if issue.blockedBy.contains(where: { $0 === blocker }) { continue }
                    issue.blockedBy.append(blocker)
                }
            }
            if session.context.hasChanges {
                try await session.context.whenUnlocked { try session.context.save() }
            }
            try Task.checkCancellation()
        }
        return leftOut
    }

    /// Returns the recorded dependencies that close a cycle with those of the store or with earlier ones of the file.
    private func closingEdges(in session: PortfolioSession) throws -> Set<DependencyCycles.Edge> {
        var descriptor = FetchDescriptor<Issue>(predicate: #Predicate { !$0.blockedBy.isEmpty })
        descriptor.relationshipKeyPathsForPrefetching = [\.blockedBy]
        let stored = try session.context.fetch(descriptor).flatMap { issue in
            issue.blockedBy.map { DependencyCycles.Edge(issue: issue.identifier, blocker: $0.identifier) }
        }
        let added = blockers.flatMap { issue, others in
            others.map { DependencyCycles.Edge(issue: issue, blocker: $0) }
        }
        return Set(DependencyCycles.closing(stored + added))
    }
}
