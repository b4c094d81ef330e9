import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

/// The values of an issue, which are filtered in Swift instead of SQL.
private struct PlainIssue {
    let number: Int
    let title: String
    let content: String
    let priority: Priority
    let isOpen: Bool
    let tags: Set<Int64>
    let dates: [IssueFilter.DateField: Date]
    let notes: [String]
    let isRecurring: Bool
    let hasOpenBlocker: Bool
    let blocksOpen: Bool

    @MainActor
    init(_ issue: TrackedIssue) {
        number = issue.number
        title = issue.title
        content = issue.content
        priority = issue.priority
        isOpen = issue.isOpen
        tags = Set(issue.tags.compactMap(\.persistentModelID.recordNumber))
        var dates: [IssueFilter.DateField: Date] = [.created: issue.created, .modified: issue.modified]
        dates[.due] = issue.due
        dates[.wait] = issue.waitingUntil
        dates[.closed] = issue.closed
        self.dates = dates
        notes = issue.notes.map(\.text)
        isRecurring = issue.recurrence != nil
        hasOpenBlocker = issue.blockedBy.contains(where: \.isOpen)
        blocksOpen = issue.blocks.contains(where: \.isOpen)
    }

    private func contains(_ text: String, _ searched: String) -> Bool {
        SearchFold.fold(searched).contains(SearchFold.fold(text))
    }

    func fulfils(_ condition: IssueFilter.Condition) -> Bool {
        switch condition {
        case .text(let text):
            return contains(text, title) || contains(text, content)
        case .title(let text): return contains(text, title)
        case .content(let text): return contains(text, content)
        case .note(let text): return notes.contains { contains(text, $0) }
        case .untagged: return tags.isEmpty
        case .blocked: return isOpen && hasOpenBlocker
        case .blocking: return isOpen && blocksOpen
        case .recurring: return isRecurring
        case .dated(let field): return dates[field] != nil
        case .date(let field, let from, let before):
            guard let date = dates[field] else { return false }
            return (from.map { date >= $0 } ?? true) && (before.map { date < $0 } ?? true)
        case .all(let conditions): return conditions.allSatisfy { fulfils($0) }
        case .any(let conditions): return conditions.contains { fulfils($0) }
        case .tag(let identifier): return tags.contains(identifier.recordNumber ?? 0)
        case .status(let status): return isOpen == (status == .open)
        case .priority(let priority): return self.priority == priority
        case .not(let condition): return !fulfils(condition)
        }
    }
}

@MainActor
@Suite("Filters")
struct FilterTests {
    private static let words = ["Łódź", "lodz", "Fix", "fixed", "naïve", "ab", "", "50% _x", "żółw"]

    private func fill(_ tracker: TestTracker, _ random: inout SeededGenerator) throws {
        let tags = ["a", "b", "c", "d"].map { IssueTag(name: $0) }
        for tag in tags { tracker.context.insert(tag) }
        var issues: [TrackedIssue] = []
        for number in 0..<80 {
            let day = Double(Int.random(in: 0..<10, using: &random)) * 86_400
            let issue = TrackedIssue(
                title: "\(Self.words.randomElement(using: &random) ?? "") \(number % 7)",
                content: Self.words.randomElement(using: &random) ?? "",
                priority: Priority.allCases.randomElement(using: &random) ?? .low,
                created: TestTracker.noon.addingTimeInterval(day))
            if Bool.random(using: &random) { issue.closed = TestTracker.noon }
            if Bool.random(using: &random) { issue.due = Self.someDay(&random) }
            if Bool.random(using: &random) { issue.waitingUntil = Self.someDay(&random) }
            if Bool.random(using: &random) { issue.recurrence = "+1w" }
            tracker.context.insert(issue)
            issue.tags = tags.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            if let blocker = issues.randomElement(using: &random), Bool.random(using: &random) {
                issue.blockedBy.append(blocker)
            }
            if Bool.random(using: &random) {
                let note = Note(
                    text: Self.words.randomElement(using: &random) ?? "", written: TestTracker.noon)
                tracker.context.insert(note)
                note.issue = issue
            }
            issues.append(issue)
        }
        try tracker.context.save()
    }

    private static func someDay(_ random: inout SeededGenerator) -> Date {
        TestTracker.noon.addingTimeInterval(Double(Int.random(in: -5...5, using: &random)) * 86_400)
    }

    private func condition(
        _ tracker: TestTracker, _ random: inout SeededGenerator, depth: Int = 0
    ) throws -> IssueFilter.Condition {
        let condition: IssueFilter.Condition
        switch Int.random(in: 0..<(depth < 3 ? 14 : 12), using: &random) {
        case 5: condition = .untagged
        case 6: condition = Bool.random(using: &random) ? .blocked : .blocking
        case 7: condition = .recurring
        case 8: condition = .note(["lodz", "FIX", "b"].randomElement(using: &random) ?? "")
        case 9: condition = .dated(IssueFilter.DateField.allCases.randomElement(using: &random) ?? .due)
        case 10, 11:
            condition = .date(
                IssueFilter.DateField.allCases.randomElement(using: &random) ?? .due,
                from: Bool.random(using: &random) ? Self.someDay(&random) : nil,
                before: Bool.random(using: &random) ? Self.someDay(&random) : nil)
        case 12, 13:
            let parts = try (0..<Int.random(in: 0...3, using: &random)).map { _ in
                try self.condition(tracker, &random, depth: depth + 1)
            }
            condition = Bool.random(using: &random) ? .all(parts) : .any(parts)
        case 0:
            condition = .text(
                ["lodz", "FIX", "naive", "%", "_x", "b", "zolw"].randomElement(using: &random) ?? "")
        case 1:
            condition = .tag(try #require(try tracker.tags.randomElement(using: &random)).persistentModelID)
        case 2: condition = .status(IssueStatus.allCases.randomElement(using: &random) ?? .open)
        case 3: condition = .priority(Priority.allCases.randomElement(using: &random) ?? .low)
        default:
            let issue = try #require(try tracker.issues.randomElement(using: &random))
            condition = .date(.modified, from: issue.modified, before: nil)
        }
        return Bool.random(using: &random) ? condition : .not(condition)
    }

    @Test(arguments: [161_803, SeededGenerator.newSeed])
    func `Random filter combinations match a filter in memory and need one SQL statement`(seed: UInt64)
        async throws
    {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let tracker = try await TestTracker()
        try fill(tracker, &random)
        let plain = try tracker.issues.map { PlainIssue($0) }
        for _ in 0..<150 {
            var filter = IssueFilter()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                filter.conditions.append(try condition(tracker, &random))
            }
            let order = IssueOrder(
                key: ["created", "modified"].randomElement(using: &random) ?? "created",
                direction: IssueOrder.Direction.allCases.randomElement(using: &random) ?? .newest)
            let found = try tracker.context.fetch(IssueQuery.descriptor(filter, order))
            let expected = plain.filter { issue in filter.conditions.allSatisfy { issue.fulfils($0) } }
            #expect(
                Set(found.map(\.number)) == Set(expected.map(\.number)), "seed \(seed): \(filter.conditions)")
            #expect(try tracker.isDoneBySQL(filter, order), "\(filter.conditions)")
            let collator = tracker.session.collator
            let ordered = order.ordering(found, collator: collator)
            let dates = ordered.map { order.date(of: $0) }
            #expect(dates == dates.sorted { order.parts[0].isReversed ? $0 < $1 : $0 > $1 })
            // With a limit, the store sorts.
            let sortedByStore = try tracker.context.fetch(IssueQuery.descriptor(filter, order, limit: 1000))
            #expect(order.ordering(sortedByStore, collator: collator) == ordered)
            #expect(sortedByStore.map { order.date(of: $0) } == dates)
        }
    }

    @Test func `A list combines terms and options, and a negated one excludes its matches`() async throws {
        let tracker = try await TestTracker()
        for line in [
            "tag new work", "tag new home", "new Fix the login --priority high --tag work",
            "new Fix the tap --tag home --tag work", "new Paint the hall --priority medium", "close paint",
            "back",
            "content tap --text \"Since the LOGIN of Łukasz\"",
        ] { try await tracker.run(line) }
        func titles(_ line: String) async throws -> Set<String> { Set(try await tracker.titles(line)) }
        #expect(try await titles("list login") == ["Fix the login", "Fix the tap"])
        #expect(try await titles("list lukasz") == ["Fix the tap"])
        #expect(try await titles("list -login --all") == ["Paint the hall"])
        #expect(try await titles("list fix -#home") == ["Fix the login"])
        #expect(try await titles("list --tag work --tag -home") == ["Fix the login"])
        #expect(try await titles("list --priority -high") == ["Fix the tap"])
        #expect(try await titles("list --status closed") == ["Paint the hall"])
        #expect(
            try await titles("list --status all --priority all") == [
                "Fix the login", "Fix the tap", "Paint the hall",
            ])
        #expect(try await titles("list #work #home") == ["Fix the tap"])
        #expect(try await tracker.problem("list #wrok")?.contains("“wrok”") == true)
        #expect(
            try await tracker.text("list nothinglikethis")
                == "No open issue matches. “list --all” also searches closed and waiting ones.\n")
    }

    @Test func `Recent issues changed in the last seven days`() async throws {
        let tracker = try await TestTracker(now: Date.now)
        try tracker.fill(["One"])
        tracker.clock.now = Date.now.addingTimeInterval(6.9 * 86_400)
        #expect(try await tracker.titles("filter recent") == ["One"])
        tracker.clock.now = Date.now.addingTimeInterval(7.1 * 86_400)
        #expect(try await tracker.titles("list") == [])
    }

    @Test func `Tagging an issue makes it recent like any other change`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        let issue = try #require(try tracker.fill(["One"]).first)
        let before = issue.modified
        try await tracker.run("tag work one")
        #expect(issue.modified > before)
        let tagged = issue.modified
        try await tracker.run("untag work one")
        #expect(issue.modified > tagged)
    }

    @Test func `The status and priority filter is off by default, switches as one and keeps its values`()
        async throws
    {
        let tracker = try await TestTracker()
        for line in ["new A --priority high", "new B", "close B", "new C", "back"] {
            try await tracker.run(line)
        }
        #expect(!tracker.session.isFiltered)
        #expect(try await tracker.titles("filter --status open --priority high") == ["A"])
        #expect(tracker.session.isFiltered)
        #expect(try await tracker.text("list", format: .accessible).contains("status open, priority high"))
        #expect(tracker.session.prompt.path == ["filtered"])
        #expect(try await tracker.titles("filter --off").count == 2)
        #expect(tracker.session.prompt.path == [])
        #expect(try await tracker.titles("filter --on") == ["A"])
        try await tracker.run("filter recent")
        #expect(tracker.session.prompt.path == ["Recent Issues", "filtered"])
        try await tracker.run("back")
        #expect(tracker.session.prompt.path == ["Recent Issues"])
        #expect(!tracker.session.isFiltered)
    }

    @Test(arguments: [
        ("pl", ["priorytet:wysoki", "stan:otwarte priorytet:>średni", "etykieta:dom", "is:powtarzane"]),
        ("hu", ["fontosság:magas", "állapot:nyitott fontosság:>közepes", "címke:dom", "is:ismétlődő"]),
    ])
    func `Conditions are written with the words of the language`(
        language: String, conditions: [String]
    ) async throws {
        let tracker = try await TestTracker(language: language)
        try tracker.fill(["A", "B"])
        for line in ["priority high 1", "tag new dom", "tag dom 1", "every weekly 1"] {
            try await tracker.run(line)
        }
        for condition in conditions {
            #expect(try await tracker.titles("list \(condition)") == ["A"], "\(condition)")
        }
    }

    @Test func `The prompt shows the selected view and the open issue inside it`() async throws {
        let tracker = try await TestTracker()
        for line in ["tag new work", "filter work", "new Fix"] { try await tracker.run(line) }
        #expect(tracker.session.prompt.path == ["#work", "Fix"])
        try await tracker.run("title \"Mend\"")
        #expect(tracker.session.prompt.path == ["#work", "Mend"])
        try await tracker.run("tag delete work --yes")
        #expect(try tracker.session.selection == .all)
        try await tracker.run("filter all")
        #expect(tracker.session.prompt.path == ["All Issues"])
    }

    @Test func `Without an open issue, “show” fails and suggests “new”`() async throws {
        let tracker = try await TestTracker()
        #expect(try await tracker.problem("show") == "No issue selected.")
        #expect(
            tracker.session.nothingOpenError.remedy.map(tracker.session.localizer.string)?.contains("“new”")
                == true)
        try await tracker.run("new One")
        try await tracker.run("delete --yes")
        #expect(try await tracker.problem("close") == "No issue selected.")
    }
}
