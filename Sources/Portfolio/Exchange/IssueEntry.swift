import Foundation
import Localization
import ProgramKit
import Shell

/// An issue in a file. Values that the file doesn't have are `nil`, or missing in ``values``.
struct IssueEntry: Hashable, Sendable {
    var identifier: UUID?
    var title: String
    var status: IssueStatus?
    var created: Date?
    var closed: Date?
    /// The time of the last change. The import uses it only for issues that it adds.
    var modified: Date?
    var tags: [String]?
    /// The identifiers of the issues that must be closed before.
    var blockedBy: [UUID]?
    var notes: [NoteEntry]?
    /// The values of ``Issue/details`` by their keys, in the form of exports; `null` means that the issue has none.
    var values: [String: Cell.RawValue] = [:]
    /// If the file was cut off, `content` may be only the beginning of the issue's content; otherwise, this
    /// is `nil`. The complete content continues with this text: a quotation mark or an empty text. It can be
    /// a quotation mark because the first half of an escaped quotation mark looks like a closing one.
    var cutOffBefore: String?
    /// Whether the file may be cut off in its empty field for tags. If so, the tags are unknown.
    var tagsMayBeCutOff = false

    init(title: String) { self.title = title }

    /// Creates the entry of an issue for an export.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - collator: The order of the tags.
    @MainActor
    init(_ issue: Issue, _ collator: Collator) {
        self.init(line: issue, collator)
        modified = issue.modified
        let blockers = issue.blockedBy.map(\.identifier)
        blockedBy = blockers.isEmpty ? nil : blockers.sorted { $0.uuidString < $1.uuidString }
        notes = issue.notes.isEmpty ? nil : issue.noteEntries
    }

    /// Creates the entry of an issue without its notes and dependencies, which a line doesn't have.
    @MainActor
    init(line issue: Issue, _ collator: Collator) {
        identifier = issue.identifier
        title = issue.title
        status = issue.status
        created = issue.created
        closed = issue.closed
        tags = collator.sorted(issue.tags.map(\.name))
        for field in Issue.details {
            let value = field.value(of: issue)
            if value != .null || field.key == Self.contentKey { values[field.key] = value }
        }
    }

    private static let contentKey = "content"

    /// The content; empty if the issue has none.
    var content: String? {
        get { values[Self.contentKey].map { if case .string(let text) = $0 { text } else { "" } } }
        set { values[Self.contentKey] = newValue.map { $0.isEmpty ? .null : .string($0) } }
    }

    var priority: Priority? {
        get { string("priority").flatMap { Priority(rawValue: $0) } }
        set { values["priority"] = newValue.map { .string($0.rawValue) } }
    }

    /// The priority letter in todo.txt, C to Z.
    var letter: String? {
        get { string("letter") }
        set { values["letter"] = newValue.map { .string($0) } }
    }

    private func string(_ key: String) -> String? {
        if case .string(let text)? = values[key] { text } else { nil }
    }

    /// Returns the value of one of the fields of exports; `null` if the entry has none.
    func value(_ key: String) -> Cell.RawValue {
        func text(_ string: String?) -> Cell.RawValue { string.map { .string($0) } ?? .null }
        return switch key {
        case "identifier": text(identifier?.uuidString)
        case "title": .string(title)
        case "status": text(status?.rawValue)
        case "created": text(created.map(ISOTime.string))
        case "closed": text(closed.map(ISOTime.string))
        case "modified": text(modified.map(ISOTime.string))
        case Self.tagsKey: .texts(tags ?? [])
        case "blockedBy": blockedBy.map { .texts($0.map(\.uuidString)) } ?? .null
        case "notes": notes.map { .texts($0.map(\.fileText)) } ?? .null
        default: values[key] ?? .null
        }
    }

    /// The key of the tags. An object that has only this key contains tags without issues.
    static let tagsKey = "tags"
}

extension Cell.RawValue {
    /// The value as a word of a text file. Numbers are durations.
    var word: String {
        if case .integer(let minutes) = self { DurationReader.written(minutes) } else { csvText }
    }
}

/// A row of an import file.
enum ImportedRow: Hashable, Sendable {
    case issue(IssueEntry)
    /// Names of tags that no issue has.
    case tags([String])
    /// Saved views.
    case views([ViewEntry])
}

extension IssueEntry {
    /// Replaces the texts with their stored form. A text that isn't allowed costs its field.
    ///
    /// - Parameters:
    ///   - problems: The problems of the entry's fields.
    ///   - title: The name of the title in the file.
    ///   - content: The name of the content in the file.
    ///   - tags: The name of the tags in the file.
    ///   - notes: The name of the notes in the file.
    /// - Throws: `SkippedEntry` if the title isn't allowed, because an issue needs a title.
    mutating func check(
        _ problems: inout [FieldProblem], title titleName: String = "title",
        content contentName: String = "content",
        tags tagsName: String = tagsKey, notes notesName: String = "notes"
    ) throws(SkippedEntry) {
        func replaced(_ written: String, _ name: String, isLine: Bool) -> String {
            let text = CheckedText.replacingControls(in: written, isLine: isLine)
            if text != written {
                problems.append(
                    FieldProblem(field: name, written: written, imported: text, reason: .controlCharacters))
            }
            return text
        }
        do throws(ValueError) {
            title = try CheckedText.line(replaced(title.trimmingWhitespace(), titleName, isLine: true))
        } catch {
            throw error == .blank
                ? SkippedEntry(Portfolio.text("the title is missing")) : SkippedEntry(error.problem)
        }
        func stored(_ written: String, _ name: String) -> String? {
            do throws(ValueError) {
                return try CheckedText.content(replaced(written, name, isLine: false))
            } catch {
                problems.append(FieldProblem(field: name, written: written, reason: error.problem))
                return nil
            }
        }
        if let written = content { content = stored(written, contentName) }
        tags = tags.flatMap { Self.checked(tags: $0, tagsName, &problems) }
        notes = notes?.compactMap { note in
            guard let text = stored(note.text, notesName), !text.isEmpty else { return nil }
            return NoteEntry(written: note.written, text: text)
        }
    }

    /// Returns the stored form of names of tags, without duplicates. If no name is allowed, returns `nil`: the
    /// tags are then unknown, and an import must not remove those of the issue.
    static func checked(tags: [String], _ field: String, _ problems: inout [FieldProblem]) -> [String]? {
        var keys: Set<String> = []
        var names: [String] = []
        for tag in tags {
            do throws(ValueError) {
                let clean = CheckedText.replacingControls(in: tag.trimmingWhitespace(), isLine: true)
                let name = try CheckedText.tagName(clean)
                if clean != tag.trimmingWhitespace() {
                    problems.append(
                        FieldProblem(field: field, written: tag, imported: name, reason: .controlCharacters))
                }
                if keys.insert(Tag.key(of: name)).inserted { names.append(name) }
            } catch {
                problems.append(FieldProblem(field: field, written: tag, reason: error.problem))
            }
        }
        return names.isEmpty && !tags.isEmpty ? nil : names
    }

    /// Returns the row of an entry whose texts aren't checked yet.
    func row(at position: Int, _ otherProblems: [FieldProblem] = []) -> ImportRow<ImportedRow> {
        var (entry, problems) = (self, otherProblems)
        do throws(SkippedEntry) {
            try entry.check(&problems)
            return ImportRow(.issue(entry), at: position, problems: problems)
        } catch {
            return ImportRow(skipped: error, at: position)
        }
    }
}

extension LocalizedText {
    /// The reason why a text isn't imported as it is in the file.
    fileprivate static var controlCharacters: LocalizedText {
        Portfolio.text("it contains control characters")
    }
}
