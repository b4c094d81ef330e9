import Formats
import Foundation
import Localization
import Shell

/// The fields of an issue in JSON and CSV: their names and order.
enum IssueField: String, CaseIterable, CodingKey {
    case identifier, title, status, priority, tags, due, waitingUntil, recurrence, letter, blockedBy, notes
    case created, closed, modified, content

    /// Whether the field is a list of texts.
    var isList: Bool { self == .tags || self == .blockedBy || self == .notes }

    /// The columns that a CSV file of issues must have.
    static let needed: [IssueField] = [.title]
}

extension IssueEntry {
    /// Returns the values of a field that is a list; `nil` if it has none.
    func list(_ field: IssueField) -> [String]? {
        switch field {
        case .tags: tags ?? []
        case .blockedBy: blockedBy.map { $0.map(\.uuidString) }
        case .notes: notes.map { $0.map(\.fileText) }
        default: nil
        }
    }

    /// Returns the text of a field. Returns `nil` if the field has no value, and for lists.
    func text(_ field: IssueField) -> String? {
        switch field {
        case .identifier: identifier?.uuidString
        case .title: title
        case .status: status?.rawValue
        case .priority: priority?.rawValue
        case .tags, .blockedBy, .notes: nil
        case .created: created.map(ISOTime.string)
        case .closed: closed.map(ISOTime.string)
        case .modified: modified.map(ISOTime.string)
        case .due: due?.description
        case .waitingUntil: waitingUntil?.description
        case .recurrence: recurrence?.rawValue
        case .letter: letter
        case .content: content
        }
    }

    /// Creates an entry from a row.
    ///
    /// - Parameters:
    ///   - list: Returns the texts of a field that is a list; `nil` if the file doesn't have it.
    ///   - value: Returns the text of a field; `nil` if the file doesn't have it. An empty text is a missing
    ///     value, except for the content.
    /// - Throws: ``EntryProblem``.
    init(
        list: (IssueField) throws(EntryProblem) -> [String]?,
        value: (IssueField) throws(EntryProblem) -> String?
    ) throws(EntryProblem) {
        func written(_ field: IssueField) throws(EntryProblem) -> String? {
            guard let string = try value(field), !string.isEmpty else { return nil }
            return string
        }
        func date(_ field: IssueField) throws(EntryProblem) -> Date? {
            guard let string = try written(field) else { return nil }
            guard let moment = ISOTime.date(string) else { throw .date(string, field: field.rawValue) }
            return moment
        }
        self.init(title: try value(.title) ?? "")
        if let identifier = try written(.identifier) {
            guard let known = UUID(uuidString: identifier) else { throw .identifier(identifier) }
            self.identifier = known
        }
        if let status = try written(.status) {
            guard let known = IssueStatus(rawValue: status.lowercased()) else { throw .status(status) }
            self.status = known
        }
        if let priority = try written(.priority) {
            guard let known = Priority(rawValue: priority.lowercased()) else { throw .priority(priority) }
            self.priority = known
        }
        created = try date(.created)
        closed = self.status == .closed ? try date(.closed) : nil
        modified = try date(.modified)
        content = try value(.content)
        tags = try list(.tags)
        func day(_ field: IssueField) throws(EntryProblem) -> CivilDate? {
            guard let string = try written(field) else { return nil }
            guard let day = CivilDate(string) else { throw .date(string, field: field.rawValue) }
            return day
        }
        due = try day(.due)
        waitingUntil = try day(.waitingUntil)
        if let string = try written(.recurrence) {
            guard let rule = Recurrence(rawValue: string) else { throw .recurrence(string) }
            recurrence = rule
        }
        if let string = try written(.letter), TodoText.isLetter(string) { letter = string }
        if let identifiers = try list(.blockedBy) {
            var blockers: [UUID] = []
            for written in identifiers {
                guard let identifier = UUID(uuidString: written) else { throw .identifier(written) }
                blockers.append(identifier)
            }
            blockedBy = blockers
        }
        if let written = try list(.notes) {
            var notes: [NoteEntry] = []
            for string in written {
                guard let note = NoteEntry(string) else {
                    throw .date(String(string.prefix(24)), field: "notes")
                }
                notes.append(note)
            }
            self.notes = notes
        }
    }
}

/// Writes and reads issues as a JSON array of objects.
enum IssueJSON {
    static func bytes(_ entries: [IssueEntry], tags: [String] = []) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(literal: "[")
        for (index, entry) in entries.enumerated() {
            writer.write(literal: index == 0 ? "\n  {" : ",\n  {")
            var isFirst = true
            for field in IssueField.allCases {
                let value: Cell.RawValue
                if field.isList {
                    guard let list = entry.list(field) else { continue }
                    value = .list(list.map { .string($0) })
                } else {
                    guard let text = entry.text(field), field != .content || !text.isEmpty else { continue }
                    value = .string(text)
                }
                writer.write(literal: isFirst ? "\n    " : ",\n    ")
                isFirst = false
                writer.write(field.rawValue)
                writer.write(literal: ": ")
                writer.write(value)
            }
            writer.write(literal: "\n  }")
        }
        if !tags.isEmpty {
            writer.write(literal: entries.isEmpty ? "\n  {\n    " : ",\n  {\n    ")
            writer.write(IssueField.tags.rawValue)
            writer.write(literal: ": ")
            writer.write(.list(tags.map { .string($0) }))
            writer.write(literal: "\n  }")
        }
        writer.write(literal: entries.isEmpty && tags.isEmpty ? "]\n" : "\n]\n")
        return writer.bytes
    }
}
