import Foundation
import Localization
import ModelData
import Suite

/// Imports the entries of a file. Issues that already exist are updated. Therefore importing a file twice
/// doesn't create duplicates.
@MainActor
struct IssueImport {
    private let session: PortfolioSession
    private let rows: [EntryRow]
    private let format: IssueFormat
    private var matcher: IssueMatcher
    private var tags: [String: Tag] = [:]
    /// The tags by their keys in the format. If several tags have the same key, only the first one is
    /// included.
    private var tagsAsWritten: [String: Tag] = [:]
    private(set) var report: IssueImportReport

    init(_ session: PortfolioSession, _ rows: [EntryRow], _ format: IssueFormat) async throws {
        self.session = session
        self.rows = rows
        self.format = format
        report = IssueImportReport(countsLines: format.countsLines)
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        matcher = try await IssueMatcher(
            rows, among: try session.context.fetch(descriptor), format,
            timeZone: session.environment.timeZone)
        for tag in try session.context.fetch(FetchDescriptor<Tag>()) {
            tags[tag.key] = tag
            let key = format.tagKey(tag.name)
            if tagsAsWritten[key] == nil { tagsAsWritten[key] = tag }
        }
    }

    /// Imports one row.
    mutating func importRow(at index: Int) {
        switch rows[index] {
        case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
        case .possiblyTruncatedLine(let position):
            if report.keptContent == nil { report.possiblyTruncatedLine = position }
        case .tags(_, let names):
            for name in names where tags[Tag.key(of: name)] == nil {
                report.tags += 1
                _ = tag(name)
            }
        case .entry(let position, var entry):
            guard let issue = matcher.issue(forRow: index, entry) else {
                report.added += 1
                add(entry)
                return
            }
            if let rest = entry.cutOffBefore, let content = entry.content, content != issue.content,
                issue.content.utf8.starts(with: (content + rest).utf8)
            {
                entry.content = nil
                report.keptContent = position
            }
            if merge(entry, into: issue) {
                report.changed += 1
            } else {
                report.unchanged += 1
            }
        }
    }

    private mutating func add(_ entry: IssueEntry) {
        let created = entry.created ?? entry.closed ?? session.now
        let issue = Issue(
            identifier: entry.identifier ?? UUID(), title: entry.title, content: entry.content ?? "",
            priority: entry.priority ?? .low, created: created)
        if entry.status == .closed { issue.closed = (entry.closed ?? session.now).wholeMilliseconds }
        matcher.add(issue)
        // Refuse a date in the future, because the issue would stay among the recent issues for too long.
        issue.modified = min(entry.modified ?? session.now, session.now)
        session.context.insert(issue, keepingModificationDate: entry.modified != nil)
        issue.tags = tags(named: entry.tags ?? [])
    }

    /// Updates an issue with the values of an entry. Returns whether a value differed.
    private mutating func merge(_ entry: IssueEntry, into issue: Issue) -> Bool {
        let difference = IssueDifference(entry, issue, format, timeZone: session.environment.timeZone)
        if difference.isEmpty { return false }
        if let title = difference.title { issue.title = title }
        if let content = difference.content { issue.content = content }
        if let priority = difference.priority { issue.priority = priority }
        if let status = difference.status {
            issue.closed = status == .open ? nil : closing(of: issue, difference.closed)
        }
        if let keys = difference.tags {
            let kept = issue.tags.filter { keys.contains(format.tagKey($0.name)) }
            let missing = keys.subtracting(kept.map { format.tagKey($0.name) })
            let names = (entry.tags ?? []).filter { missing.contains(format.tagKey($0)) }
            issue.tags = kept + tags(named: names)
            issue.touch(session.now)
        }
        return true
    }

    /// Returns the closing time of an issue. If the file has no closing time, returns the present time. If
    /// the file only has the day on which the issue was created, returns the creation time.
    private func closing(of issue: Issue, _ closed: Date?) -> Date {
        guard let closed else { return session.now.wholeMilliseconds }
        let zone = session.environment.timeZone
        let start = CivilDate.today(now: issue.created, timeZone: zone).start(in: zone)
        return closed == start ? issue.created : closed.wholeMilliseconds
    }

    /// Returns the tags with the given names, without duplicates.
    private mutating func tags(named names: [String]) -> [Tag] {
        var found: [Tag] = []
        for name in names {
            let next = tag(name)
            if !found.contains(where: { $0 === next }) { found.append(next) }
        }
        return found
    }

    /// Returns the tag with a name, or a tag whose name the format writes in the same way. If no tag matches,
    /// creates one.
    private mutating func tag(_ name: String) -> Tag {
        if let known = tags[Tag.key(of: name)] ?? tagsAsWritten[format.tagKey(name)] { return known }
        let tag = Tag(name: name)
        session.context.insert(tag)
        tags[tag.key] = tag
        return tag
    }
}
