import Localization
import Shell
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("New issues in one line")
struct QuickEntryTests {
    @Test func `Words set tags, the priority and dates`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        try await tracker.run("new Fix login #work due:friday !high every:weekly wait:monday")
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == "Fix login" && issue.priority == .high && issue.tags.map(\.name) == ["work"])
        #expect(issue.dueDay == CivilDate("2024-03-22") && issue.rule?.rawValue == "+1w")
        #expect(issue.waitingDay == CivilDate("2024-03-18"))
        try await tracker.run("new Meeting every:monday")
        #expect(try tracker.issues[1].dueDay == CivilDate("2024-03-18"))
        #expect(try await tracker.problem("new Fix due:soon") == "“soon” is not a date.")
        #expect(try tracker.issues.count == 2)
    }

    @Test func `Numbers after #, texts in quotation marks and other words stay in the title`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new work")
        for title in [
            "Fix #12", "\"Fix #work due:friday\"", "Wow! C# 10:30", "see http://a.b", "a !urgent thing",
            "# x",
        ] {
            try await tracker.run("new \(title)")
            let issue = try #require(try tracker.issues.last)
            #expect(issue.title == title.replacing("\"", with: "") && issue.tags.isEmpty && issue.due == nil)
        }
        try await tracker.run("new Fix text:#work")
        #expect(try tracker.issues.last?.title == "Fix #work")
    }

    @Test func `Without a terminal an unknown tag stays in the title, and --yes creates it`() async throws {
        let tracker = try await TestTracker()
        let output = try await tracker.run("new Fix #garden now")
        #expect(try tracker.issues[0].title == "Fix #garden now" && tracker.tags.isEmpty)
        #expect(
            tracker.warnings(output) == [
                "There is no tag “garden”, so it stays in the title. With --yes, it is created."
            ])
        try await tracker.run("new Fix #garden --yes")
        #expect(try tracker.issues[1].title == "Fix" && tracker.tags.map(\.name) == ["garden"])
        let asked = try await TestTracker(answers: ["yes", "no"])
        try await asked.run("new Fix #one #two")
        #expect(try asked.issues[0].title == "Fix #two" && asked.tags.map(\.name) == ["one"])
    }

    @Test func `A number alone never renames the open issue`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix")
        #expect(try await tracker.problem("title 1") == "The new title of issue 1 is missing.")
        #expect(try await tracker.problem("title #1") == "The new title of issue 1 is missing.")
        try await tracker.run("title 1 1984")
        #expect(try tracker.issues[0].title == "1984")
    }
}
