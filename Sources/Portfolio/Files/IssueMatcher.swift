import Foundation
import Localization

/// Finds the stored issue for each entry of a file.
///
/// An entry with an identifier matches the issue with this identifier. An entry without one matches an issue
/// with the same title; if the file has the creation day, this must be equal, too.
///
/// Only issues that existed before the import count, and each of them matches at most one entry. Therefore
/// two issues with the same title aren't merged.
///
/// In todo.txt, words at the end of a title are read as tags and priorities if they look like these.
/// Therefore titles are also compared without such words.
@MainActor
struct IssueMatcher {
    private var byIdentifier: [UUID: Issue] = [:]
    /// The matched issues of rows without an identifier, by the row's index.
    private var byRow: [Int: Issue] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    /// An entry without an identifier, and the index of its row.
    private typealias UnidentifiedEntry = (row: Int, entry: IssueEntry)

    /// The number of entries after which Ctrl-C is checked.
    private static let batchSize = 500

    /// Matches all rows.
    ///
    /// - Parameters:
    ///   - rows: The rows of the file.
    ///   - issues: All stored issues.
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone.
    /// - Throws: `CancellationError` after Ctrl-C.
    init(
        _ rows: [EntryRow], among issues: [Issue], _ format: IssueFormat, timeZone: TimeZone
    ) async throws {
        self.format = format
        self.timeZone = timeZone
        var named: Set<UUID> = []
        var titles: [String] = []
        var nameless: [String: [UnidentifiedEntry]] = [:]
        var reopened: [String: [UnidentifiedEntry]] = [:]
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
            if entriesAtOnce >= Self.batchSize {
                entriesAtOnce = 0
                // Let Ctrl-C interrupt the import.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        // Try these alternative readings of a line last, because the date at the beginning may be part of the
        // title.
        for (title, entries) in reopened.sorted(by: { $0.value[0].row < $1.value[0].row }) {
            let issues = (namesakes[title] ?? []) + (lookalikes[title] ?? [])
            let free = issues.filter { !taken.contains($0.identifier) }
            let left = entries.filter { byRow[$0.row] == nil }
            for issue in pair(left, with: free) { taken.insert(issue.identifier) }
        }
    }

    /// Returns the issue that matches the entry of a row; `nil` if there is none.
    func issue(forRow row: Int, _ entry: IssueEntry) -> Issue? {
        if let identifier = entry.identifier { return byIdentifier[identifier] }
        return byRow[row]
    }

    /// Adds an issue that the import created. Later rows match it only by its identifier.
    mutating func add(_ issue: Issue) { byIdentifier[issue.identifier] = issue }

    /// The rounds of matching, in order from the most precise to the least precise.
    private enum Round: CaseIterable {
        /// Compares all values of the entry.
        case everything
        /// If a completed line has only one date, compares it with the creation day. The user may have
        /// completed the line by adding an x, so that the date is still the creation day.
        case oneDate
        /// Compares the creation day and the status.
        case status
        /// Compares the creation day alone.
        case day
    }

    /// Matches entries with issues that have the same title. Returns the matched issues.
    private mutating func pair(_ entries: [UnidentifiedEntry], with namesakes: [Issue]) -> [Issue] {
        if namesakes.isEmpty { return [] }
        let format = self.format
        var free = UnmatchedIssues(namesakes, format, timeZone: timeZone)
        // Begin with the entries that have the most values, because such an entry matches the fewest issues.
        var left = entries.sorted { (-$0.entry.fieldCount, $0.row) < (-$1.entry.fieldCount, $1.row) }
        var taken: [Issue] = []
        let isOneOfEach = entries.count == 1 && namesakes.count == 1
        for round in isOneOfEach ? [Round.day] : Round.allCases {
            var unpaired: [UnidentifiedEntry] = []
            for (row, entry) in left {
                guard let key = matchKey(of: entry, round),
                    let issue = free.take(key, where: { Self.hasTitle(of: $0, entry, format) })
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

    /// Returns the match key of an entry for a round; `nil` if the round doesn't apply to the entry.
    private func matchKey(of entry: IssueEntry, _ round: Round) -> IssueMatchKey? {
        func day(_ time: Date) -> CivilDate { CivilDate.today(now: time, timeZone: timeZone) }
        switch round {
        case .everything: return IssueMatchKey(entry, format, timeZone: timeZone)
        case .oneDate:
            guard format == .todo, entry.created == nil, let date = entry.closed else { return nil }
            return IssueMatchKey(created: day(date))
        case .status: return IssueMatchKey(created: entry.created.map(day), status: entry.status)
        case .day: return IssueMatchKey(created: entry.created.map(day))
        }
    }

    /// Whether an entry has the same tags and priority that todo.txt reads from an issue's title. A line
    /// without a priority counts as low priority.
    private static func hasTitle(of issue: Issue, _ entry: IssueEntry, _ format: IssueFormat) -> Bool {
        if format != .todo || entry.title == issue.title { return true }
        let reading = TodoText.reading(ofTitle: issue.title)
        let tags = Set((entry.tags ?? []).map(format.tagKey))
        if !tags.isSuperset(of: reading.tags.map(format.tagKey)) { return false }
        // The issue's own priority takes precedence over one in its title.
        return (reading.priority ?? .low) == .low || entry.priority == reading.priority
            || (issue.priority != .low && entry.priority != nil)
    }
}

extension IssueEntry {
    /// The number of optional fields with a value.
    fileprivate var fieldCount: Int {
        [
            content != nil, priority != nil, status != nil, created != nil, closed != nil, tags != nil,
        ].filter(\.self).count
    }
}
