import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// An issue: a bug, a task or a wish.
@Model
final class Issue {
    // The last index serves lists of open issues by due day.
    #Index<Issue>([\.modified], [\.closed, \.due])

    /// The issue's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var title: String
    var content: String
    var priority: Priority = Priority.low
    /// The creation time, rounded to milliseconds so that exports in ISO 8601 are exact.
    var created: Date
    /// The closing time; `nil` while the issue is open.
    var closed: Date?
    /// The time of the last change. A save sets it automatically if the issue has changed.
    @Attribute(.modificationDate) var modified: Date
    /// The day on which the issue is due, as midnight in UTC.
    var due: Date?
    /// The day until which lists hide the issue, as midnight in UTC.
    var waitingUntil: Date?
    /// The recurrence in the form of ``Recurrence/rawValue``.
    var recurrence: String?
    /// The priority letter of an imported task in todo.txt, if it is neither A nor B.
    var letter: String?
    /// The estimated duration in minutes.
    var estimate: Int?
    /// The time at which the user began to work on the issue; `nil` while nobody works on it.
    var started: Date?
    /// The local time at which the issue is due on its day, in minutes after midnight; `nil` for the whole day.
    var dueMinute: Int?
    /// The fields of an imported task that no other property keeps, in the form of ``OtherFields``.
    var otherFields: String?
    @Relationship(inverse: \Tag.issues) var tags: [Tag]
    /// The issues that must be closed before this one.
    @Relationship(inverse: \Issue.blocks) var blockedBy: [Issue]
    /// The issues that wait for this one.
    var blocks: [Issue]
    @Relationship(deleteRule: .cascade, inverse: \Note.issue) var notes: [Note]

    init(
        identifier: UUID = UUID.randomIssue(), title: String, content: String = "", priority: Priority = .low,
        created: Date
    ) {
        self.identifier = identifier
        self.title = title
        self.content = content
        self.priority = priority
        self.created = created.wholeMilliseconds
        self.modified = created
        self.tags = []
        self.blockedBy = []
        self.blocks = []
        self.notes = []
    }
}

extension Issue {
    /// The record's number, which never changes; 0 until the issue is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }

    var isOpen: Bool { closed == nil }

    var status: IssueStatus { isOpen ? .open : .closed }

    /// Closes the issue, or opens it again for `nil`. Nobody works on a closed issue.
    func close(_ time: Date?) {
        closed = time?.wholeMilliseconds
        if time != nil, started != nil { started = nil }
    }

    /// The day on which the issue is due.
    var dueDay: CivilDate? {
        get { due.map { CivilDate(utc: $0) } }
        set { due = newValue?.utcDate }
    }

    /// Sets the due day. Without a day, the issue has no time of day either.
    func setDue(_ day: CivilDate?) {
        dueDay = day
        if day == nil, dueMinute != nil { dueMinute = nil }
    }

    /// The time of day at which the issue is due; `nil` without a due day.
    var dueTime: Int? { due == nil ? nil : dueMinute }

    /// The day until which lists hide the issue.
    var waitingDay: CivilDate? {
        get { waitingUntil.map { CivilDate(utc: $0) } }
        set { waitingUntil = newValue?.utcDate }
    }

    /// The rule by which closing the issue creates its next occurrence.
    var rule: Recurrence? {
        get { recurrence.flatMap { Recurrence(rawValue: $0) } }
        set { recurrence = newValue?.rawValue }
    }

    /// Whether the issue is open and hidden from lists today.
    func isWaiting(_ today: CivilDate) -> Bool { isOpen && waitingDay.map { $0 > today } ?? false }

    /// The notes in the order in which they were written.
    var notesInOrder: [Note] {
        notes.sorted {
            ($0.written, $0.text, $0.identifier.uuidString) < ($1.written, $1.text, $1.identifier.uuidString)
        }
    }

    /// Sets the modification date. Call this if only the tags change: a save sets the date only for changed
    /// columns, and the tags are a relationship, not a column.
    func touch(_ now: Date) { modified = now }
}

extension Issue: TitledModel {
    var recordTitle: String { title }
    var recordDetail: LocalizedText? { nil }

    static func titled(containing text: String) -> Predicate<Issue> {
        #Predicate<Issue> { $0.title.localizedStandardContains(text) }
    }
}

/// A note on an issue, with the time at which it was written.
@Model
final class Note {
    /// The note's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var text: String
    /// The time at which the note was written, rounded to milliseconds.
    var written: Date
    var issue: Issue?

    init(identifier: UUID = UUID.random(), text: String, written: Date) {
        self.identifier = identifier
        self.text = text
        self.written = written.wholeMilliseconds
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

extension ModelContext {
    /// Whether an issue with an identifier exists.
    func hasIssue(_ identifier: UUID) throws -> Bool {
        let wanted = #Predicate<Issue> { $0.identifier == identifier }
        return try fetchCount(FetchDescriptor(predicate: wanted)) > 0
    }

    /// Returns the issues with the given identifiers, with their tags, in no particular order.
    func issues(_ identifiers: [UUID]) throws -> [Issue] {
        // A statement has a largest number of values.
        let batchSize = 1000
        return try stride(from: 0, to: identifiers.count, by: batchSize).flatMap { start in
            let batch = Array(identifiers[start..<min(start + batchSize, identifiers.count)])
            var descriptor = FetchDescriptor<Issue>(predicate: #Predicate { batch.contains($0.identifier) })
            descriptor.relationshipKeyPathsForPrefetching = [\.tags]
            return try fetch(descriptor)
        }
    }
}

/// An error in a command for issues.
enum IssueError: PresentableError, Hashable {
    /// Without a terminal, the user can't type a content.
    case typingNeedsTerminal
    /// Without a terminal, the user can't write a content in an editor.
    case cannotEdit
    /// An issue can't wait for itself.
    case blocksItself(title: String)
    /// A dependency would close a cycle: the titles from the blocking issue back to the blocked one.
    case cycle(title: String, blocker: String, path: [String])
    /// The note has no text.
    case blankNote
    /// The issue has no note with the number.
    case noSuchNote(Int, title: String)
    /// An issue without a due day can't be due at a time of day.
    case timeWithoutDay(title: String)
    /// Nobody works on a closed issue.
    case closed(title: String)

    var problem: LocalizedText {
        switch self {
        case .cannotEdit: UsageError.cannotEdit.problem
        case .blocksItself(let title): text("“%@” can't wait for itself.", title)
        case .cycle(let title, let blocker, _):
            text("“%1$@” can't be blocked by “%2$@”: “%2$@” already waits for it.", title, blocker)
        case .blankNote: text("The note has no text.")
        case .noSuchNote(let number, let title):
            text("“%1$@” has no note number %2$@.", title, String(number))
        case .timeWithoutDay(let title): text("“%@” has no due day, so it can't have a time of day.", title)
        case .closed(let title): text("“%@” is closed.", title)
        case .typingNeedsTerminal: text("Typing a text line by line needs a terminal.")
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .typingNeedsTerminal, .cannotEdit: text("Use --text or --file instead.")
        case .blocksItself: text("Name another issue after “by”.")
        case .cycle(_, _, let path):
            text(
                "Remove one of these dependencies first with “unblock”: %@.",
                TextArgument.list(
                    zip(path, path.dropFirst()).map { blocked, blocker in
                        TextArgument.text(text("“%1$@” waits for “%2$@”", blocked, blocker))
                    }))
        case .noSuchNote: text("“show” lists the notes with their numbers.")
        case .timeWithoutDay: text("Write the day, too: due:friday at:14:00.")
        case .closed: text("“reopen” opens it again.")
        case .blankNote: text("Write the text after the issue's number: note #12 Called the printer.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .typingNeedsTerminal, .cannotEdit, .blankNote: .usage
        default: .failed
        }
    }
}
