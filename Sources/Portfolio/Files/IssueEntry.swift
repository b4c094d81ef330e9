import Foundation
import Localization
import Shell

/// An issue in a file. Values that the file doesn't have are `nil`.
struct IssueEntry: Hashable, Sendable {
    var identifier: UUID?
    var title: String
    var content: String?
    var priority: Priority?
    var status: IssueStatus?
    var created: Date?
    var closed: Date?
    /// The time of the last change. The import uses it only for issues that it adds.
    var modified: Date?
    var tags: [String]?
    var due: CivilDate?
    var waitingUntil: CivilDate?
    var recurrence: Recurrence?
    /// The priority letter in todo.txt, C to Z.
    var letter: String?
    /// The identifiers of the issues that must be closed before.
    var blockedBy: [UUID]?
    var notes: [NoteEntry]?
    /// If the file was cut off, `content` may be only the beginning of the issue's content; otherwise, this
    /// is `nil`. The complete content continues with this text: a quotation mark or an empty text. It can be
    /// a quotation mark because the first half of an escaped quotation mark looks like a closing one.
    var cutOffBefore: String?

    init(title: String) { self.title = title }

    /// Creates the entry of an issue for an export.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - collator: The order of the tags.
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
        due = issue.dueDay
        waitingUntil = issue.waitingDay
        recurrence = issue.rule
        letter = issue.letter
        let blockers = issue.blockedBy.map(\.identifier)
        blockedBy = blockers.isEmpty ? nil : blockers.sorted { $0.uuidString < $1.uuidString }
        let notes = issue.notesInOrder.map { NoteEntry(written: $0.written, text: $0.text) }
        self.notes = notes.isEmpty ? nil : notes
    }
}

/// A row of an import file.
enum EntryRow: Hashable, Sendable {
    case entry(position: Int, IssueEntry)
    /// Names of tags that no issue has.
    case tags(position: Int, [String])
    /// An unreadable row.
    case skipped(position: Int, reason: LocalizedText)
    /// A marker after the last row. The file may be cut off in the last field of that row.
    case possiblyTruncatedLine(position: Int)
}

extension IssueEntry {
    /// Returns the entry with its texts in the stored form. Throws if a text isn't allowed.
    func checked() throws(EntryProblem) -> IssueEntry {
        var entry = self
        do {
            entry.title = try CheckedText.line(title)
            entry.content = try content.map { content throws(ValueError) in try CheckedText.content(content) }
            entry.notes = try notes.map { notes throws(ValueError) in
                var checked: [NoteEntry] = []
                for note in notes {
                    checked.append(NoteEntry(written: note.written, text: try CheckedText.content(note.text)))
                }
                return checked.filter { !$0.text.isEmpty }
            }
            entry.tags = try tags.map { tags throws(ValueError) in try Self.checked(tags) }
        } catch {
            throw error == .blank ? .noTitle : .unfitText(error.problem)
        }
        return entry
    }

    /// Returns names of tags without duplicates.
    private static func checked(_ tags: [String]) throws(ValueError) -> [String] {
        var keys: Set<String> = []
        var names: [String] = []
        for tag in tags {
            let name = try CheckedText.tagName(tag)
            if keys.insert(Tag.key(of: name)).inserted { names.append(name) }
        }
        return names
    }

    /// Returns the row for an entry that has tags but no title.
    ///
    /// - Parameters:
    ///   - tags: The names of the tags.
    ///   - position: The row's position.
    static func row(ofTags tags: [String], at position: Int) -> EntryRow {
        do throws(ValueError) {
            return .tags(position: position, try checked(tags))
        } catch {
            return .skipped(position: position, reason: EntryProblem.unfitText(error.problem).reason)
        }
    }
}

/// A note of an issue in a file.
struct NoteEntry: Hashable, Sendable {
    let written: Date
    let text: String

    /// The time in ISO 8601, a space, and the note.
    var fileText: String { "\(ISOTime.string(written)) \(text)" }

    init(written: Date, text: String) {
        self.written = written.wholeMilliseconds
        self.text = text
    }

    /// Parses a time, a space, and the note; `nil` for another text.
    init?(_ string: String) {
        let parts = string.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = ISOTime.date(String(parts[0])) else { return nil }
        self.init(written: time, text: String(parts[1]))
    }
}
