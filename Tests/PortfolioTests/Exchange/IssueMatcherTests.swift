import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Matching import entries with issues")
struct IssueMatcherTests {
    nonisolated private static let utc = TimeZone(secondsFromGMT: 0) ?? .current
    nonisolated private static let title = "Plan"
    nonisolated private static let tagNames = ["work", "two words"]
    nonisolated private static let days = [CivilDate.first, .last]
    nonisolated private static let rules = ["+1w", "2d"].compactMap { Recurrence(rawValue: $0) }

    /// A simple algorithm, with which the real one is compared. In each round, every entry gets the first
    /// issue that matches.
    private struct PlainPairing {
        let format: IssueFormat

        func issues(of entries: [IssueEntry], among issues: [TrackedIssue]) -> [UUID?] {
            var rounds: [(IssueEntry, TrackedIssue) -> Bool] = [
                isAsSaid, isOfDates, { $0.status == nil || $0.status == $1.status }, { _, _ in true },
            ]
            if format == .todo { rounds.insert(isOfOneDate, at: 1) }
            var free = issues.filter { $0.title == title } + issues.filter { $0.title != title }
            var left = entries.indices.sorted { (-extent(entries[$0]), $0) < (-extent(entries[$1]), $1) }
            var found = [UUID?](repeating: nil, count: entries.count)
            for fits in rounds {
                var unpaired: [Int] = []
                for row in left {
                    let entry = entries[row]
                    let place = free.firstIndex {
                        isOfDay(entry, $0) && hasTitle(entry, $0) && fits(entry, $0)
                    }
                    if let place {
                        found[row] = free.remove(at: place).identifier
                    } else {
                        unpaired.append(row)
                    }
                }
                left = unpaired
            }
            return found
        }

        private func extent(_ entry: IssueEntry) -> Int {
            let hasValue = [
                entry.status != nil, entry.created != nil, entry.closed != nil, entry.tags != nil,
            ]
            return hasValue.filter(\.self).count + entry.values.count
        }

        private func isSameDay(_ left: Date, _ right: Date) -> Bool {
            CivilDate(utc: left) == CivilDate(utc: right)
        }

        private func isOfDay(_ entry: IssueEntry, _ issue: TrackedIssue) -> Bool {
            guard let created = entry.created else { return true }
            return isSameDay(created, issue.created)
        }

        private func isOfOneDate(_ entry: IssueEntry, _ issue: TrackedIssue) -> Bool {
            guard entry.created == nil, let date = entry.closed else { return false }
            return isSameDay(date, issue.created)
        }

        private func isOfDates(_ entry: IssueEntry, _ issue: TrackedIssue) -> Bool {
            (entry.status == nil || entry.status == issue.status)
                && ["due", "waitingUntil", "recurrence"].allSatisfy { key in
                    entry.values[key].map { $0 == TrackedIssue.fields[key]?.value(of: issue) } ?? true
                }
        }

        private func hasTitle(_ entry: IssueEntry, _ issue: TrackedIssue) -> Bool {
            guard issue.title != entry.title else { return true }
            let reading = TodoText.reading(ofTitle: issue.title)
            let lacks = !Set(entry.tags ?? []).isSuperset(of: reading.tags)
            guard !lacks else { return false }
            return reading.priority == nil || entry.priority == reading.priority
                || (issue.priority != .low && entry.priority != nil)
        }

        private func isAsSaid(_ entry: IssueEntry, _ issue: TrackedIssue) -> Bool {
            if let closed = entry.closed {
                guard let known = issue.closed else { return false }
                guard closed == known || closed == CivilDate(utc: known).utcDate else { return false }
            }
            if let tags = entry.tags {
                let inTitle = format == .todo ? TodoText.reading(ofTitle: issue.title).tags : []
                let known = issue.tags.map(\.name) + inTitle
                guard Set(tags.map(format.tagKey)) == Set(known.map(format.tagKey)) else { return false }
            }
            return IssueDifference(entry, issue, format, timeZone: utc).isEmpty
        }
    }

    /// Returns random issues with the same title and small differences.
    private static func issues(
        _ tags: [IssueTag], in tracker: TestTracker, _ format: IssueFormat,
        _ random: inout SeededGenerator
    ) -> [TrackedIssue] {
        var titles = [title]
        if format == .todo { titles += [title, "\(title) +work", "\(title) pri:A"] }
        var issues: [TrackedIssue] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let day = TestTracker.noon.addingTimeInterval(
                86_400 * Double(Int.random(in: 0...2, using: &random)))
            let issue = TrackedIssue(
                title: titles.randomElement(using: &random) ?? title,
                content: ["", "text"].randomElement(using: &random) ?? "",
                priority: Priority.allCases.randomElement(using: &random) ?? .low, created: day)
            if Bool.random(using: &random) {
                issue.closed = day.addingTimeInterval([0, 3600, 86_400].randomElement(using: &random) ?? 0)
            }
            if Bool.random(using: &random) { issue.dueDay = days.randomElement(using: &random) }
            if Bool.random(using: &random) { issue.waitingDay = days.randomElement(using: &random) }
            if Bool.random(using: &random) { issue.rule = rules.randomElement(using: &random) }
            tracker.context.insert(issue)
            issue.tags = tags.filter { _ in Bool.random(using: &random) }
            issues.append(issue)
        }
        return issues
    }

    /// Returns random entries with the same title. Each has some of the values that the format supports.
    private static func entries(_ format: IssueFormat, _ random: inout SeededGenerator) -> [IssueEntry] {
        func hasValue() -> Bool { Int.random(in: 0..<3, using: &random) > 0 }
        var entries: [IssueEntry] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            var entry = IssueEntry(title: title)
            let noon = TestTracker.noon.addingTimeInterval(
                86_400 * Double(Int.random(in: 0...3, using: &random)))
            let time = format == .todo ? CivilDate(utc: noon).utcDate : noon
            if hasValue() { entry.created = time }
            if hasValue() { entry.status = IssueStatus.allCases.randomElement(using: &random) }
            if hasValue() { entry.priority = Priority.allCases.randomElement(using: &random) }
            if hasValue(), entry.status == .closed {
                entry.closed = [time, CivilDate(utc: noon).utcDate].randomElement(using: &random)
            }
            if hasValue(), format != .todo { entry.content = ["", "text"].randomElement(using: &random) }
            if hasValue() {
                let names = tagNames.filter { _ in Bool.random(using: &random) }
                let said = format == .todo ? names.map(TodoText.joined) : names
                if format != .todo || !said.isEmpty { entry.tags = said }
            }
            for (key, values) in [
                ("due", days.map(\.description)), ("waitingUntil", days.map(\.description)),
                ("recurrence", rules.map(\.rawValue)),
            ] where hasValue() {
                entry.values[key] = values.randomElement(using: &random).map { .string($0) }
            }
            entries.append(entry)
        }
        return entries
    }

    @Test(.level(.default), arguments: [IssueFormat.csv, .todo], [161_803, SeededGenerator.newSeed])
    func `Entries match the same issues as a plain algorithm for any number of issues`(
        format: IssueFormat, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let tracker = try await TestTracker()
        let tags = Self.tagNames.map { IssueTag(name: $0) }
        for tag in tags { tracker.context.insert(tag) }
        for round in 0..<100 {
            let issues = Self.issues(tags, in: tracker, format, &random)
            let entries = Self.entries(format, &random)
            var matcher = IssueMatcher(format, timeZone: Self.utc)
            try await matcher.match(PreparedRows(entries), in: tracker.context)
            let found = entries.indices.map { matcher.identifier(forRow: $0 + 1, entries[$0]) }
            let plain = PlainPairing(format: format).issues(of: entries, among: issues)
            #expect(found == plain, "seed \(seed), round \(round)")
            for issue in issues { tracker.context.delete(issue) }
            try tracker.context.save()
        }
    }

    @Test func `Matching can be cancelled`() async throws {
        let tracker = try await TestTracker()
        let rows = PreparedRows((1...1000).map { IssueEntry(title: "Issue \($0)") })
        let task = Task { @MainActor in
            var matcher = IssueMatcher(.csv, timeZone: Self.utc)
            try await matcher.match(rows, in: tracker.context)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
