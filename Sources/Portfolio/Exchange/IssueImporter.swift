import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// Imports issues: opens a file in its format, finds the issue of each entry and gives it the file's values.
@MainActor
struct IssueImporter: Importer {
    static let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports issues from a file."),
        discussion: [
            text(
                "You can import the same file again: nothing is added twice. If an issue already exists, the fields in the file replace its values, and all other fields stay. “undo” undoes the whole import."
            ),
            text("Issues that you deleted are added again."),
            text("A value that can't be read is left out and reported. An entry without a title is skipped."),
        ],
        parameters: [
            ImportParameters.file(
                text(
                    "A file from “export” (.json, .csv, .md or .txt), a JSON export of taskwarrior, or the output of “gh issue list --json”; - for standard input."
                )
            ).declaration,
            ImportParameters.dryRun.declaration, TextEncoding.option.declaration,
        ],
        examples: [.verbatim("import todo.txt --dry-run"), .verbatim("import issues.json")], changesData: true
    )

    static let batchSize = 1000

    private let session: PortfolioSession
    private var file: EntryFile?
    private var format = IssueFormat.json
    private var matcher: IssueMatcher
    var tags: ImportedTags
    /// The issues of the present batch by their identifiers.
    private var issues: [UUID: Issue] = [:]
    private var dependencies = ImportedDependencies()
    /// The number of new tags that aren't used by any issue.
    private var newTags = 0
    /// The number of dependencies on missing issues, and of those that would close a cycle.
    private var leftOutDependencies = 0
    /// The line whose content may be cut off. The stored issue keeps its complete content.
    private var keptContent: Int?
    /// The line whose tags may be cut off. The stored issue keeps its tags.
    private var keptTags: Int?
    /// Whether the file has no entries.
    private var isEmpty = true
    /// The recurring issues that the file closed.
    private var closedSeries: [UUID] = []
    /// The number of their next occurrences.
    private var continued = 0
    /// Whether the store had issues before the import, which entries can match.
    private var mayMatch = false

    init(_ invocation: Invocation, in session: PortfolioSession) throws {
        let path = try invocation[ImportParameters.file(.verbatim(""))]
        // A name that doesn't show the format is refused even if there is no such file.
        if !IssueFormat.isKnown(path: path), (try? session.inputFile(path)) == nil {
            throw FileError.unknownFormat(path: path, known: IssueFormat.endings)
        }
        self.init(session)
    }

    init(_ session: PortfolioSession) {
        self.session = session
        tags = ImportedTags(session.context)
        matcher = IssueMatcher(format, timeZone: session.environment.timeZone)
    }

    mutating func open(_ start: TextFileStart, path: String) throws -> any ImportSource<ImportedRow> {
        format = try IssueFormat(path: path, start)
        var file = EntryFile(path: path, format: format, timeZone: session.environment.timeZone, start: start)
        var anyIssue = FetchDescriptor<Issue>()
        anyIssue.fetchLimit = 1
        // Entries can match only issues that existed before the import. They are matched in a first reading.
        mayMatch = try session.context.fetchCount(anyIssue) > 0
        if mayMatch { try file.makeRepeatable() }
        let source = try file.source()
        self.file = file
        return source
    }

    mutating func begin() async throws {
        try tags.begin(format)
        matcher = IssueMatcher(format, timeZone: session.environment.timeZone)
        guard var file, mayMatch else { return }
        try await matcher.match(try file.source(), in: session.context)
    }

    /// Prepares adding and merging entries whose issues are known.
    mutating func begin(_ format: IssueFormat) throws {
        self.format = format
        try tags.begin(format)
    }

    func fractionRead(_ input: InputFile) -> Double? { file?.fractionRead(input) }

    mutating func take(_ rows: [ImportRow<ImportedRow>], _ report: inout ImportReport) async throws {
        try loadObjects(of: rows)
        for row in rows {
            switch row.entry {
            case nil: continue
            case .tags(let names):
                report.note(row.problems, of: IssueEntry.tagsKey, at: row.position)
                for name in names where !tags.contains(name) {
                    newTags += 1
                    _ = try tags.tag(name)
                }
                isEmpty = false
            case .views(let views):
                try session.addMissing(views, at: row.position, &report)
                isEmpty = false
            case .issue(let entry):
                report.note(row.problems, of: entry.title, at: row.position)
                try take(entry, at: row.position, &report)
            }
        }
    }

    /// Fetches the issues that a batch may change, and the tags that it needs.
    private mutating func loadObjects(of rows: [ImportRow<ImportedRow>]) throws {
        var identifiers: [UUID] = []
        var names: Set<String> = []
        for row in rows {
            guard case .issue(let entry)? = row.entry else { continue }
            if let identifier = matcher.identifier(forRow: row.position, entry) {
                identifiers.append(identifier)
            }
            names.formUnion(entry.tags ?? [])
        }
        for issue in try session.context.issues(identifiers) { issues[issue.identifier] = issue }
        try tags.load(names)
    }

    private mutating func take(
        _ imported: IssueEntry, at position: Int, _ report: inout ImportReport
    ) throws {
        var entry = imported
        if entry.tagsMayBeCutOff { keptTags = position }
        guard let issue = matcher.identifier(forRow: position, entry).flatMap({ issues[$0] }) else {
            report.added += 1
            dependencies.note(entry, try add(entry, at: position, &report))
            return
        }
        if let rest = entry.cutOffBefore, let content = entry.content, content != issue.content,
            issue.content.utf8.starts(with: (content + rest).utf8)
        {
            entry.content = nil
            keptContent = position
        }
        dependencies.note(entry, issue)
        if try merge(entry, into: issue) {
            report.changed += 1
        } else {
            report.unchanged += 1
        }
    }

    /// Adds the issue of an entry.
    mutating func add(
        _ entry: IssueEntry, at position: Int, _ report: inout ImportReport
    ) throws -> Issue {
        let created = entry.created ?? entry.closed ?? session.now
        let issue = Issue(
            identifier: entry.identifier ?? UUID.randomIssue(), title: entry.title, created: created)
        for field in Issue.details {
            if let value = entry.values[field.key] { field.set(value, of: issue) }
        }
        if entry.status == .closed { issue.closed = (entry.closed ?? session.now).wholeMilliseconds }
        issues[issue.identifier] = issue
        // Refuse a date in the future, because the issue would stay among the recent issues for too long.
        issue.modified = min(entry.modified ?? session.now, session.now)
        if let modified = entry.modified, modified > session.now {
            let problem = FieldProblem(
                field: "modified", written: ISOTime.string(modified),
                imported: ISOTime.string(session.now), reason: text("it is in the future"))
            report.note([problem], of: entry.title, at: position)
        }
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
    mutating func merge(_ entry: IssueEntry, into issue: Issue) throws -> Bool {
        let difference = IssueDifference(entry, issue, format, timeZone: session.environment.timeZone)
        if difference.isEmpty { return false }
        if let title = difference.title { issue.title = title }
        for (field, value) in difference.details { field.set(value, of: issue) }
        for note in difference.notes { add(note, to: issue) }
        if !difference.notes.isEmpty { issue.touch(session.now) }
        if let status = difference.status {
            if status == .closed, issue.isOpen, issue.rule != nil { closedSeries.append(issue.identifier) }
            issue.close(status == .open ? nil : closing(of: issue, difference.closed))
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

    func save(_: StoreSession) async throws {
        try await session.context.whenUnlocked { try session.context.save() }
    }

    mutating func releaseSavedObjects() {
        issues.removeAll(keepingCapacity: true)
        tags.releaseSavedObjects()
        session.context.unloadRelatedObjects()
    }

    /// Creates the next occurrences of recurring issues that the file closed, unless an open issue of the same title
    /// continues the series.
    private mutating func continueSeries() throws {
        for issue in try session.context.issues(closedSeries) where !issue.isOpen {
            let title = issue.title
            let open = #Predicate<Issue> { $0.title == title && $0.closed == nil }
            guard try session.context.fetchCount(FetchDescriptor(predicate: open)) == 0 else { continue }
            let day = issue.closed.map { CivilDate.today(now: $0, timeZone: session.environment.timeZone) }
            // A series after the year 9999 ends.
            do {
                if try issue.nextOccurrence(in: session, closing: day) != nil { continued += 1 }
            } catch is NoNextDayError {}
        }
    }

    mutating func finish(_ report: inout ImportReport) async throws {
        if report.total == 0, isEmpty {
            throw ImportFileError.unusable(
                text("There are no issues in “%@”.", file?.path ?? ""), EntryFile.kind.remedy)
        }
        try continueSeries()
        leftOutDependencies = try await dependencies.link(in: session)
        try session.context.checkReads()
        report.possiblyTruncatedLine = keptContent == nil ? report.possiblyTruncatedLine ?? keptTags : nil
    }

    func output(_ report: ImportReport, isDryRun: Bool) -> Output {
        var report = report
        if newTags > 0 {
            report.messages.append(
                .message(
                    isDryRun
                        ? text("Would create %lld tags without issues.", newTags)
                        : text("Created %lld tags without issues.", newTags)))
        }
        if continued > 0 {
            report.messages.append(
                .message(text("%lld recurring issues were closed, and have a next one.", continued)))
        }
        if leftOutDependencies > 0 {
            report.messages.append(
                .warning(
                    text(
                        "%lld dependencies were left out: the other issue is missing, or they would close a cycle.",
                        leftOutDependencies)))
        }
        if let keptContent {
            report.messages.append(
                .warning(
                    text(
                        "Line %@ has no line end, and its content is empty or only the beginning of the issue's present content. The present content was kept. If the line is complete, add a line end and import the file again.",
                        String(keptContent))))
        }
        return report.output(
            isDryRun: isDryRun,
            isDryRun
                ? text(
                    "Would add %1$lld, change %2$lld, leave %3$lld unchanged and skip %4$lld.", report.added,
                    report.changed, report.unchanged, report.skipped.count)
                : text(
                    "Added %1$lld, changed %2$lld, left %3$lld unchanged, skipped %4$lld.", report.added,
                    report.changed, report.unchanged, report.skipped.count),
            fields: [
                .init("added", text("Added"), .number(report.added)),
                .init("changed", text("Changed"), .number(report.changed)),
                .init("unchanged", text("Unchanged"), .number(report.unchanged)),
            ])
    }

    func label(_ report: ImportReport, path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld issues added, %3$lld changed.", path, report.added, report.changed)
    }

    func progress(_ report: ImportReport) -> LocalizedText { text("Importing: %lld issues", report.total) }
}

/// `import`: imports issues from a file.
typealias ImportCommand = FileImportCommand<IssueImporter>
