import Foundation
import Localization

/// Finds the issue that each entry of a file is about.
///
/// An entry is about the issue with its identifier. Where it has none, it is about one of the same title that was made
/// on the same day, if the file says when: only one that was there before and that no other entry is about, so that two
/// issues of a title stay two. Of a todo.txt, the title is also that which it gives back of the issue's, where the line
/// has what looks like a tag or a priority in that; and the day that of another time zone, where only one entry and one
/// issue of a title are left.
struct IssueTwins {
    private var byIdentifier: [UUID: Issue] = [:]
    /// Of the rows that have no identifier.
    private var byRow: [Int: Issue] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    /// An entry without an identifier, and where it stands among the rows.
    private typealias Nameless = (row: Int, entry: IssueEntry)

    init(_ rows: [EntryRow], among issues: [Issue], _ format: IssueFormat, timeZone: TimeZone) {
        self.format = format
        self.timeZone = timeZone
        var named: Set<UUID> = []
        var titles: [String] = []
        var nameless: [String: [Nameless]] = [:]
        var reopened: [String: [Nameless]] = [:]
        for (row, element) in rows.enumerated() {
            guard case .entry(_, let entry) = element else { continue }
            if let identifier = entry.identifier {
                named.insert(identifier)
            } else {
                if nameless[entry.title] == nil { titles.append(entry.title) }
                nameless[entry.title, default: []].append((row, entry))
                if format == .todo, let other = TodoText.reopened(entry, timeZone: timeZone) {
                    reopened[other.title, default: []].append((row, other))
                }
            }
        }
        func isWanted(_ title: String) -> Bool { nameless[title] != nil || reopened[title] != nil }
        var namesakes: [String: [Issue]] = [:]
        var lookalikes: [String: [Issue]] = [:]
        for issue in issues {
            byIdentifier[issue.identifier] = issue
            if nameless.isEmpty || named.contains(issue.identifier) { continue }
            if isWanted(issue.title) { namesakes[issue.title, default: []].append(issue) }
            guard format == .todo else { continue }
            let title = TodoText.reading(ofTitle: issue.title).title
            if title != issue.title, isWanted(title) { lookalikes[title, default: []].append(issue) }
        }
        let isOnce = lookalikes.isEmpty && reopened.isEmpty
        var taken: Set<UUID> = []
        for title in titles {
            let issues = (namesakes[title] ?? []) + (lookalikes[title] ?? [])
            let free = isOnce ? issues : issues.filter { !taken.contains($0.identifier) }
            for issue in pair(nameless[title] ?? [], with: free) { taken.insert(issue.identifier) }
        }
        // A title may begin with a date, so an issue of that title comes first.
        for (title, entries) in reopened.sorted(by: { $0.value[0].row < $1.value[0].row }) {
            let issues = (namesakes[title] ?? []) + (lookalikes[title] ?? [])
            let free = issues.filter { !taken.contains($0.identifier) }
            let left = entries.filter { byRow[$0.row] == nil }
            for issue in pair(left, with: free) { taken.insert(issue.identifier) }
        }
    }

    /// The issue that the entry of a row is about, if there is one.
    func twin(ofRow row: Int, _ entry: IssueEntry) -> Issue? {
        if let identifier = entry.identifier { return byIdentifier[identifier] }
        return byRow[row]
    }

    /// Remembers an issue that a row has brought: only a row with its identifier is about it, too.
    mutating func add(_ issue: Issue) { byIdentifier[issue.identifier] = issue }

    /// Finds entries of one title an issue each, as far as there are any: one that is as the entry says; else one that was
    /// made on the one date of a line that is done; else one of the same status; else any. Returns those that were found.
    private mutating func pair(_ entries: [Nameless], with namesakes: [Issue]) -> [Issue] {
        if namesakes.isEmpty { return [] }
        let (zone, format) = (timeZone, self.format)
        var rounds: [(IssueEntry, Issue) -> Bool] = [{ _, _ in true }]
        if entries.count > 1 || namesakes.count > 1 {
            rounds.insert({ $0.status == nil || $0.status == $1.status }, at: 0)
            if format == .todo { rounds.insert({ Self.isOfOneDate($0, $1, zone) }, at: 0) }
            rounds.insert({ IssueDifference($0, $1, format, timeZone: zone).isNone }, at: 0)
        }
        // What says more fits fewer issues, so it comes first.
        var left = entries.sorted { (-$0.entry.extent, $0.row) < (-$1.entry.extent, $1.row) }
        // The first is the last, where taking it away moves no others.
        var free = [Issue](namesakes.reversed())
        var taken: [Issue] = []
        for fits in rounds {
            var unpaired: [Nameless] = []
            for (row, entry) in left {
                let found = free.lastIndex {
                    Self.isOfDay(entry, $0, zone) && Self.hasTitle(of: $0, entry, format) && fits(entry, $0)
                }
                if let found {
                    let issue = free.remove(at: found)
                    byRow[row] = issue
                    taken.append(issue)
                } else {
                    unpaired.append((row, entry))
                }
            }
            left = unpaired
        }
        // Another time zone may have another day.
        if let (row, entry) = left.first, left.count == 1 {
            let others = free.filter { Self.hasTitle(of: $0, entry, format) }
            if others.count == 1, isFromElsewhere(entry, others[0]) {
                byRow[row] = others[0]
                taken.append(others[0])
            }
        }
        return taken
    }

    /// Whether an entry says all that a file says by an issue's title; a low priority is that of a line that says none.
    private static func hasTitle(of issue: Issue, _ entry: IssueEntry, _ format: IssueFormat) -> Bool {
        if format != .todo || entry.title == issue.title { return true }
        let reading = TodoText.reading(ofTitle: issue.title)
        let tags = Set((entry.tags ?? []).map(format.tagKey))
        if !tags.isSuperset(of: reading.tags.map(format.tagKey)) { return false }
        // The issue's own priority comes before that of its title.
        return (reading.priority ?? .low) == .low || entry.priority == reading.priority
            || (issue.priority != .low && entry.priority != nil)
    }

    /// Whether an issue was made on the day that an entry says.
    private static func isOfDay(_ entry: IssueEntry, _ issue: Issue, _ zone: TimeZone) -> Bool {
        guard let created = entry.created else { return true }
        return CivilDate.today(now: created, timeZone: zone)
            == CivilDate.today(now: issue.created, timeZone: zone)
    }

    /// Whether a line of todo.txt may be about an issue whose day it says as it is in another time zone, from UTC−12 to
    /// UTC+14. An open line is about no issue that is closed: that would be done again.
    private func isFromElsewhere(_ entry: IssueEntry, _ issue: Issue) -> Bool {
        guard format == .todo, let created = entry.created, entry.status == .closed || issue.isOpen else {
            return false
        }
        let midnight = CivilDate.today(now: created, timeZone: timeZone).utcDate
        let hours = issue.created.timeIntervalSince(midnight) / 3600
        return hours >= -14 && hours < 36
    }

    /// Whether an issue was made on the day that a line which is done has as its one date, as where an open one got an x.
    private static func isOfOneDate(_ entry: IssueEntry, _ issue: Issue, _ zone: TimeZone) -> Bool {
        guard entry.created == nil, let day = entry.closed else { return false }
        return CivilDate.today(now: day, timeZone: zone)
            == CivilDate.today(now: issue.created, timeZone: zone)
    }
}

extension IssueEntry {
    /// How much it says of its issue.
    fileprivate var extent: Int {
        [
            content != nil, priority != nil, status != nil, created != nil, closed != nil, tags != nil,
        ].filter(\.self).count
    }
}
