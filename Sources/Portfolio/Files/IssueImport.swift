import Foundation
import Localization
import ModelData
import Suite

/// Takes entries of a file into the store: what is there already is brought in step with the file, so that a file
/// that is imported twice adds nothing twice.
@MainActor
struct IssueImport {
    private let session: PortfolioSession
    private let rows: [EntryRow]
    private var twins: IssueTwins
    private var tags: [String: Tag] = [:]
    private(set) var report: ImportReport

    init(_ session: PortfolioSession, _ rows: [EntryRow], countsLines: Bool) throws {
        self.session = session
        self.rows = rows
        report = ImportReport(countsLines: countsLines)
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        twins = IssueTwins(
            rows, among: try session.context.fetch(descriptor), timeZone: session.surroundings.timeZone)
        for tag in try session.context.fetch(FetchDescriptor<Tag>()) { tags[tag.key] = tag }
    }

    /// Takes one row.
    mutating func take(rowAt index: Int, isDryRun: Bool) {
        switch rows[index] {
        case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
        case .tags(_, let names):
            for name in names where tags[Tag.key(of: name)] == nil {
                report.tags += 1
                if !isDryRun { _ = tag(name) }
            }
        case .entry(_, let entry):
            guard let twin = twins.twin(ofRow: index, entry) else {
                report.added += 1
                add(entry, isDryRun: isDryRun)
                return
            }
            if merge(entry, into: twin, isDryRun: isDryRun) {
                report.changed += 1
            } else {
                report.unchanged += 1
            }
        }
    }

    private mutating func add(_ entry: IssueEntry, isDryRun: Bool) {
        let created = entry.created ?? entry.closed ?? session.now
        let issue = Issue(
            identifier: entry.identifier ?? UUID(), title: entry.title, content: entry.content ?? "",
            priority: entry.priority ?? .low, created: created)
        if entry.status == .closed { issue.closed = (entry.closed ?? session.now).wholeMilliseconds }
        twins.add(issue)
        if isDryRun { return }
        // A date that is still to come would keep it among the recent ones.
        issue.modified = min(entry.modified ?? session.now, session.now)
        session.context.insert(issue, keepingModificationDate: entry.modified != nil)
        issue.tags = (entry.tags ?? []).map { tag($0) }
    }

    /// Brings an issue in step with an entry; whether anything differed.
    private mutating func merge(_ entry: IssueEntry, into issue: Issue, isDryRun: Bool) -> Bool {
        let difference = IssueDifference(entry, issue, timeZone: session.surroundings.timeZone)
        if difference.isEmpty { return false }
        if isDryRun { return true }
        if let title = difference.title { issue.title = title }
        if let content = difference.content { issue.content = content }
        if let priority = difference.priority { issue.priority = priority }
        if let status = difference.status {
            issue.closed = status == .open ? nil : (entry.closed ?? session.now).wholeMilliseconds
        }
        if let names = difference.tags {
            issue.tags = names.map { tag($0) }
            issue.touch(session.now)
        }
        return true
    }

    /// The tag with a name, made where there is none.
    private mutating func tag(_ name: String) -> Tag {
        if let known = tags[Tag.key(of: name)] { return known }
        // A todo.txt joins the words of a name.
        if name.contains("_"),
            let known = tags.values.first(where: {
                IssueDifference.tagKey($0.name) == IssueDifference.tagKey(name)
            })
        {
            return known
        }
        let tag = Tag(name: name)
        session.context.insert(tag)
        tags[tag.key] = tag
        return tag
    }
}
