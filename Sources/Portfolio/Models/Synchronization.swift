import Foundation
import Localization
import ModelData
import Sync

extension Issue: Synchronizable {
    static var synchronization: Synchronization<Issue> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.due, \.dueMinute]])
    }
}

extension Tag: Synchronizable {
    static var synchronization: Synchronization<Tag> {
        Synchronization(identifier: \.identifier, atomicGroups: [[\.name, \.key]])
    }
}

extension Note: Synchronizable {
    static var synchronization: Synchronization<Note> { Synchronization(identifier: \.identifier) }
}

extension ModelContext {
    /// Removes dependencies that form a cycle, as they do after two devices have each added a part of it. The later one goes,
    /// by the clocks that all devices share, so that they all remove the same one.
    ///
    /// - Parameters:
    ///   - now: The time of the change.
    ///   - models: All synchronized models of the store.
    /// - Returns: What was removed.
    /// - Throws: `ModelDataError` if the store can't be read.
    func breakCycles(now: Date, models: [any Synchronizable.Type]) throws -> [LocalizedText] {
        let pairs = try SyncTracking.pairs("blockedBy", of: Issue.self, in: self, models: models)
        let closing = DependencyCycles.closing(pairs.map { .init(issue: $0.source, blocker: $0.target) })
        let wanted = Set(closing.flatMap { [$0.issue, $0.blocker] })
        let found = Dictionary(try issues(Array(wanted)).map { ($0.identifier, $0) }) { first, _ in first }
        return closing.compactMap { edge in
            guard let issue = found[edge.issue], let blocker = found[edge.blocker] else { return nil }
            issue.blockedBy.removeAll { $0 === blocker }
            issue.touch(now)
            return text(
                "“%1$@” is no longer blocked by “%2$@”: with the changes of another device, these issues would block each other.",
                issue.title, blocker.title)
        }
    }
}
