import Foundation
import Localization

/// What an entry of a file says otherwise than an issue has it; `nil` is what is the same.
struct IssueDifference {
    let title: String?
    let content: String?
    let priority: Priority?
    /// The status, where it or the time of the closing differs.
    let status: IssueStatus?
    /// When it was closed, as far as the entry says so.
    let closed: Date?
    /// The keys of the tags that it shall have, as the format has them.
    let tags: Set<String>?

    init(_ entry: IssueEntry, _ issue: Issue, _ format: IssueFormat, timeZone: TimeZone) {
        // Where there is no identifier, the title is how the issue was found.
        title = entry.identifier == nil ? nil : Self.differing(entry.title, issue.title)
        content = Self.differing(entry.content, issue.content)
        // An open line of todo.txt that gets an x keeps its one date, the day on which the issue was made.
        let isCreation =
            format == .todo && entry.created == nil && Self.isSameTime(entry.closed, issue.created, timeZone)
        closed = isCreation ? nil : entry.closed
        let isSame =
            entry.status == issue.status
            && (closed == nil || Self.isSameTime(closed, issue.closed, timeZone))
        status = isSame ? nil : entry.status
        // What a line of todo.txt says by the issue's own title is nothing new.
        let reading = format == .todo ? TodoText.reading(ofTitle: issue.title) : nil
        let isInTitle = issue.priority == .low && entry.priority == reading?.priority
        priority = isInTitle ? nil : Self.differing(entry.priority, issue.priority)
        if let names = entry.tags {
            let said = Set(names.map(format.tagKey))
            let known = Set(issue.tags.map { format.tagKey($0.name) })
            let inTitle = Set((reading?.tags ?? []).map(format.tagKey))
            let wanted = said.subtracting(inTitle.subtracting(known))
            tags = wanted == known ? nil : wanted
        } else {
            tags = nil
        }
    }

    /// Whether the entry says nothing new.
    var isEmpty: Bool {
        title == nil && content == nil && priority == nil && status == nil && tags == nil
    }

    private static func differing<Value: Equatable>(_ said: Value?, _ known: Value) -> Value? {
        said == known ? nil : said
    }

    /// Whether two times are the same, or the same day where the file knows no more than that.
    private static func isSameTime(_ written: Date?, _ known: Date?, _ zone: TimeZone) -> Bool {
        guard let written, let known else { return written == nil && known == nil }
        if written.wholeMilliseconds == known { return true }
        let day = CivilDate.today(now: written, timeZone: zone)
        return day.start(in: zone) == written && day == CivilDate.today(now: known, timeZone: zone)
    }
}
