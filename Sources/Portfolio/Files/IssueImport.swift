import Basics
import Foundation
import Localization
import ModelData
import Suite

/// Imports the entries of a file in one transaction. Issues that already exist are updated. Therefore
/// importing a file twice doesn't create duplicates.
///
/// The file is read as a stream and saved in batches, so that a file of any size needs little memory.
@MainActor
struct IssueImport {
    private let session: PortfolioSession
    private let format: IssueFormat
    private var tags: ImportedTags
    /// The issues of the present batch by their identifiers.
    private var issues: [UUID: Issue] = [:]
    private var report: IssueImportReport
    private var dependencies = ImportedDependencies()

    /// The number of rows that are saved at once. Between two batches, the progress is shown and Ctrl-C is
    /// checked.
    private static let batchSize = 1000

    /// Imports a file. If the import fails or is interrupted, the issues are unchanged.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session with the store.
    ///   - isDryRun: Whether to discard all changes after the import.
    ///   - label: Returns the label for the history from the report.
    /// - Throws: ``IssueFileError``, reading errors, the errors of the store, and `CancellationError` after
    ///   Ctrl-C.
    static func run(
        _ file: EntryFile, in session: PortfolioSession, isDryRun: Bool,
        label: (IssueImportReport) -> LocalizedText
    ) async throws -> IssueImportReport {
        // The import reads and writes in one transaction, so it can only meet changes that another process
        // saved immediately before.
        session.context.mergePolicy = .mergeByPropertyObjectTrump
        defer { session.context.mergePolicy = .error }
        return try await session.performImport(isDryRun: isDryRun, label: label) {
            var issueImport = try IssueImport(session, file.format)
            return try await issueImport.importAll(file)
        }
    }

    private init(_ session: PortfolioSession, _ format: IssueFormat) throws {
        self.session = session
        self.format = format
        tags = try ImportedTags(session.context, format)
        report = IssueImportReport(countsLines: format.countsLines)
    }

    private mutating func importAll(_ importedFile: EntryFile) async throws -> IssueImportReport {
        var file = importedFile
        let context = session.context
        var anyIssue = FetchDescriptor<Issue>()
        anyIssue.fetchLimit = 1
        var matcher = IssueMatcher(format, timeZone: session.environment.timeZone)
        // Entries can match only issues that existed before the import.
        if try context.fetchCount(anyIssue) > 0 {
            try file.makeRepeatable()
            try await matcher.match(try file.source(), in: context)
        }
        var source = try file.source()
        let work = ProgressReporter(session)
        var first = 0
        while case let rows = try Self.rows(from: &source), !rows.isEmpty {
            try await importRows(rows, from: first, matcher)
            first += rows.count
            work.show([text("Importing: %lld issues", first)], fraction: file.fractionRead)
            // Let Ctrl-C interrupt the import.
            await Task.yield()
            try Task.checkCancellation()
        }
        report.leftOutDependencies = try await dependencies.link(in: session)
        if first == 0 { throw IssueFileError.nothingThere(path: file.path) }
        work.end()
        try context.checkReads()
        return report
    }

    /// Reads the rows of the next batch.
    private static func rows(from source: inout any EntrySource) throws -> [EntryRow] {
        var rows: [EntryRow] = []
        while rows.count < batchSize, let row = try source.next() { rows.append(row) }
        return rows
    }

    /// Imports and saves a batch.
    private mutating func importRows(
        _ rows: [EntryRow], from first: Int, _ matcher: IssueMatcher
    ) async throws {
        try loadObjects(of: rows, from: first, matcher)
        for (offset, row) in rows.enumerated() { try importRow(row, at: first + offset, matcher) }
        try await session.context.whenUnlocked { try session.saveOrNameDeleted() }
        issues.removeAll(keepingCapacity: true)
        tags.releaseSavedObjects()
        session.context.unloadRelatedObjects()
    }

    /// Fetches the issues that a batch may change, and the tags that it needs.
    private mutating func loadObjects(
        of rows: [EntryRow], from first: Int, _ matcher: IssueMatcher
    ) throws {
        var identifiers: [UUID] = []
        var names: Set<String> = []
        for (offset, row) in rows.enumerated() {
            guard case .entry(_, let entry) = row else { continue }
            if let identifier = matcher.identifier(forRow: first + offset, entry) {
                identifiers.append(identifier)
            }
            names.formUnion(entry.tags ?? [])
        }
        for issue in try session.context.issues(identifiers) { issues[issue.identifier] = issue }
        try tags.load(names)
    }

    /// Imports one row.
    private mutating func importRow(_ row: EntryRow, at index: Int, _ matcher: IssueMatcher) throws {
        switch row {
        case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
        case .possiblyTruncatedLine(let position):
            if report.keptContent == nil { report.possiblyTruncatedLine = position }
        case .tags(_, let names):
            for name in names where !tags.contains(name) {
                report.tags += 1
                _ = try tags.tag(name)
            }
        case .entry(let position, var entry):
            guard let issue = matcher.identifier(forRow: index, entry).flatMap({ issues[$0] }) else {
                report.added += 1
                let issue = try add(entry)
                dependencies.note(entry, issue)
                return
            }
            if let rest = entry.cutOffBefore, let content = entry.content, content != issue.content,
                issue.content.utf8.starts(with: (content + rest).utf8)
            {
                entry.content = nil
                report.keptContent = position
            }
            dependencies.note(entry, issue)
            if try merge(entry, into: issue) {
                report.changed += 1
            } else {
                report.unchanged += 1
            }
        }
    }

    private mutating func add(_ entry: IssueEntry) throws -> Issue {
        let created = entry.created ?? entry.closed ?? session.now
        let issue = Issue(
            identifier: entry.identifier ?? UUID.random(), title: entry.title, content: entry.content ?? "",
            priority: entry.priority ?? .low, created: created)
        if entry.status == .closed { issue.closed = (entry.closed ?? session.now).wholeMilliseconds }
        issues[issue.identifier] = issue
        // Refuse a date in the future, because the issue would stay among the recent issues for too long.
        issue.modified = min(entry.modified ?? session.now, session.now)
        issue.dueDay = entry.due
        issue.waitingDay = entry.waitingUntil
        issue.rule = entry.recurrence
        issue.letter = entry.letter
        session.context.insert(issue, keepingModificationDate: entry.modified != nil)
        for note in entry.notes ?? [] { add(note, to: issue) }
        if let names = entry.tags, !names.isEmpty { issue.tags = try tags.tags(named: names) }
        return issue
    }

    private func add(_ entry: NoteEntry, to issue: Issue) {
        let note = Note(text: entry.text, written: entry.written)
        session.context.insert(note)
        note.issue = issue
    }

    /// Updates an issue with the values of an entry. Returns whether a value differed.
    private mutating func merge(_ entry: IssueEntry, into issue: Issue) throws -> Bool {
        let difference = IssueDifference(entry, issue, format, timeZone: session.environment.timeZone)
        if difference.isEmpty { return false }
        if let title = difference.title { issue.title = title }
        if let content = difference.content { issue.content = content }
        if let priority = difference.priority { issue.priority = priority }
        if let due = difference.due { issue.dueDay = due }
        if let waiting = difference.waitingUntil { issue.waitingDay = waiting }
        if let rule = difference.recurrence { issue.rule = rule }
        if let letter = difference.letter { issue.letter = letter }
        for note in difference.notes { add(note, to: issue) }
        if !difference.notes.isEmpty { issue.touch(session.now) }
        if let status = difference.status {
            issue.closed = status == .open ? nil : closing(of: issue, difference.closed)
        }
        if let keys = difference.tags {
            let kept = issue.tags.filter { keys.contains(format.tagKey($0.name)) }
            let missing = keys.subtracting(kept.map { format.tagKey($0.name) })
            let names = (entry.tags ?? []).filter { missing.contains(format.tagKey($0)) }
            issue.tags = try kept + tags.tags(named: names)
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
}
