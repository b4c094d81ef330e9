import Foundation
import Localization

/// What an entry of a file says otherwise than an issue has it; `nil` is what is the same.
struct IssueDifference {
    let title: String?
    let content: String?
    let priority: Priority?
    /// The status, where it or the time of the closing differs.
    let status: IssueStatus?
    let tags: [String]?

    init(_ entry: IssueEntry, _ issue: Issue, timeZone: TimeZone) {
        title = Self.differing(entry.title, issue.title)
        content = Self.differing(entry.content, issue.content)
        priority = Self.differing(entry.priority, issue.priority)
        let isSame =
            entry.status == issue.status
            && (entry.closed == nil || Self.isSameTime(entry.closed, issue.closed, timeZone))
        status = isSame ? nil : entry.status
        tags = entry.tags.flatMap { names in
            let known = Set(issue.tags.map { Self.tagKey($0.name) })
            return Set(names.map(Self.tagKey)) == known ? nil : names
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

    /// What the names of a tag in all formats have in common.
    static func tagKey(_ name: String) -> String {
        Tag.key(of: name).split { $0.isWhitespace || $0 == "_" }.joined(separator: "_")
    }
}
