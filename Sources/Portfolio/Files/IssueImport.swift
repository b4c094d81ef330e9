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
    private let format: IssueFormat
    private var twins: IssueTwins
    private var tags: [String: Tag] = [:]
    /// The first tag of those whose names the format can't tell apart.
    private var tagsAsWritten: [String: Tag] = [:]
    private(set) var report: ImportReport

    init(_ session: PortfolioSession, _ rows: [EntryRow], _ format: IssueFormat) async throws {
        self.session = session
        self.rows = rows
        self.format = format
        report = ImportReport(countsLines: format.countsLines)
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        twins = try await IssueTwins(
            rows, among: try session.context.fetch(descriptor), format,
            timeZone: session.surroundings.timeZone)
        for tag in try session.context.fetch(FetchDescriptor<Tag>()) {
            tags[tag.key] = tag
            let key = format.tagKey(tag.name)
            if tagsAsWritten[key] == nil { tagsAsWritten[key] = tag }
        }
    }

    /// Takes one row.
    mutating func take(rowAt index: Int) {
        switch rows[index] {
        case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
        case .openEnd(let position): if report.keptContent == nil { report.openEnd = position }
        case .tags(_, let names):
            for name in names where tags[Tag.key(of: name)] == nil {
                report.tags += 1
                _ = tag(name)
            }
        case .entry(let position, var entry):
            guard let twin = twins.twin(ofRow: index, entry) else {
                report.added += 1
                add(entry)
                return
            }
            if let rest = entry.cutOffBefore, let content = entry.content, content != twin.content,
                twin.content.utf8.starts(with: (content + rest).utf8)
            {
                entry.content = nil
                report.keptContent = position
            }
            if merge(entry, into: twin) {
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
        twins.add(issue)
        // A date that is still to come would keep it among the recent ones.
        issue.modified = min(entry.modified ?? session.now, session.now)
        session.context.insert(issue, keepingModificationDate: entry.modified != nil)
        issue.tags = tags(named: entry.tags ?? [])
    }

    /// Brings an issue in step with an entry; whether anything differed.
    private mutating func merge(_ entry: IssueEntry, into issue: Issue) -> Bool {
        let difference = IssueDifference(entry, issue, format, timeZone: session.surroundings.timeZone)
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

    /// When an issue was closed, as a file says: now, unless it knows; where it knows only the day, not before the issue
    /// was made.
    private func closing(of issue: Issue, _ closed: Date?) -> Date {
        guard let closed else { return session.now.wholeMilliseconds }
        let zone = session.surroundings.timeZone
        let start = CivilDate.today(now: issue.created, timeZone: zone).start(in: zone)
        return closed == start ? issue.created : closed.wholeMilliseconds
    }

    /// The tags with some names, each once.
    private mutating func tags(named names: [String]) -> [Tag] {
        var found: [Tag] = []
        for name in names {
            let next = tag(name)
            if !found.contains(where: { $0 === next }) { found.append(next) }
        }
        return found
    }

    /// The tag with a name, else the one that is written so, made where there is none.
    private mutating func tag(_ name: String) -> Tag {
        if let known = tags[Tag.key(of: name)] ?? tagsAsWritten[format.tagKey(name)] { return known }
        let tag = Tag(name: name)
        session.context.insert(tag)
        tags[tag.key] = tag
        return tag
    }
}
