import Foundation
import Localization

/// Finds the issue that each entry of a file is about.
///
/// An entry is about the issue with its identifier. Where it has none, it is about one of the same title that was made
/// on the same day, if the file says when: only one that was there before and that no other entry is about, so that two
/// issues of a title stay two. Of a todo.txt, the title is also that which it gives back of the issue's, where the line
/// has what looks like a tag or a priority in that.
@MainActor
struct IssueTwins {
    private var byIdentifier: [UUID: Issue] = [:]
    /// Of the rows that have no identifier.
    private var byRow: [Int: Issue] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    /// An entry without an identifier, and where it stands among the rows.
    private typealias Nameless = (row: Int, entry: IssueEntry)

    /// After how many entries a person is heard.
    private static let entriesAtATime = 500

    /// Finds the issues. Throws where that is interrupted.
    init(
        _ rows: [EntryRow], among issues: [Issue], _ format: IssueFormat, timeZone: TimeZone
    ) async throws {
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
        var entriesAtOnce = 0
        for title in titles {
            let issues = (namesakes[title] ?? []) + (lookalikes[title] ?? [])
            let free = isOnce ? issues : issues.filter { !taken.contains($0.identifier) }
            let entries = nameless[title] ?? []
            for issue in pair(entries, with: free) { taken.insert(issue.identifier) }
            entriesAtOnce += entries.count
            if entriesAtOnce >= Self.entriesAtATime {
                entriesAtOnce = 0
                // Lets Ctrl-C through.
                await Task.yield()
                try Task.checkCancellation()
            }
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

    /// By what an issue is looked for, one after the other.
    private enum Round: CaseIterable {
        /// All that the entry says.
        case everything
        /// The one date of a line that is done, as where an open one got an x: on that day the issue was made.
        case oneDate
        /// The day, and the status; also where something else differs.
        case status
        /// The day alone.
        case day
    }

    /// Finds entries of one title an issue each, as far as there are any. Returns those that were found.
    private mutating func pair(_ entries: [Nameless], with namesakes: [Issue]) -> [Issue] {
        if namesakes.isEmpty { return [] }
        let format = self.format
        var free = FreeIssues(namesakes, format, timeZone: timeZone)
        // What says more fits fewer issues, so it comes first.
        var left = entries.sorted { (-$0.entry.extent, $0.row) < (-$1.entry.extent, $1.row) }
        var taken: [Issue] = []
        let isOneOfEach = entries.count == 1 && namesakes.count == 1
        for round in isOneOfEach ? [Round.day] : Round.allCases {
            var unpaired: [Nameless] = []
            for (row, entry) in left {
                guard let said = facts(of: entry, round),
                    let issue = free.take(said, where: { Self.hasTitle(of: $0, entry, format) })
                else {
                    unpaired.append((row, entry))
                    continue
                }
                byRow[row] = issue
                taken.append(issue)
            }
            left = unpaired
        }
        return taken
    }

    /// What an issue is looked for by; `nil` where an entry has no part in the round.
    private func facts(of entry: IssueEntry, _ round: Round) -> IssueFacts? {
        func day(_ time: Date) -> CivilDate { CivilDate.today(now: time, timeZone: timeZone) }
        switch round {
        case .everything: return IssueFacts(entry, format, timeZone: timeZone)
        case .oneDate:
            guard format == .todo, entry.created == nil, let date = entry.closed else { return nil }
            return IssueFacts(created: day(date))
        case .status: return IssueFacts(created: entry.created.map(day), status: entry.status)
        case .day: return IssueFacts(created: entry.created.map(day))
        }
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
}

extension IssueEntry {
    /// How much it says of its issue.
    fileprivate var extent: Int {
        [
            content != nil, priority != nil, status != nil, created != nil, closed != nil, tags != nil,
        ].filter(\.self).count
    }
}
