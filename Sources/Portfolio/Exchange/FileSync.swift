import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// Keeps a todo.txt and the store in step: each field that changed on one side since the last run changes on the other.
///
/// The state of the last run is a ``FileLine`` for each line. The file is written before the store is saved. If the program
/// ends in between, the next run finds the same changes on both sides, which is no conflict.
@MainActor
struct FileSync {
    private let session: PortfolioSession
    /// The absolute path.
    private let path: String
    private let zone: TimeZone
    /// What the last runs left, by the identifiers of the issues.
    private var rows: [UUID: FileLine] = [:]
    private var readCopies: [String: FileLine] = [:]
    private var issues: [UUID: Issue] = [:]
    /// The part of an import that adds issues and tags.
    private var importer: IssueImporter
    private var report = ImportReport()
    private var run = 1
    private var isFirst = true
    /// The recurring issues that the file closed, and the days of closing.
    private var closedSeries: [(issue: Issue, day: CivilDate)] = []
    /// The number of equal new lines so far, by their texts.
    private var equalLines: [String: Int] = [:]
    private(set) var result = Result()

    /// What a run did.
    struct Result {
        /// The titles of issues that the file added, changed and deleted.
        var added: [String] = [], changed: [String] = [], deleted: [String] = []
        /// The titles of lines that the store added, changed and removed.
        var newLines: [String] = [], changedLines: [String] = [], removedLines: [String] = []
        /// Whether there was no run before.
        var isFirst = false
        /// The number of lines that got an `id:`.
        var marked = 0
        /// The issues whose lines were removed from the file and which stay, and their titles.
        var missing: [String] = [], missingIssues: Set<UUID> = []
        /// The number of lines with issues that the last run left.
        var formerLines = 0
        var conflicts: [LocalizedText] = []
        /// The names of the conflict copies that were read.
        var copies: [String] = []
        /// The lines that aren't issues.
        var skipped: [Int] = []
        /// The new content of the file; `nil` if it stays as it is.
        var content: [UInt8]?

        var isEmpty: Bool {
            content == nil
                && [added, changed, deleted, copies, missing].allSatisfy(\.isEmpty)
        }
    }

    /// A line of the file.
    private struct Line {
        var text: String
        var end: String
        /// `nil` for a line that isn't an issue, and for one that is as the last run left it: most lines are, and needn't be
        /// parsed.
        var entry: IssueEntry?
        /// The identifier in the text.
        var written: UUID?
        var identifier: UUID?
        let number: Int

        var isIssue: Bool { entry != nil || written != nil }
    }

    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - session: The session.
    init(_ path: String, in session: PortfolioSession) {
        self.path = path
        self.session = session
        zone = session.environment.timeZone
        importer = IssueImporter(session)
    }

    /// Merges a file with the store.
    ///
    /// - Parameters:
    ///   - text: The content of the file; `nil` if there is none.
    ///   - copies: The names and contents of the conflict copies beside it.
    ///   - deleting: The issues that are deleted if their lines were removed.
    /// - Throws: ``FileSyncError`` if the file is gone, `CancellationError`, and the errors of the store.
    mutating func merge(
        _ text: String?, copies: [(name: String, text: String)], deleting: Set<UUID>
    ) async throws {
        try loadRows()
        if text == nil, !isFirst { throw FileSyncError.gone(path: path) }
        try importer.begin(.todo)
        var lines = lines(of: text ?? "")
        result.skipped = lines.filter { !$0.isIssue && !$0.text.allSatisfy(\.isWhitespace) }.map(\.number)
        let others = copies.compactMap { copy -> (name: String, hash: String, lines: [Line])? in
            let hash = String(ImportMemory.hash(copy.text), radix: 16)
            return readCopies[copy.name]?.text == hash ? nil : (copy.name, hash, self.lines(of: copy.text))
        }
        resolveDuplicates(&lines)
        try loadIssues(lines + others.flatMap(\.lines))
        // A file that another device changed at the same time is older than the last run.
        let base = others.isEmpty ? run - 1 : ancestor(of: lines)
        var kept: [Line] = []
        var new: [Line] = []
        for line in lines {
            guard let identifier = line.identifier, let row = rows[identifier] else {
                if line.isIssue { new.append(line) }
                kept.append(line)
                continue
            }
            if issues[identifier] == nil {
                // The issue was deleted. A change of its line wins over that.
                if line.text == row.text {
                    result.removedLines.append(entry(of: line)?.title ?? "")
                    continue
                }
                new.append(line)
            } else {
                try take(line, at: base)
            }
            kept.append(line)
        }
        await Task.yield()
        try Task.checkCancellation()
        let identifiers = try await add(new, besides: lines)
        for index in kept.indices where kept[index].identifier == nil {
            kept[index].identifier = identifiers[kept[index].number]
        }
        for (name, hash, lines) in others {
            try await take(copy: lines, beside: kept)
            remember(copy: name, hash)
            result.copies.append(name)
        }
        for (issue, day) in closedSeries where !issue.isOpen {
            // A series after the year 9999 ends.
            do {
                if let next = try issue.nextOccurrence(in: session, closing: day) { note(next) }
            } catch is NoNextDayError {}
        }
        try takeRemovals(kept, at: base, deleting)
        try write(kept, original: text)
    }

    private mutating func note(_ issue: Issue) { issues[issue.identifier] = issue }
}

extension FileSync {
    /// Reads what the last runs left.
    private mutating func loadRows() throws {
        let path = path
        let known = try session.context.fetch(
            FetchDescriptor<FileLine>(predicate: #Predicate { $0.file == path }))
        for row in known { if let issue = row.issue { rows[issue] = row } }
        let prefix = Self.copyPrefix(of: path)
        let copies = try session.context.fetch(
            FetchDescriptor<FileLine>(
                predicate: #Predicate { $0.issue == nil && $0.file.starts(with: prefix) }))
        for copy in copies { readCopies[(copy.file as NSString).lastPathComponent] = copy }
        isFirst = rows.isEmpty
        result.isFirst = isFirst
        result.formerLines = rows.count
        run = (rows.values.map(\.run).max() ?? 0) + 1
    }

    /// The beginning of the paths of conflict copies, as Syncthing names them: `todo.sync-conflict-20261129-034500-ABCDEFG.txt`.
    static func copyPrefix(of path: String) -> String {
        (path as NSString).deletingPathExtension + ".sync-conflict-"
    }

    private func remember(copy name: String, _ hash: String) {
        if let row = readCopies[name] {
            row.text = hash
        } else {
            let folder = (path as NSString).deletingLastPathComponent
            let file = (folder as NSString).appendingPathComponent(name)
            session.context.insert(FileLine(file: file, issue: nil, text: hash, run: run))
        }
    }

    /// Divides a text into lines at line feeds, so that they can be written as they were.
    private func lines(of text: String) -> [Line] {
        if text.isEmpty { return [] }
        var parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        let left = Dictionary(rows.map { ($1.text, $0) }) { first, _ in first }
        let endsWithLine = parts.last?.isEmpty == true
        if endsWithLine { parts.removeLast() }
        return parts.enumerated().map { index, part in
            let isLast = index == parts.count - 1 && !endsWithLine
            let hasReturn = part.last == 0x0D
            var text = String(Substring(hasReturn ? part.dropLast() : part))
            // The mark at the beginning of a file isn't part of a title.
            if index == 0, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
            var line = Line(
                text: text, end: (hasReturn ? "\r" : "") + (isLast ? "" : "\n"), number: index + 1)
            line.written = left[text]
            if line.written == nil {
                line.entry = entry(text)
                line.written = line.entry?.identifier
            }
            line.identifier = line.written
            return line
        }
    }

    /// Returns the entry of a line; `nil` if it isn't an issue.
    private func entry(_ text: String) -> IssueEntry? {
        if text.allSatisfy(\.isWhitespace) { return nil }
        var entry = TodoText.entry(text[...], zone)
        entry.status = entry.status ?? .open
        var problems: [FieldProblem] = []
        do throws(SkippedEntry) { try entry.check(&problems) } catch { return nil }
        return entry
    }

    /// Returns the entry of a line; `nil` if it isn't an issue.
    private func entry(of line: Line) -> IssueEntry? { line.entry ?? (line.isIssue ? entry(line.text) : nil) }

    /// Takes the identifier from copies of a line. Programs that continue a recurring task copy its line.
    private func resolveDuplicates(_ lines: inout [Line]) {
        var places: [UUID: Int] = [:]
        for index in lines.indices {
            guard let identifier = lines[index].identifier else { continue }
            guard let first = places[identifier] else {
                places[identifier] = index
                continue
            }
            let isFirstOpen = entry(of: lines[first])?.status == .open
            let isLater = isFirstOpen && entry(of: lines[index])?.status == .closed
            lines[isLater ? first : index].identifier = nil
            if isLater { places[identifier] = index }
        }
    }

    private mutating func loadIssues(_ lines: [Line]) throws {
        var identifiers = Set(lines.compactMap(\.identifier))
        identifiers.formUnion(rows.keys)
        try load(identifiers)
    }

    private mutating func load(_ identifiers: Set<UUID>) throws {
        let sorted = identifiers.sorted { $0.uuidString < $1.uuidString }
        for issue in try session.context.issues(sorted) { note(issue) }
    }

    /// Returns the text that a run left of an issue's line; `nil` if the file didn't have it.
    private func lastText(of identifier: UUID, at run: Int) -> String? {
        guard let row = rows[identifier] else { return nil }
        return row.run <= run ? row.text : row.versions.first { $0.run <= run }?.text
    }

    /// Returns the number of the run after which a file was changed: the one from which it differs in the fewest lines.
    private func ancestor(of lines: [Line]) -> Int {
        let texts = Dictionary(
            lines.compactMap { line in line.identifier.map { ($0, line.text) } }
        ) { first, _ in first }
        let versions = rows.mapValues(\.versions)
        let runs = Set(versions.values.joined().map(\.run)).sorted(by: >).prefix(50)
        var best: (run: Int, differences: Int)?
        for run in runs {
            // A missing closed line was moved to an archive, at whatever time.
            let differences = versions.count { identifier, versions in
                let text = versions.first { $0.run <= run }?.text
                return texts[identifier].map { $0 != text } ?? text.map { !$0.hasPrefix("x ") } ?? false
            }
            if differences < best?.differences ?? Int.max { best = (run, differences) }
        }
        return best?.run ?? run - 1
    }
}

extension FileSync {
    /// The values of an issue as a line has them.
    private func values(of issue: Issue) -> TodoValues {
        let line = TodoText.line(IssueEntry(line: issue, session.collator), zone)
        return TodoValues(TodoText.checked(TodoText.entry(line[...], zone)))
    }

    /// Changes an issue by what changed in its line since a run.
    private mutating func take(_ line: Line, at run: Int) throws {
        guard let identifier = line.identifier, let issue = issues[identifier],
            // A line that is newer than the run is compared with its oldest text.
            let text = lastText(of: identifier, at: run) ?? rows[identifier]?.versions.last?.text,
            text != line.text, var entry = entry(of: line)
        else { return }
        let before = TodoText.checked(TodoText.entry(text[...], zone))
        // If only the x was removed, the first day is still that of closing.
        if let reopened = TodoText.reopened(entry, timeZone: zone), reopened.title == before.title {
            entry = reopened
        }
        let (old, new, own) = (TodoValues(before), TodoValues(entry), values(of: issue))
        var isChanged = false
        for key in TodoValues.keys where old.values[key] != new.values[key] {
            if own.values[key] == new.values[key] { continue }
            if own.values[key] == old.values[key] {
                set(key, of: issue, to: entry, before: before)
                isChanged = true
            } else {
                noteConflict(key, of: issue, new)
            }
        }
        let isNew = { (key: String) in old.tags[key] == nil && own.tags[key] == nil }
        let added: [String] = new.tags.compactMap { key, name in isNew(key) ? name : nil }.sorted()
        let removed = Set(old.tags.keys).subtracting(new.tags.keys).intersection(own.tags.keys)
        if !added.isEmpty || !removed.isEmpty {
            let kept = issue.tags.filter { !removed.contains(IssueFormat.todo.tagKey($0.name)) }
            let others: [Tag] = try importer.tags.tags(named: added)
            issue.tags = kept + others
            issue.touch(session.now)
            isChanged = true
        }
        if isChanged { result.changed.append(issue.title) }
    }

    private mutating func set(
        _ key: String, of issue: Issue, to entry: IssueEntry, before: IssueEntry
    ) {
        switch key {
        case TodoValues.title: issue.title = entry.title
        case TodoValues.status:
            guard entry.status == .closed else { return issue.close(nil) }
            let today = session.today
            // An x before an open line leaves the day of creation as the only one.
            let isCreation = entry.created == nil && entry.closed == before.created
            let written = isCreation ? nil : entry.closed
            let day = written.map { CivilDate.today(now: $0, timeZone: zone) } ?? today
            issue.close(written == nil || day == today ? session.now : written)
            if issue.rule != nil { closedSeries.append((issue, day)) }
        case TodoValues.priority:
            issue.priority = entry.priority ?? .low
            if issue.letter != entry.letter { issue.letter = entry.letter }
        default: Issue.fields[key]?.set(entry.values[key] ?? .null, of: issue)
        }
    }

    /// Keeps the value of the store, and writes that of the file into a note.
    private mutating func noteConflict(_ key: String, of issue: Issue, _ new: TodoValues) {
        guard let field = Issue.fields[key] else { return }
        let value = new.values[key]?.word ?? "none"
        let written = "\(field.word): \(value)"
        let name = (path as NSString).lastPathComponent
        let known = issue.notes.contains { $0.text.hasSuffix(written) }
        if !known {
            let note = Note(text: "\(name) – \(written)", written: session.now)
            session.context.insert(note)
            note.issue = issue
            issue.touch(session.now)
        }
        result.conflicts.append(
            text(
                "“%1$@” changed on both sides: %2$@. portfolio's value stays, and “%3$@” from the file is in a note.",
                issue.title, TextArgument.list([.text(field.sentence)]), value))
    }
}

extension FileSync {
    /// Adds the issues of lines that the last runs didn't leave, or finds those that the store has already.
    ///
    /// - Parameters:
    ///   - new: The lines.
    ///   - lines: All lines of the file, whose identifiers are taken.
    /// - Returns: The identifiers of the issues by the numbers of the lines.
    private mutating func add(_ new: [Line], besides lines: [Line]) async throws -> [Int: UUID] {
        if new.isEmpty { return [:] }
        var taken = Set(lines.compactMap(\.identifier))
        var identifiers: [Int: UUID] = [:]
        // Other programs continue a recurring task by a new line.
        var successors: [String: [UUID]] = [:]
        for (issue, _) in closedSeries {
            let title = TodoText.reading(ofTitle: issue.title).title
            successors[title, default: []].append(issue.nextIdentifier)
        }
        var rows: [ImportRow<ImportedRow>] = []
        for line in lines where line.isIssue {
            // The matcher needs no more of a line with an identifier.
            var entry = (line.identifier == nil ? self.entry(of: line) : nil) ?? IssueEntry(title: "")
            entry.identifier = line.identifier
            if line.identifier == nil, entry.status == .open,
                let next = successors[entry.title]?.first(where: { !taken.contains($0) })
            {
                entry.identifier = next
                identifiers[line.number] = next
                taken.insert(next)
            }
            rows.append(ImportRow(.issue(entry), at: line.number))
        }
        var matcher = IssueMatcher(.todo, timeZone: zone)
        if new.contains(where: { $0.identifier == nil }) {
            try await matcher.match(ReadRows(rows), in: session.context)
        }
        try load(Set(new.compactMap { $0.identifier ?? identifiers[$0.number] }))
        let known = try knownIdentifiers()
        for line in new {
            guard var entry = entry(of: line) else { continue }
            entry.identifier = line.identifier ?? identifiers[line.number]
            if entry.identifier == nil, let found = matcher.identifier(forRow: line.number, entry) {
                if issues[found] == nil { try load([found]) }
                // A title that comes back is a new issue. Only the first run closes what the file has closed.
                if let issue = issues[found], issue.isOpen, isFirst || entry.status == .open {
                    identifiers[line.number] = found
                    taken.insert(found)
                    try replace(issue, by: entry)
                    continue
                }
            }
            let identifier =
                entry.identifier
                ?? freeIdentifier(entry) { taken.contains($0) || known.contains($0) }
            taken.insert(identifier)
            identifiers[line.number] = identifier
            entry.identifier = identifier
            if let issue = issues[identifier] {
                try replace(issue, by: entry)
            } else {
                note(try importer.add(entry, at: line.number, &report))
                result.added.append(entry.title)
            }
        }
        return identifiers
    }

    /// Gives an issue the values of a line that the last runs didn't leave, as an import does.
    private mutating func replace(_ issue: Issue, by entry: IssueEntry) throws {
        let wasOpen = issue.isOpen
        guard try importer.merge(entry, into: issue) else { return }
        result.changed.append(issue.title)
        guard wasOpen, let closed = issue.closed, issue.rule != nil else { return }
        closedSeries.append((issue, CivilDate.today(now: closed, timeZone: zone)))
    }

    /// Returns an identifier that follows from a line, so that two devices that read the same file find the same one.
    private mutating func freeIdentifier(_ entry: IssueEntry, isTaken: (UUID) -> Bool) -> UUID {
        let text = TodoText.line(entry, zone)
        while true {
            let number = (equalLines[text] ?? 0) + 1
            equalLines[text] = number
            let identifier = Self.identifier(ofLine: number, text)
            if !isTaken(identifier) { return identifier }
        }
    }

    /// Returns the identifier of a line among equal ones.
    private static func identifier(ofLine number: Int, _ text: String) -> UUID {
        .issue(of: "line \(number) of todo.txt: \(text)")
    }

    private func knownIdentifiers() throws -> Set<UUID> {
        var descriptor = FetchDescriptor<Issue>()
        descriptor.propertiesToFetch = [\.identifier]
        var known: Set<UUID> = []
        try session.context.enumerate(descriptor, batchSize: 1000) { known.insert($0.identifier) }
        return known
    }

    /// Merges a conflict copy: what changed in its lines, and lines that only it has.
    private mutating func take(copy: [Line], beside lines: [Line]) async throws {
        var copy = copy
        resolveDuplicates(&copy)
        let base = ancestor(of: copy)
        func bare(_ line: Line) -> String? {
            var entry = entry(of: line)
            entry?.identifier = nil
            return entry.map { TodoText.line($0, zone) }
        }
        let needsTexts = copy.contains { $0.isIssue && $0.identifier == nil }
        let known = needsTexts ? Set(lines.compactMap(bare)) : []
        var new: [Line] = []
        for line in copy where line.isIssue {
            if let identifier = line.identifier, rows[identifier] != nil {
                // Without its issue, the line was deleted since.
                if issues[identifier] != nil { try take(line, at: base) }
            } else if let identifier = line.identifier {
                if issues[identifier] == nil { new.append(line) }
            } else if let entry = entry(of: line), !known.contains(bare(line) ?? ""),
                // The line may be one that an earlier run gave its id.
                issues[Self.identifier(ofLine: 1, TodoText.line(entry, zone))] == nil
            {
                new.append(line)
            }
        }
        // The new issues get their lines below, as those of the store do.
        _ = try await add(new, besides: lines + new)
    }

    /// Deletes the issues of lines that were removed, or reports them.
    private mutating func takeRemovals(_ lines: [Line], at run: Int, _ deleting: Set<UUID>) throws {
        let present = Set(lines.compactMap(\.identifier))
        var removed: [Issue] = []
        for (identifier, row) in rows where !present.contains(identifier) {
            guard let issue = issues[identifier] else {
                session.context.delete(row)
                rows[identifier] = nil
                continue
            }
            let text = lastText(of: identifier, at: run)
            let left = TodoText.checked(TodoText.entry((text ?? row.text)[...], zone))
            if left.status == .closed || !issue.isOpen {
                // A removed line of a closed issue was moved into an archive.
                session.context.delete(row)
                rows[identifier] = nil
            } else if text == nil || values(of: issue) != TodoValues(left) {
                // A change wins over a removal: the line is written again.
                session.context.delete(row)
                rows[identifier] = nil
            } else {
                removed.append(issue)
                if !row.isMissing { row.isMissing = true }
            }
        }
        for issue in removed.sorted(by: { $0.number < $1.number }) {
            let identifier = issue.identifier
            guard deleting.contains(identifier) else {
                result.missing.append(issue.title)
                result.missingIssues.insert(identifier)
                continue
            }
            result.deleted.append(issue.title)
            if let row = rows.removeValue(forKey: identifier) { session.context.delete(row) }
            issues[identifier] = nil
            try session.delete(issue)
        }
    }

    /// Writes the values of the issues into the lines, and adds lines of issues that have none.
    private mutating func write(_ kept: [Line], original: String?) throws {
        var lines = kept
        var present: Set<UUID> = []
        for index in lines.indices {
            guard let identifier = lines[index].identifier, let issue = issues[identifier] else { continue }
            present.insert(identifier)
            let entry = IssueEntry(line: issue, session.collator)
            let text = TodoText.edited(lines[index].text, to: entry, timeZone: zone)
            if text != lines[index].text {
                if lines[index].written == identifier {
                    result.changedLines.append(issue.title)
                } else {
                    result.marked += 1
                }
            }
            lines[index].text = text
            remember(identifier, text)
        }
        let open = FetchDescriptor<Issue>(predicate: #Predicate { $0.closed == nil })
        let end = lines.contains { $0.end == "\r\n" } ? "\r\n" : "\n"
        for issue in try session.context.fetch(open).sorted(by: { $0.number < $1.number }) {
            if present.contains(issue.identifier) || rows[issue.identifier]?.isMissing == true { continue }
            let text = TodoText.line(IssueEntry(line: issue, session.collator), zone)
            if let last = lines.indices.last, !lines[last].end.utf8.contains(0x0A) { lines[last].end = end }
            lines.append(Line(text: text, end: end, number: lines.count + 1))
            result.newLines.append(issue.title)
            remember(issue.identifier, text)
        }
        let mark = original?.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
        let content = mark + lines.map { $0.text + $0.end }.joined()
        if !content.utf8.elementsEqual((original ?? "").utf8) { result.content = Array(content.utf8) }
    }

    private mutating func remember(_ identifier: UUID, _ text: String) {
        if let row = rows[identifier] {
            row.replace(text, run: run)
        } else {
            let row = FileLine(file: path, issue: identifier, text: text, run: run)
            session.context.insert(row)
            rows[identifier] = row
        }
    }
}

/// Rows that were read already.
private struct ReadRows: ImportSource {
    private var rows: ArraySlice<ImportRow<ImportedRow>>

    init(_ rows: [ImportRow<ImportedRow>]) { self.rows = rows[...] }

    mutating func next() -> ImportRow<ImportedRow>? { rows.popFirst() }
}

/// A file that can't be synchronized.
enum FileSyncError: PresentableError, Hashable {
    /// The file of earlier runs is gone.
    case gone(path: String)
    /// Another program changed the file while it was being merged.
    case changedMeanwhile(path: String)

    var problem: LocalizedText {
        switch self {
        case .gone(let path): text("“%@” was synchronized before, and is gone.", path)
        case .changedMeanwhile(let path): text("Another program changed “%@” in the meantime.", path)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .gone: text("Bring it back, or create an empty file with this name. Nothing was changed.")
        case .changedMeanwhile: text("Run the command again. Nothing was changed.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .gone: .inputMissing
        case .changedMeanwhile: .failed
        }
    }
}
