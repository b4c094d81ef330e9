import Foundation
import Localization
import ModelData
import ProgramKit

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
    /// The identifiers of the matched issues of rows without an identifier, by the row's position.
    private var byRow: [Int: UUID] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    /// An entry without an identifier, and the position of its row.
    private typealias UnidentifiedEntry = (row: Int, entry: IssueEntry)

    /// The number of entries after which Ctrl-C is checked, and the number of issues that are fetched at
    /// once.
    private static let batchSize = 500

    /// Creates a matcher for a store without issues.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - timeZone: The user's time zone.
    init(_ format: IssueFormat, timeZone: TimeZone) {
        self.format = format
        self.timeZone = timeZone
    }

    /// The entries without an identifier whose title an issue has.
    private struct Candidates {
        /// The titles of the entries, in the order of the file.
        var titles: [String] = []
        var entries: [String: [UnidentifiedEntry]] = [:]
        /// The entries of todo.txt as ``TodoText/reopened(_:timeZone:)`` reads them.
        var reopened: [String: [UnidentifiedEntry]] = [:]

        func contain(_ title: String) -> Bool { entries[title] != nil || reopened[title] != nil }
    }

    /// The issues with the same title as a candidate, in the order of their numbers.
    private struct Namesakes {
        /// The identifiers of the issues by title.
        var issues: [String: [UUID]] = [:]
        /// The identifiers of the issues of todo.txt by the part of the title without tags.
        var lookalikes: [String: [UUID]] = [:]

        subscript(title: String) -> [UUID] { (issues[title] ?? []) + (lookalikes[title] ?? []) }
    }

    /// Matches all rows of a file with the issues in the store.
    ///
    /// - Parameters:
    ///   - rows: The rows of the file.
    ///   - context: The context of the store.
    /// - Throws: `CancellationError` after Ctrl-C, reading errors, and the errors of the store.
    mutating func match(_ rows: any ImportSource<ImportedRow>, in context: ModelContext) async throws {
        let (named, candidates) = try await candidates(rows, in: context)
        if candidates.titles.isEmpty { return }
        let namesakes = try namesakes(of: candidates, without: named, in: context)
        var taken: Set<UUID> = []
        try await pair(
            candidates.titles.map { (candidates.entries[$0] ?? [], namesakes[$0]) }, &taken, in: context)
        // Try these alternative readings of a line last, because the date at the beginning may be part of the
        // title.
        let reopened = candidates.reopened.sorted { $0.value[0].row < $1.value[0].row }
        try await pair(
            reopened.map { title, entries in (entries.filter { byRow[$0.row] == nil }, namesakes[title]) },
            &taken, in: context)
    }

    private static func letCancel() async throws {
        await Task.yield()
        try Task.checkCancellation()
    }

    /// Returns the identifiers in a file, and the entries without one.
    private func candidates(
        _ rows: any ImportSource<ImportedRow>, in context: ModelContext
    ) async throws -> (named: Set<UUID>, Candidates) {
        var source = rows
        var named: Set<UUID> = []
        var candidates = Candidates()
        // Hashes of the stored titles. Entries with other titles need no memory.
        var known: Set<Int>?
        var count = 0
        while let next = try source.next() {
            if count % Self.batchSize == 0 { try await Self.letCancel() }
            count += 1
            guard case .issue(let entry)? = next.entry else { continue }
            let row = next.position
            if let identifier = entry.identifier {
                named.insert(identifier)
                continue
            }
            let titles = try known ?? hashesOfTitles(in: context)
            known = titles
            let isKnown = titles.contains(entry.title.hashValue)
            let other = format == .todo ? TodoText.reopened(entry, timeZone: timeZone) : nil
            let isOtherKnown = other.map { titles.contains($0.title.hashValue) } ?? false
            guard isKnown || isOtherKnown else { continue }
            if candidates.entries[entry.title] == nil { candidates.titles.append(entry.title) }
            candidates.entries[entry.title, default: []].append((row, entry))
            if isOtherKnown, let other { candidates.reopened[other.title, default: []].append((row, other)) }
        }
        return (named, candidates)
    }

    /// Returns the hashes of the titles of all issues, for ``candidates(_:in:)``.
    private func hashesOfTitles(in context: ModelContext) throws -> Set<Int> {
        var hashes: Set<Int> = []
        try forEachTitle(in: context) { issue, title in
            hashes.insert(title.hashValue)
            guard format == .todo else { return }
            hashes.insert(TodoText.reading(ofTitle: title).title.hashValue)
        }
        return hashes
    }

    private func namesakes(
        of candidates: Candidates, without named: Set<UUID>, in context: ModelContext
    ) throws -> Namesakes {
        var namesakes = Namesakes()
        try forEachTitle(in: context) { issue, title in
            if candidates.contain(title), !named.contains(issue.identifier) {
                namesakes.issues[title, default: []].append(issue.identifier)
            }
            guard format == .todo else { return }
            let reading = TodoText.reading(ofTitle: title).title
            if reading != title, candidates.contain(reading), !named.contains(issue.identifier) {
                namesakes.lookalikes[reading, default: []].append(issue.identifier)
            }
        }
        return namesakes
    }

    private func forEachTitle(in context: ModelContext, _ body: (Issue, String) -> Void) throws {
        var descriptor = FetchDescriptor<Issue>()
        descriptor.propertiesToFetch = [\.identifier, \.title]
        try context.enumerate(descriptor, batchSize: 1000) { body($0, $0.title) }
    }

    /// Returns the identifier of the issue that may match the entry of a row; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - row: The row's position.
    ///   - entry: The entry.
    func identifier(forRow row: Int, _ entry: IssueEntry) -> UUID? { entry.identifier ?? byRow[row] }

    /// The rounds of matching, in order from the most precise to the least precise.
    private enum Round: CaseIterable {
        /// Compares all values of the entry.
        case everything
        /// If a completed line has only one date, compares it with the creation day. The user may have
        /// completed the line by adding an x, so that the date is still the creation day.
        case oneDate
        /// Compares the creation day, the status and the words with a key, such as `due:2024-04-01`: issues with the same
        /// title mostly differ in these.
        case words
        /// Compares the creation day and the status.
        case status
        /// Compares the creation day alone.
        case day
    }

    /// Matches groups of entries and issues that have the same title.
    ///
    /// - Parameters:
    ///   - groups: The entries, and the identifiers of the issues.
    ///   - taken: The identifiers of all matched issues. An issue may be in several groups.
    ///   - context: The context of the store.
    private mutating func pair(
        _ groups: some Sequence<(entries: [UnidentifiedEntry], issues: [UUID])>, _ taken: inout Set<UUID>,
        in context: ModelContext
    ) async throws {
        var batch: [(entries: [UnidentifiedEntry], issues: [UUID])] = []
        var count = 0
        for group in groups where !group.entries.isEmpty && !group.issues.isEmpty {
            batch.append(group)
            count += group.issues.count
            if count < Self.batchSize { continue }
            try pairBatch(batch, &taken, in: context)
            (batch, count) = ([], 0)
            try await Self.letCancel()
        }
        try pairBatch(batch, &taken, in: context)
    }

    private mutating func pairBatch(
        _ batch: [(entries: [UnidentifiedEntry], issues: [UUID])], _ taken: inout Set<UUID>,
        in context: ModelContext
    ) throws {
        let found = try context.issues(batch.flatMap(\.issues))
        let issues = Dictionary(found.map { ($0.identifier, $0) }) { first, _ in first }
        for group in batch {
            let namesakes = group.issues.compactMap { taken.contains($0) ? nil : issues[$0] }
            taken.formUnion(pair(group.entries, with: namesakes))
        }
    }

    /// Matches entries with issues that have the same title. Returns the identifiers of the matched issues.
    private mutating func pair(_ entries: [UnidentifiedEntry], with namesakes: [Issue]) -> [UUID] {
        if namesakes.isEmpty { return [] }
        let format = self.format
        var free = UnmatchedIssues(namesakes, format, timeZone: timeZone)
        // Begin with the entries that have the most values, because such an entry matches the fewest issues.
        var left = entries.sorted { (-$0.entry.fieldCount, $0.row) < (-$1.entry.fieldCount, $1.row) }
        var taken: [UUID] = []
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
                byRow[row] = issue.identifier
                taken.append(issue.identifier)
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
        case .words:
            return IssueMatchKey(
                created: entry.created.map(day), status: entry.status,
                values: entry.values.filter { key, _ in Self.worded.contains(key) })
        case .status: return IssueMatchKey(created: entry.created.map(day), status: entry.status)
        case .day: return IssueMatchKey(created: entry.created.map(day))
        }
    }

    /// The keys of the fields that have words.
    private static let worded = Set(Issue.details.filter { !$0.words.isEmpty }.map(\.key))

    /// Whether an entry has the same tags and priority that todo.txt reads from an issue's title. A line
    /// without a priority counts as low priority.
    private static func hasTitle(of issue: Issue, _ entry: IssueEntry, _ format: IssueFormat) -> Bool {
        if format != .todo || entry.title == issue.title { return true }
        let reading = TodoText.reading(ofTitle: issue.title)
        let tags = Set((entry.tags ?? []).map(format.tagKey))
        if !tags.isSuperset(of: reading.tags.map(format.tagKey)) { return false }
        let words = reading.values.filter { key, _ in worded.contains(key) }
        if !words.allSatisfy({ entry.values[$0] == $1 }) { return false }
        // The issue's own priority takes precedence over one in its title.
        return (reading.priority ?? .low) == .low || entry.priority == reading.priority
            || (issue.priority != .low && entry.priority != nil)
    }
}

extension IssueEntry {
    /// The number of optional fields with a value.
    fileprivate var fieldCount: Int {
        values.count + [status != nil, created != nil, closed != nil, tags != nil].filter(\.self).count
    }
}

/// The issues with the same title that no entry matches yet, indexed by match key.
struct UnmatchedIssues {
    /// The indices of all issues with the same match key, in order.
    private struct Queue {
        var positions: [Int] = []
        /// The index in ``positions`` of the first issue that may be unmatched.
        var start = 0
    }

    private let issues: [Issue]
    private var isMatched: [Bool]
    private var queues: [IssueMatchKey.Shape: [IssueMatchKey: Queue]] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    init(_ issues: [Issue], _ format: IssueFormat, timeZone: TimeZone) {
        self.issues = issues
        isMatched = Array(repeating: false, count: issues.count)
        self.format = format
        self.timeZone = timeZone
    }

    /// Removes and returns the first issue that has a match key and fulfils a condition. Returns `nil` if no
    /// issue does.
    ///
    /// - Parameters:
    ///   - matchKey: The match key.
    ///   - fits: The condition.
    mutating func take(_ matchKey: IssueMatchKey, where fits: (Issue) -> Bool) -> Issue? {
        let shape = matchKey.shape
        // If there is only one issue, compare it directly, without an index.
        if issues.count == 1 {
            guard !isMatched[0], matchKeys(of: issues[0], shape).contains(matchKey), fits(issues[0]) else {
                return nil
            }
            isMatched[0] = true
            return issues[0]
        }
        if queues[shape] == nil { queues[shape] = makeQueues(shape) }
        guard var queue = queues[shape]?[matchKey] else { return nil }
        while queue.start < queue.positions.count, isMatched[queue.positions[queue.start]] {
            queue.start += 1
        }
        queues[shape]?[matchKey] = queue
        let found = queue.positions[queue.start...].first { !isMatched[$0] && fits(issues[$0]) }
        guard let found else { return nil }
        isMatched[found] = true
        return issues[found]
    }

    private func makeQueues(_ shape: IssueMatchKey.Shape) -> [IssueMatchKey: Queue] {
        var queues: [IssueMatchKey: Queue] = [:]
        for (position, issue) in issues.enumerated() where !isMatched[position] {
            for matchKey in matchKeys(of: issue, shape) {
                queues[matchKey, default: Queue()].positions.append(position)
            }
        }
        return queues
    }

    private func matchKeys(of issue: Issue, _ shape: IssueMatchKey.Shape) -> [IssueMatchKey] {
        IssueMatchKey.all(of: issue, shape, format, timeZone: timeZone)
    }
}
