import Formats
import Foundation
import Localization
import ProgramKit
import Shell

/// The formats of issues in JSON and CSV: that of the exports, and in JSON those of other programs. The format of a
/// list is recognized by its first object.
struct IssueFields: EntryFormat {
    static let needed = ["title"]

    private enum Format {
        case own(OwnFields)
        case taskwarrior(TaskwarriorFields)
        case gitHub(GitHubFields)
    }

    private let format: Format

    init(_ names: inout FieldNames) { self.init(&names, timeZone: .gmt) }

    /// - Parameters:
    ///   - names: The names of the fields.
    ///   - timeZone: The user's time zone, for days in files of other programs.
    init(_ names: inout FieldNames, timeZone: TimeZone) {
        let keys = names.firstKeys
        format =
            if TaskwarriorFields.isRecognized(by: keys) {
                .taskwarrior(TaskwarriorFields(&names, timeZone))
            } else if GitHubFields.isRecognized(by: keys) {
                .gitHub(GitHubFields(&names))
            } else {
                .own(OwnFields(&names))
            }
    }

    /// Issues have titles. An object of unused tags has only `tags`.
    static func isRecognized(by keys: Set<String>) -> Bool {
        (keys.contains("title") && !EntryFile.kind.isForeign(keys))
            || keys == [IssueEntry.tagsKey] || keys == [ViewEntry.key]
            || TaskwarriorFields.isRecognized(by: keys)
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedRow {
        switch format {
        case .own(let format): try format.entry(&fields)
        case .taskwarrior(let format): .issue(try format.entry(&fields))
        case .gitHub(let format): .issue(try format.entry(&fields))
        }
    }
}

/// The fields of an export. Values that the file doesn't have are unknown. An empty content or an empty list of tags
/// means that the issue has none.
private struct OwnFields {
    init(_ names: inout FieldNames) {
        for key in Issue.fields.exported.map(\.key) + [ViewEntry.key] { _ = names.take(key) }
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedRow {
        var problems: [FieldProblem] = []
        let tags: FileField = "tags", views = FileField(stringLiteral: ViewEntry.key)
        let content: FileField = "content"
        var entry = IssueEntry(title: fields.text("title"))
        entry.tags = fields.list(tags)
        if entry.title.isEmpty, let names = entry.tags, !names.isEmpty, fields.hasOnly(tags) {
            let names = IssueEntry.checked(tags: names, tags.name, &problems) ?? []
            fields.report(problems)
            return .tags(names)
        }
        if entry.title.isEmpty, fields.hasOnly(views), let list = fields.json(views)?.elements {
            var found: [ViewEntry] = []
            for view in list {
                if let entry = ViewEntry(view) {
                    found.append(entry)
                } else {
                    fields.drop(views, written: view.source, .wrongType)
                }
            }
            return .views(found)
        }
        entry.identifier = fields.identifier("identifier")
        entry.status = fields.value("status", or: .status) { IssueStatus(rawValue: $0.lowercased()) }
        for field in Issue.details {
            if let value = field.value(of: FileField(stringLiteral: field.key), in: &fields) {
                entry.values[field.key] = value
            }
        }
        // An empty text means that the issue has no content.
        if let text = fields.presentText(content) { entry.content = text }
        entry.blockedBy = fields.identifiers("blockedBy")
        entry.notes = fields.notes("notes")
        entry.created = fields.time("created")
        entry.modified = fields.time("modified")
        entry.closed = fields.closingTime("closed", entry.status)
        switch fields.end(of: content) {
        case .complete: break
        case .open: entry.cutOffBefore = ""
        case .quoted: entry.cutOffBefore = "\""
        }
        // Exports always have an identifier and a modification date. They leave out an empty content.
        if fields.isObject, entry.identifier != nil, entry.modified != nil, !fields.has(content) {
            entry.content = ""
        }
        if fields.end(of: tags) == .open, fields.isEmpty(tags) {
            entry.tags = nil
            entry.tagsMayBeCutOff = true
        }
        try entry.check(&problems)
        fields.report(problems)
        return .issue(entry)
    }
}

extension EntryFields {
    /// Returns the texts of a list; `nil` if the file doesn't have it. In a table, semicolons separate the texts.
    mutating func list(_ field: FileField) -> [String]? {
        guard isObject else { return presentText(field).map(TagList.names) }
        guard let list = json(field) else { return nil }
        guard let elements = list.elements else {
            drop(field, written: list.source, .wrongType)
            return nil
        }
        return elements.compactMap { element in
            if element.string == nil { drop(field, written: element.source, .wrongType) }
            return element.string?.withoutNUL
        }
    }

    /// Returns the identifiers in a list.
    mutating func identifiers(_ field: FileField) -> [UUID]? {
        // In a table, an empty field is a missing list.
        guard let list = list(field), isObject || !list.isEmpty else { return nil }
        return list.compactMap { written in
            let identifier = UUID(uuidString: written.trimmingWhitespace())
            if identifier == nil { drop(field, written: written, .identifier) }
            return identifier
        }
    }

    /// Returns the notes in a list.
    fileprivate mutating func notes(_ field: FileField) -> [NoteEntry]? {
        guard let list = list(field), isObject || !list.isEmpty else { return nil }
        return list.compactMap { written in
            let note = NoteEntry(written)
            if note == nil { drop(field, written: written, .note) }
            return note
        }
    }

    /// Returns the closing time of an issue. Open issues have none.
    mutating func closingTime(_ field: FileField, _ status: IssueStatus?) -> Date? {
        guard let time = time(field) else { return nil }
        if status == .closed { return time }
        drop(field, written: text(field), BadField(Portfolio.text("the issue is not closed")))
        return nil
    }
}

extension BadField {
    /// The value isn't a note.
    static var note: BadField { BadField(text("it doesn't begin with a time")) }
}

/// Writes issues as a JSON array of objects.
enum IssueJSON {
    static func bytes(_ entries: [IssueEntry], tags: [String] = [], views: [ViewEntry] = []) -> [UInt8] {
        let keys = Issue.fields.exported.map(\.key)
        let others = [
            (IssueEntry.tagsKey, Cell.RawValue.texts(tags)),
            (ViewEntry.key, .list(views.map { .object(ofPresent: $0.members) })),
        ].filter { $0.1 != .list([]) }.map { [(key: $0, value: $1)] }
        var writer = JSONWriter()
        writer.write(
            objects: (0..<entries.count + others.count).lazy.map { index in
                index < entries.count
                    ? keys.map { ($0, entries[index].value($0)) } : others[index - entries.count]
            })
        return writer.bytes
    }
}
