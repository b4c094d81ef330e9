import Foundation
import Localization
import ModelData
import Suite

/// Takes entries of a file into the store: what is there already is brought in step with the file, so that a file
/// that is imported twice adds nothing twice.
@MainActor
struct IssueImport {
    private let session: PortfolioSession
    private var byIdentifier: [UUID: Issue] = [:]
    private var byTitle: [String: [Issue]] = [:]
    private var tags: [String: Tag] = [:]
    private(set) var report: ImportReport

    init(_ session: PortfolioSession, countsLines: Bool) throws {
        self.session = session
        report = ImportReport(countsLines: countsLines)
        var descriptor = FetchDescriptor<Issue>()
        descriptor.relationshipKeyPathsForPrefetching = [\.tags]
        for issue in try session.context.fetch(descriptor) { index(issue) }
        for tag in try session.context.fetch(FetchDescriptor<Tag>()) { tags[tag.key] = tag }
    }

    private mutating func index(_ issue: Issue) {
        byIdentifier[issue.identifier] = issue
        byTitle[issue.title, default: []].append(issue)
    }

    /// Takes one row.
    mutating func take(_ row: EntryRow, isDryRun: Bool) {
        switch row {
        case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
        case .tags(_, let names):
            for name in names where tags[Tag.key(of: name)] == nil {
                report.tags += 1
                if !isDryRun { _ = tag(name) }
            }
        case .entry(_, let entry):
            guard let twin = twin(of: entry) else {
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

    /// The issue that an entry is about: the one with its identifier; where the file has none, one of the same title
    /// that was made on the same day, if the file says when.
    private func twin(of entry: IssueEntry) -> Issue? {
        if let identifier = entry.identifier { return byIdentifier[identifier] }
        let zone = session.surroundings.timeZone
        let namesakes = byTitle[entry.title] ?? []
        guard let created = entry.created else { return namesakes.first }
        let day = CivilDate.today(now: created, timeZone: zone)
        return namesakes.first { CivilDate.today(now: $0.created, timeZone: zone) == day }
    }

    private mutating func add(_ entry: IssueEntry, isDryRun: Bool) {
        let created = entry.created ?? entry.closed ?? session.now
        let issue = Issue(
            identifier: entry.identifier ?? UUID(), title: entry.title, content: entry.content ?? "",
            priority: entry.priority ?? .low, created: created)
        if entry.status == .closed { issue.closed = (entry.closed ?? session.now).wholeMilliseconds }
        index(issue)
        if isDryRun { return }
        // A date that is still to come would keep it among the recent ones.
        issue.modified = min(entry.modified ?? session.now, session.now)
        session.context.insert(issue, keepingModificationDate: entry.modified != nil)
        issue.tags = entry.tags.map { tag($0) }
    }

    /// Brings an issue in step with an entry; whether anything differed.
    private mutating func merge(_ entry: IssueEntry, into issue: Issue, isDryRun: Bool) -> Bool {
        var differs = false
        func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<Issue, Value>, _ value: Value?) {
            guard let value, issue[keyPath: path] != value else { return }
            differs = true
            if !isDryRun { issue[keyPath: path] = value }
        }
        set(\.title, entry.title)
        set(\.content, entry.content)
        set(\.priority, entry.priority)
        if entry.status != issue.status || (entry.closed != nil && !isSameTime(entry.closed, issue.closed)) {
            set(
                \.closed, .some(entry.status == .open ? nil : (entry.closed ?? session.now).wholeMilliseconds)
            )
        }
        let wanted = Set(entry.tags.map(Self.tagKey))
        if wanted != Set(issue.tags.map { Self.tagKey($0.name) }) {
            differs = true
            if !isDryRun {
                issue.tags = entry.tags.map { tag($0) }
                issue.touch(session.now)
            }
        }
        return differs
    }

    /// Whether two times are the same, or the same day where the file knows no more than that.
    private func isSameTime(_ written: Date?, _ known: Date?) -> Bool {
        guard let written, let known else { return written == nil && known == nil }
        if written == known { return true }
        let zone = session.surroundings.timeZone
        let day = CivilDate.today(now: written, timeZone: zone)
        return day.start(in: zone) == written && day == CivilDate.today(now: known, timeZone: zone)
    }

    /// The tag with a name, made where there is none.
    private mutating func tag(_ name: String) -> Tag {
        if let known = tags[Tag.key(of: name)] { return known }
        // A todo.txt joins the words of a name.
        if name.contains("_"),
            let known = tags.values.first(where: { Self.tagKey($0.name) == Self.tagKey(name) })
        {
            return known
        }
        let tag = Tag(name: name)
        session.context.insert(tag)
        tags[tag.key] = tag
        return tag
    }

    /// What the names of a tag in all formats have in common.
    private static func tagKey(_ name: String) -> String {
        Tag.key(of: name).split { $0.isWhitespace || $0 == "_" }.joined(separator: "_")
    }
}
