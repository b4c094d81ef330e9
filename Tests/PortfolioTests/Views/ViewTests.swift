import Foundation
import Localization
import ModelData
import Testing

@testable import Portfolio

@MainActor
@Suite("Lists, views and changes by query")
struct ViewTests {
    private func tracker(answers: [String]? = nil) async throws -> TestTracker {
        let tracker = try await TestTracker(answers: answers)
        let work = IssueTag(name: "work")
        tracker.context.insert(work)
        try tracker.fill(["Fix login", "Fix tap"], tag: work)
        try tracker.fill(["Paint", "Closed", "Waiting"])
        let issues = try tracker.issues
        issues[0].priority = .high
        issues[0].dueDay = CivilDate("2024-03-10")
        issues[1].dueDay = CivilDate("2024-03-20")
        issues[3].closed = TestTracker.noon
        issues[4].waitingDay = CivilDate("2024-04-01")
        issues[2].blockedBy = [issues[0]]
        try tracker.context.save()
        return tracker
    }

    @Test(arguments: [
        ("is:overdue", ["Fix login"]), ("due:7d", ["Fix tap"]), ("is:blocked", ["Paint"]),
        ("is:blocking", ["Fix login"]), ("is:waiting", ["Waiting"]), ("is:closed", ["Closed"]),
        ("#work -login", ["Fix tap"]), ("paint or closed", ["Paint", "Closed"]),
        ("is:open not (#work or paint)", ["Waiting"]),
        ("priority:high or is:blocked", ["Fix login", "Paint"]),
        ("due:<=2024-03-20", ["Fix login", "Fix tap"]),
        ("is:untagged is:open due:none -is:waiting", ["Paint"]),
    ])
    func `A list matches its query`(query: String, titles: [String]) async throws {
        #expect(Set(try await tracker().titles("list \(query)")) == Set(titles))
    }

    @Test func `A list is sorted by several fields and limited`() async throws {
        let tracker = try await tracker()
        #expect(try await tracker.titles("list --sort due --limit 3").prefix(2) == ["Fix login", "Fix tap"])
        #expect(
            try await tracker.titles("list --sort -title") == [
                "Waiting", "Paint", "Fix tap", "Fix login", "Closed",
            ])
        #expect(
            try await tracker.titles("list --sort priority,-number").prefix(2) == ["Fix login", "Waiting"])
        #expect(try await tracker.titles("list --limit 2").count == 2)
        #expect(try await tracker.titles("list --sort number --limit 2") == ["Fix login", "Fix tap"])
    }

    @Test func `At a terminal, a list leaves out closed and waiting issues, and data doesn't`() async throws {
        let tracker = try await tracker(answers: [])
        #expect(Set(try await tracker.titles()) == ["Fix login", "Fix tap", "Paint"])
        #expect(try await tracker.text("list", format: .accessible).contains("3 open issues"))
        #expect(try await tracker.titles("list --all").count == 5)
        #expect(try await tracker.titles("list --status closed") == ["Closed"])
        #expect(try await tracker.titles("list is:waiting") == ["Waiting"])
        let data = try await tracker.text("list --sort number", format: .csv)
        #expect(data.split(whereSeparator: \.isNewline).count == 6)
        #expect(
            try await tracker.said("list nothing")
                == "No open issue matches. “list --all” also searches closed and waiting ones.")
        let script = try await self.tracker()
        #expect(try await script.titles().count == 5)
    }

    @Test func `A filter by a query is shown in the prompt and above lists, and doesn't restrict data`()
        async throws
    {
        let tracker = try await tracker()
        #expect(try await tracker.titles("filter #work is:overdue") == ["Fix login"])
        #expect(tracker.session.prompt.path == ["#work is:overdue"])
        #expect(try await tracker.text("list", format: .accessible).contains("#work is:overdue"))
        #expect(try await tracker.titles("list paint") == [])
        #expect(try await tracker.titles("list paint --all") == ["Paint"])
        #expect(try tracker.session.lastingFilter() == "#work is:overdue")
        #expect(
            try await tracker.problem("filter is:open (")
                == "The query has a mistake at character 10: a condition is missing.")
        #expect(tracker.session.prompt.path == ["#work is:overdue"])
        try await tracker.run("filter all")
        #expect(try tracker.session.lastingFilter() == "")
        try await tracker.run("filter work --priority -low")
        #expect(try tracker.session.lastingFilter() == "(#work) -priority:low")
    }

    @Test func `Views are saved, listed with their numbers, used, replaced and deleted`() async throws {
        let tracker = try await tracker()
        #expect(
            try await tracker.said("view save urgent is:overdue or priority:high --sort due")
                == "Saved the view “urgent”.")
        #expect(try await tracker.titles("view urgent") == ["Fix login"])
        #expect(try await tracker.titles("list --view urg tap") == [])
        #expect(try await tracker.text("views").contains("urgent\tis:overdue or priority:high\tdue\t1\n"))
        #expect(try await tracker.text("views").contains("Overdue\tis:overdue\t"))
        #expect(
            try await tracker.said("view save URGENT #work") == "Replaced the query of the view “urgent”.")
        #expect(try await tracker.titles("view urgent").count == 2)
        #expect(try await tracker.titles("filter urgent").count == 2)
        #expect(tracker.session.prompt.path == ["urgent"])
        #expect(try await tracker.titles("view overdue") == ["Fix login"])
        #expect(try await tracker.said("view delete urgent --yes") == "Deleted the view “urgent”: #work")
        #expect(try await tracker.problem("view urgent") == "There is no view “urgent”.")
        try await tracker.run("undo")
        #expect(try await tracker.titles("view urgent").count == 2)
        #expect(try await tracker.problem("view save overdue #work") != nil)
        #expect(try await tracker.problem("view delete overdue") != nil)
        #expect(try await tracker.problem("view save x #wrok")?.contains("“wrok”") == true)
        #expect(try await tracker.problem("view save x is:late") != nil)
        try await tracker.run("tag delete work --yes")
        let output = try await tracker.run("views")
        #expect(tracker.warnings(output).map { $0.hasPrefix("urgent: ") } == [true])
        #expect(tracker.warnings(output).first?.contains("“work”") == true)
    }

    @Test func `A change by query names its issues, asks, and is one step of undo`() async throws {
        let tracker = try await tracker(answers: ["yes", "no"])
        #expect(try await tracker.said("close 'is:open #work'") == "Closed 2 issues.")
        #expect(try tracker.issues.filter(\.isOpen).count == 2)
        try await tracker.run("undo")
        #expect(try tracker.issues.filter(\.isOpen).count == 4)
        #expect(try await tracker.said("close 'is:open #work'") == "Nothing changed.")
        #expect(try tracker.issues.filter(\.isOpen).count == 4)
        #expect(try await tracker.said("close 'is:open #work nothing'") == "No issue matches.")
    }

    @Test func `In scripts, a change by query needs --yes`() async throws {
        let tracker = try await tracker()
        let problem = try #require(try await tracker.problem("due friday '#work'"))
        #expect(problem.hasPrefix("This must be confirmed at a terminal: Change 2 issues: “"))
        #expect(problem.contains("“Fix tap”"))
        #expect(problem.contains("“Fix login”"))
        #expect(try await tracker.said("due friday '#work' --yes") == "2 issues are due on Mar 22, 2024.")
        // Conditions narrow what numbers name.
        #expect(try await tracker.said("priority medium is:overdue 3 --yes") == "No issue matches.")
        #expect(
            try await tracker.said("priority medium is:open 3 --yes")
                == "“Paint” now has the priority medium.")
        try await tracker.run("untag work '#work' --yes")
        #expect(try await tracker.titles("list #work") == [])
        #expect(try await tracker.said("delete is:closed --yes") == "Deleted “Closed”.")
        #expect(
            try await tracker.said("delete 1 2 --yes") == "Deleted 2 issues: “Fix login” and “Fix tap”.")
        #expect(try await tracker.said("undo") == "Undone: Deleted 2 issues.")
    }

    @Test func `A tag is made on the spot after a question, and in scripts with --yes`() async throws {
        let asked = try await tracker(answers: ["yes", "no"])
        #expect(try await asked.said("tag garden 1") == "“Fix login” now has the tag “garden”.")
        #expect(try await asked.said("tag nothing 1") == "Nothing changed.")
        #expect(try asked.tags.map(\.name) == ["work", "garden"])
        let script = try await tracker()
        #expect(try await script.problem("tag garden 1") == "There is no tag “garden”.")
        #expect(try await script.said("tag garden 1 --yes") == "“Fix login” now has the tag “garden”.")
        try await script.run("undo")
        #expect(try script.tags.map(\.name) == ["work"])
    }
}
