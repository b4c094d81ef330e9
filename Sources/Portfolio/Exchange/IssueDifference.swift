import Foundation
import Localization
import ProgramKit
import Shell

/// The values of a file's entry that differ from those of an issue. A property is `nil` if its values are
/// equal.
struct IssueDifference {
    let title: String?
    /// The status, if the status or the closing time differs.
    let status: IssueStatus?
    /// The closing time in the entry.
    let closed: Date?
    /// The keys of the tags that the issue gets, in the form of ``IssueFormat/tagKey(_:)``.
    let tags: Set<String>?
    /// The other fields that differ, with the values of the entry.
    let details: [(field: Issue.Field, value: Cell.RawValue)]
    /// The notes that the issue doesn't have.
    let notes: [NoteEntry]

    init(_ entry: IssueEntry, _ issue: Issue, _ format: IssueFormat, timeZone: TimeZone) {
        // In todo.txt, an entry's title, tags and values may come from words of the issue's title. Such differences aren't
        // changes.
        let reading = format == .todo ? TodoText.reading(ofTitle: issue.title) : nil
        // An entry without an identifier was matched by its title, so don't compare the titles.
        let isSameTitle =
            entry.identifier == nil || entry.title == reading?.title
            || (reading != nil
                && TodoText.reopened(entry, timeZone: timeZone)?.title == reading?.title)
        title = isSameTitle ? nil : Self.differing(entry.title, issue.title)
        // In todo.txt, a user may add an x to an open line to mark it as completed. The line's only date is
        // then still the creation date.
        let isCreation =
            format == .todo && entry.created == nil && Self.isSameTime(entry.closed, issue.created, timeZone)
        closed = isCreation ? nil : entry.closed
        let isSame =
            entry.status == issue.status
            && (closed == nil || Self.isSameTime(closed, issue.closed, timeZone))
        status = isSame ? nil : entry.status
        let known = Set(issue.notes.map { NoteEntry(written: $0.written, text: $0.text) })
        notes = (entry.notes ?? []).filter { !known.contains($0) }
        details = Issue.details.compactMap { field in
            guard let value = entry.values[field.key], value != field.value(of: issue) else { return nil }
            let isInTitle = value == reading?.values[field.key] && issue.lacks(field)
            return isInTitle ? nil : (field, value)
        }
        if let names = entry.tags {
            let imported = Set(names.map(format.tagKey))
            let known = Set(issue.tags.map { format.tagKey($0.name) })
            let inTitle = Set((reading?.tags ?? []).map(format.tagKey))
            let wanted = imported.subtracting(inTitle.subtracting(known))
            tags = wanted == known ? nil : wanted
        } else {
            tags = nil
        }
    }

    /// Whether all values of the entry are equal to those of the issue.
    var isEmpty: Bool { title == nil && status == nil && tags == nil && details.isEmpty && notes.isEmpty }

    private static func differing<Value: Equatable>(_ imported: Value?, _ known: Value?) -> Value? {
        imported == known ? nil : imported
    }

    /// Whether two times are equal. If the time in the file is midnight, only the days are compared.
    private static func isSameTime(_ written: Date?, _ known: Date?, _ zone: TimeZone) -> Bool {
        guard let written, let known else { return written == nil && known == nil }
        if written.wholeMilliseconds == known { return true }
        let day = CivilDate.today(now: written, timeZone: zone)
        return day.start(in: zone) == written && day == CivilDate.today(now: known, timeZone: zone)
    }
}

extension Issue {
    /// Whether the issue has no value of its own in a field. The low priority is the usual one.
    func lacks(_ field: ProgramKit.Field<Issue>) -> Bool {
        let value = field.value(of: self)
        return value == .null || (field.key == "priority" && priority == .low)
    }
}
