import Localization
import ProgramKit
import Testing
import TestSupport

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Conditions of issues")
struct ConditionTests {
    private let tracker: TestTracker

    init() async throws { tracker = try await TestTracker() }

    /// Returns the titles of the issues that a list shows for conditions, in the order of their numbers.
    private func titles(_ conditions: String) async throws -> [String] {
        var query = IssueQuery(order: IssueOrder())
        try query.add(conditions, in: tracker.session)
        return try query.issues(in: tracker.session).sorted { $0.number < $1.number }.map(\.title)
    }

    @Test func `Texts, tags, priorities, statuses, notes and numbers are asked for`() async throws {
        for line in [
            "tag new work", "tag new \"two words\"", "new \"Login page\" #work !high", "new \"Call\" !medium",
            "new \"Sort books\" --tag \"two words\"", "note #2 \"about pears\"", "close 3",
        ] {
            try await tracker.run(line)
        }
        #expect(try await titles("") == ["Login page", "Call", "Sort books"])
        #expect(try await titles("login") == ["Login page"])
        #expect(try await titles("#work") == ["Login page"])
        #expect(try await titles("+work") == ["Login page"])
        #expect(try await titles("tag:\"two words\"") == ["Sort books"])
        #expect(try await titles("tag:none") == ["Call"])
        #expect(try await titles("is:untagged") == ["Call"])
        #expect(try await titles("priority:high") == ["Login page"])
        #expect(try await titles("priority:>=medium") == ["Login page", "Call"])
        #expect(try await titles("priority:h") == ["Login page"])
        #expect(try await titles("is:closed") == ["Sort books"])
        #expect(try await titles("status:open -#work") == ["Call"])
        #expect(try await titles("note:pear") == ["Call"])
        #expect(try await titles("note:none is:open") == ["Login page"])
        #expect(try await titles("number:2..3") == ["Call", "Sort books"])
        #expect(try await titles("(#work or is:closed) -priority:high") == ["Sort books"])
    }

    @Test func `A tag is named whole`() async throws {
        try await tracker.run("tag new homework")
        #expect(throws: ConditionError.self) { try tracker.session.condition("#work") }
        #expect(throws: ConditionError.self) { try tracker.session.condition("tag:home") }
    }

    @Test(arguments: [
        ("due:today", ["0"]), ("due:<today", ["-1"]), ("due:<=today", ["-1", "0"]), ("due:>3d", ["7", "8"]),
        ("due:7d", ["0", "7"]), ("due:none", ["none"]), ("due:any", ["-1", "0", "7", "8"]),
        ("due:today..7d", ["0", "7"]), ("due:..today", ["-1", "0"]), ("due:>=8d", ["8"]),
    ])
    func `Days are asked for singly, by comparison and as ranges`(text: String, expected: [String])
        async throws
    {
        for days in [-1, 0, 7, 8] {
            try await tracker.run("new \"\(days)\"")
            let issue = try #require(tracker.issues.last)
            issue.dueDay = tracker.session.today.adding(days: days)
        }
        try await tracker.run("new \"none\"")
        try tracker.context.save()
        #expect(try await titles(text) == expected)
    }

    @Test func `Numbers of days count backwards for past days, and a weekday is the last one`() async throws {
        try await tracker.run("new \"One\"")
        #expect(try await titles("created:7d") == ["One"])
        #expect(try await titles("created:<7d").isEmpty)
        #expect(try await titles("closed:none") == ["One"])
        #expect(try await titles("created:monday or created:today") == ["One"])
    }

    @Test func `A bulk change touches what the list shows`() async throws {
        for line in ["tag new done", "new A #done", "new B #done", "new C", "close 2"] {
            try await tracker.run(line)
        }
        #expect(try await titles("#done is:open") == ["A"])
        try await tracker.run("close #done is:open --yes")
        #expect(try tracker.issues.filter { !$0.isOpen }.map(\.title) == ["A", "B"])
    }

    @Test func `Plain words and conditions together are the named issues that meet them`() async throws {
        for line in ["new A !high", "new B", "priority medium 1 2 priority:low --yes"] {
            try await tracker.run(line)
        }
        #expect(try tracker.issues.map(\.priority) == [.high, .medium])
    }

    @Test(arguments: ["is:nothing", "due:soon", "priority:urgent", "prioritty:high", "(a", "due:9..1"])
    func `A mistake is an error with its place in every language`(text: String) async throws {
        let error = #expect(throws: ConditionError.self) { try tracker.session.condition(text) }
        for language in Language.available {
            let problem = Localizer(language).string(error?.problem ?? .verbatim(""))
            #expect(!problem.contains("%"))
            let place = problem.first(where: \.isNumber)
            #expect(place != nil)
        }
    }
}
