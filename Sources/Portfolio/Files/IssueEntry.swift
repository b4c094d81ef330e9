import Formats
import Foundation
import Localization
import Shell
import Suite

/// An issue as files have it; what a file doesn't say is `nil`.
struct IssueEntry: Hashable, Sendable {
    var identifier: UUID?
    var title: String
    var content: String?
    var priority: Priority?
    var status = IssueStatus.open
    var created: Date?
    var closed: Date?
    /// When it was changed last; it counts for issues that an import adds.
    var modified: Date?
    var tags: [String] = []

    init(title: String) { self.title = title }

    /// What is written of an issue.
    @MainActor
    init(_ issue: Issue, _ collator: Collator) {
        identifier = issue.identifier
        title = issue.title
        content = issue.content
        priority = issue.priority
        status = issue.status
        created = issue.created
        closed = issue.closed
        modified = issue.modified
        tags = collator.sorted(issue.tags.map(\.name))
    }
}

/// What a file gives, one after the other.
enum EntryRow: Hashable, Sendable {
    case entry(position: Int, IssueEntry)
    /// Names of tags that no issue has.
    case tags(position: Int, [String])
    /// What can't be read, and why.
    case skipped(position: Int, reason: LocalizedText)
}

extension [EntryRow] {
    /// Throws where nothing can be read of a file that is about something else than issues: that has other fields than
    /// they have, or has no titles.
    func checkForIssues(keys: Set<String>, path: String) throws(ImportFileError) {
        let isForeign =
            !keys.isSubset(of: IssueField.allCases.map(\.rawValue))
            || !keys.isSuperset(of: IssueField.needed.map(\.rawValue))
        let isAllSkipped = !isEmpty && allSatisfy { if case .skipped = $0 { true } else { false } }
        if isForeign, isAllSkipped { throw .nothingThere(path: path) }
    }
}

/// The formats of files, by the endings of their names.
enum IssueFormat: String, CaseIterable, Sendable {
    case json, csv
    case markdown = "md"
    case todo = "txt"

    /// The endings, with their dots.
    static let endings = allCases.map { ".\($0.rawValue)" }

    init?(path: String) {
        self.init(rawValue: (path as NSString).pathExtension.lowercased())
    }

    /// Whether positions are lines of the file, and not entries of a list.
    var countsLines: Bool { self != .json }

    /// Issues as a file, behind them the names of tags that no issue has.
    func bytes(_ entries: [IssueEntry], tags: [String] = [], timeZone: TimeZone) -> [UInt8] {
        switch self {
        case .json: IssueJSON.bytes(entries, tags: tags)
        case .csv: IssueCSV.bytes(entries, tags: tags)
        case .markdown: Array(Checklist.text(entries, tags: tags).utf8)
        case .todo: Array(TodoText.text(entries, timeZone: timeZone).utf8)
        }
    }

    /// What a file has.
    ///
    /// - Throws: ``ImportFileError`` where the file as a whole can't be read, and `FileError`.
    func rows(_ bytes: [UInt8], path: String, timeZone: TimeZone) throws -> [EntryRow] {
        switch self {
        case .json: return try IssueJSON.rows(bytes, path: path)
        case .csv: return try IssueCSV.rows(bytes, path: path)
        case .markdown: return Checklist.rows(try Self.text(bytes, path: path))
        case .todo: return TodoText.rows(try Self.text(bytes, path: path), timeZone: timeZone)
        }
    }

    private static func text(_ bytes: [UInt8], path: String) throws -> String {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            throw ImportFileError.notUTF8(path: path)
        }
        return text
    }
}

/// Why an import file as a whole can't be read.
enum ImportFileError: PresentableError, Hashable {
    case notUTF8(path: String)
    case notJSON(path: String, JSONProblem?)
    case notAnArray(path: String)
    case missingColumns(path: String, [String])
    case nothingThere(path: String)
    case foreign(path: String, FileKind)

    var problem: LocalizedText {
        switch self {
        case .notUTF8(let path): text("“%@” is not in the UTF-8 encoding.", path)
        case .notJSON(let path, let problem?): DataFileError(file: path, .json(problem)).problem
        case .notJSON(let path, nil): text("“%@” is not JSON.", path)
        case .notAnArray(let path): text("“%@” has no list of issues.", path)
        case .missingColumns(let path, let columns):
            text("“%1$@” lacks the columns %2$@.", path, TextArgument.list(columns.map { .string($0) }))
        case .nothingThere(let path): text("There are no issues in “%@”.", path)
        case .foreign(let path, let kind): kind.refusal(path: path)
        }
    }

    var remedy: LocalizedText? {
        text(
            "What “export” wrote as .json, .csv, .md or .txt (todo.txt) can be imported. Nothing was changed."
        )
    }
    var failure: FailureKind { .badData }
}

/// Why an entry of an import file is skipped.
enum EntryProblem: Error, Hashable {
    case noTitle
    case status(String)
    case priority(String)
    case date(String, field: String)
    case identifier(String)
    case wrongType(key: String)
    case notAnObject
    case invalidUTF8
    case malformed
    case checkbox
    case unfitText(LocalizedText)

    var reason: LocalizedText {
        switch self {
        case .noTitle: text("the title is missing")
        case .status(let written): text("the status “%@” is not known", written)
        case .priority(let written): text("the priority “%@” is not known", written)
        case .date(let written, let field): text("“%1$@” in “%2$@” is not a date", written, field)
        case .identifier(let written): text("“%@” is not an identifier", written)
        case .wrongType(let key): text("the value of “%@” is of the wrong kind", key)
        case .notAnObject: text("it is not an object")
        case .invalidUTF8: text("it is not valid UTF-8")
        case .malformed: text("its quotes don't match")
        case .checkbox: text("its box is neither “[ ]” nor “[x]”")
        case .unfitText(let problem): problem
        }
    }
}

extension IssueEntry {
    /// The entry with its texts as the store has them. Throws where a text can't be taken.
    func checked() throws(EntryProblem) -> IssueEntry {
        var entry = self
        do {
            entry.title = try CheckedText.line(title)
            entry.content = try content.map { content throws(ValueError) in try CheckedText.content(content) }
            entry.tags = try Self.checked(tags)
        } catch {
            throw error == .blank ? .noTitle : .unfitText(error.problem)
        }
        return entry
    }

    /// Names of tags, each once.
    private static func checked(_ tags: [String]) throws(ValueError) -> [String] {
        var keys: Set<String> = []
        var names: [String] = []
        for tag in tags {
            let name = try CheckedText.tagName(tag)
            if keys.insert(Tag.key(of: name)).inserted { names.append(name) }
        }
        return names
    }

    /// What an entry without a title is, which is nothing but tags.
    static func row(ofTags tags: [String], at position: Int) -> EntryRow {
        do throws(ValueError) {
            return .tags(position: position, try checked(tags))
        } catch {
            return .skipped(position: position, reason: EntryProblem.unfitText(error.problem).reason)
        }
    }
}
