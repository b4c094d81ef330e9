import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import TestSupport
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

    @Test func `The setting of the filter takes operators of the user's language`() throws {
        let polish = Localizer(try #require(Language(matching: "pl")))
        let parsing = ParseContext(localizer: polish, today: CivilDate.first)
        let type = ValueType<String>.lastingQuery
        #expect(try type.parse("#work lub nie #home", parsing) == "#work or not #home")
    }

    @Test(arguments: [
        ("is:overdue", ["Fix login"]), ("due:7d", ["Fix tap"]), ("is:blocked", ["Paint"]),
        ("is:blocking", ["Fix login"]), ("is:waiting", ["Waiting"]), ("is:closed", ["Closed"]),
        ("#work -login", ["Fix tap"]), ("paint or closed", ["Paint"]),
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
            try await tracker.titles("list --all --sort -title") == [
                "Waiting", "Paint", "Fix tap", "Fix login", "Closed",
            ])
        #expect(
            try await tracker.titles("list --all --sort priority,-number").prefix(2) == [
                "Fix login", "Waiting",
            ])
        #expect(try await tracker.titles("list --limit 2").count == 2)
        #expect(try await tracker.titles("list --sort number --limit 2") == ["Fix login", "Fix tap"])
    }

    @Test(arguments: [nil, []] as [[String]?])
    func `A list leaves out closed and waiting issues at a terminal, in scripts and in data`(
        answers: [String]?
    ) async throws {
        let tracker = try await tracker(answers: answers)
        #expect(Set(try await tracker.titles()) == ["Fix login", "Fix tap", "Paint"])
        #expect(try await tracker.text("list", format: .accessible).contains("3 open issues"))
        #expect(try await tracker.titles("list --all").count == 5)
        #expect(try await tracker.titles("list --status closed") == ["Closed"])
        #expect(try await tracker.titles("list is:waiting") == ["Waiting"])
        for line in ["list", "view all", "filter all"] {
            let data = try await tracker.text(line, format: .csv)
            #expect(data.split(whereSeparator: \.isNewline).count == 4, "\(line)")
        }
        let all = try await tracker.text("list --all", format: .csv)
        #expect(all.split(whereSeparator: \.isNewline).count == 6)
        #expect(
            try await tracker.said("list nothing")
                == "No open issue matches. “list --all” also searches closed and waiting ones.")
    }

    @Test func `What filters and tags count is what lists show`() async throws {
        let tracker = try await tracker()
        let issues = try tracker.issues
        let work = try #require(try tracker.tags.first)
        issues[3].tags = [work]
        issues[4].tags = [work]
        try tracker.context.save()
        #expect(try await tracker.titles("list #work").count == 2)
        #expect(try await tracker.text("filters", format: .csv).contains("work,2,tag"))
        #expect(try await tracker.text("tags", format: .csv).contains("1,work,2,4"))
        #expect(try await tracker.text("views", format: .csv).contains("all,,,3,built-in"))
    }

    @Test func `A change by conditions touches exactly what the list shows, within the filter`() async throws
    {
        let conditions = [
            "#work", "-#work", "is:open", "is:closed", "is:waiting", "is:waiting or #work", "due:any",
            "priority:low", "-is:overdue", "status:closed or priority:high", "created:7d",
            "is:blocked or is:blocking", "closed:any", "(#work or -is:open)", "number:2..5", "wait:none",
        ]
        for filter in ["all", "#work", "is:open", "is:closed or is:waiting"] {
            for condition in conditions {
                let tracker = try await tracker()
                try await tracker.run("filter \(filter)")
                let shown = try await tracker.titles("list \(condition)")
                try await tracker.run("every daily \(condition) --yes")
                let changed = try tracker.issues.filter { $0.recurrence != nil }.map(\.title)
                #expect(Set(changed) == Set(shown), "filter \(filter), \(condition)")
            }
        }
    }

    @Test func `A change says which filter is on, and how to reach closed issues`() async throws {
        let tracker = try await tracker()
        try await tracker.run("filter #work")
        try await tracker.run("priority low is:open --yes")
        #expect(tracker.user.said == ["The filter is on: #work"])
        #expect(try tracker.issues.map(\.priority) == [.low, .low, .low, .low, .low])
        try await tracker.run("filter all")
        #expect(
            try await tracker.said("reopen closed")
                == "Reopened “Closed”.")
        try await tracker.run("undo")
        #expect(
            try await tracker.said("reopen number:4 --yes")
                == "No open issue matches. Add is:closed or is:waiting for closed and waiting ones.")
        #expect(try await tracker.said("reopen number:4 is:closed --yes") == "Reopened “Closed”.")
    }

    @Test func `The agenda takes conditions, follows the filter and leaves out waiting issues`() async throws
    {
        let tracker = try await tracker()
        try tracker.issues[2].dueDay = CivilDate("2024-03-16")
        try tracker.issues[4].dueDay = CivilDate("2024-03-16")
        try tracker.context.save()
        #expect(try await tracker.titles("agenda") == ["Fix login", "Paint", "Fix tap"])
        #expect(try await tracker.titles("agenda -#work") == ["Paint"])
        #expect(try await tracker.titles("agenda is:waiting") == ["Waiting"])
        try await tracker.run("filter #work")
        #expect(try await tracker.titles("agenda") == ["Fix login", "Fix tap"])
        #expect(try await tracker.said("agenda is:blocked") == "The filter is on: #work")
        // The filter of the prompt doesn't count in data.
        let asked = try await self.tracker(answers: [])
        try asked.issues[2].dueDay = CivilDate("2024-03-16")
        try asked.context.save()
        try await asked.run("filter #work")
        #expect(try await asked.text("agenda", format: .csv).contains("Paint"))
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

    @Test(arguments: ["every", "rec", "recur", "recurrence"])
    func `Each word that sets a recurrence asks for it, too`(word: String) async throws {
        let tracker = try await tracker()
        try await tracker.run("every weekly 1")
        #expect(try await tracker.titles("list \(word):any") == ["Fix login"])
    }

    @Test func `A view with an unknown order is refused`() async throws {
        let tracker = try await tracker()
        tracker.context.insert(SavedView(name: "odd", query: "is:open", order: "colour"))
        try tracker.context.save()
        let problem = "The order “colour” of the view “odd” is unknown."
        #expect(try await tracker.problem("view odd") == problem)
        #expect(try await tracker.problem("list --view odd") == problem)
        #expect(tracker.warnings(try await tracker.run("views")) == [problem])
    }

    @Test func `The filter narrows changes by conditions, and a call's own status replaces its own`()
        async throws
    {
        let tracker = try await tracker()
        try await tracker.run("filter #work --status open")
        let listed = try await tracker.titles("list")
        #expect(Set(try await tracker.titles("list --status all")).isSuperset(of: listed))
        try await tracker.run("priority high is:open --yes")
        #expect(
            Set(try tracker.issues.filter { $0.priority == .high }.map(\.title)).isSuperset(of: listed))
        #expect(try tracker.issues.first { $0.title == "Paint" }?.priority != .high)
    }

    @Test func `A condition isn't the name of a view, except after “name:”`() async throws {
        let tracker = try await tracker()
        for word in ["priority:high", "is:open", "title:paint"] {
            let problem = try await tracker.problem("view save \(word) login")
            #expect(problem == "“\(word)” is a condition, not the name of a view.")
            #expect(try await tracker.said("view save name:\(word) login") == "Saved the view “\(word)”.")
            // A view that exists keeps its name.
            #expect(
                try await tracker.said("view save \(word) tap")
                    == "Replaced the conditions of the view “\(word)”.")
        }
        #expect(try await tracker.said("view save foo:bar login") == "Saved the view “foo:bar”.")
    }

    @Test func `Views are saved, listed with their numbers, used, replaced and deleted`() async throws {
        let tracker = try await tracker()
        #expect(
            try await tracker.said("view save urgent is:overdue or priority:high --sort due")
                == "Saved the view “urgent”.")
        #expect(try await tracker.titles("view urgent") == ["Fix login"])
        #expect(try await tracker.titles("list --view Úrgent tap") == [])
        #expect(try await tracker.text("views").contains("urgent\tis:overdue or priority:high\tdue\t1\n"))
        #expect(try await tracker.text("views").contains("Overdue\tis:overdue\t"))
        #expect(
            try await tracker.said("view save URGENT #work")
                == "Replaced the conditions of the view “urgent”.")
        #expect(try await tracker.titles("view urgent").count == 2)
        #expect(try await tracker.titles("filter urgent").count == 2)
        #expect(tracker.session.prompt.path == ["urgent"])
        #expect(try await tracker.titles("view overdue") == ["Fix login"])
        #expect(try await tracker.said("view delete urgent --yes") == "Deleted the view “urgent”: #work")
        #expect(try await tracker.problem("view urgent") == "There is no view “urgent”.")
        #expect(try await tracker.problem("view overd") == "There is no view “overd”.")
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

    @Test func `An export with conditions has the issues that meet them, also closed and waiting ones`()
        async throws
    {
        let tracker = try await tracker()
        let directory = try TemporaryDirectory()
        for (conditions, titles) in [
            ("#work", ["Fix login", "Fix tap"]), ("is:closed or is:waiting", ["Closed", "Waiting"]),
            ("fix due:none", []),
        ] {
            let file = directory.file("export.csv")
            try await tracker.run("export \(file) \(conditions) --overwrite")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let all = ["Fix login", "Fix tap", "Paint", "Closed", "Waiting"]
            #expect(all.filter { text.contains($0) } == titles, "\(conditions)")
        }
    }

    @Test func `A change by query names its issues, asks, and is one step of undo`() async throws {
        let tracker = try await tracker(answers: ["yes", "no"])
        #expect(try await tracker.said("close is:open #work") == "Closed 2 issues.")
        #expect(try tracker.issues.filter(\.isOpen).count == 2)
        try await tracker.run("undo")
        #expect(try tracker.issues.filter(\.isOpen).count == 4)
        #expect(try await tracker.said("close is:open #work") == "Nothing changed.")
        #expect(try tracker.issues.filter(\.isOpen).count == 4)
        #expect(try await tracker.said("close is:open #work text:nothing") == "No issue matches.")
    }

    @Test func `A script needs --yes to close several issues by a query, and to delete any`() async throws {
        let tracker = try await tracker()
        let problem = try #require(try await tracker.problem("close #work"))
        #expect(problem.hasPrefix("This must be confirmed at a terminal: Change 2 issues: “"))
        #expect(problem.contains("“Fix tap”"))
        #expect(problem.contains("“Fix login”"))
        #expect(try await tracker.problem("close 1 2 #work") != nil)
        #expect(try tracker.issues.filter(\.isOpen).count == 4)
        #expect(try await tracker.said("close 1 #work") == "Closed “Fix login”.")
        try await tracker.run("undo")
        #expect(try await tracker.said("close #work --yes") == "Closed 2 issues.")
        try await tracker.run("undo")
        #expect(try await tracker.problem("delete is:closed") != nil)
        #expect(try await tracker.said("start #work") == "Started 2 issues.")
        #expect(try await tracker.said("stop is:started") == "Stopped 2 issues.")
        #expect(try await tracker.said("wait monday #work") == "2 issues wait until Mar 18, 2024.")
        #expect(try await tracker.said("wait none #work is:waiting") == "2 issues no longer wait.")
        #expect(try await tracker.said("due friday #work") == "2 issues are due on Mar 22, 2024.")
        // Conditions narrow what numbers name.
        #expect(
            try await tracker.problem("priority medium is:overdue 3")
                == "The conditions don't hold for “Paint”.")
        #expect(
            try await tracker.said("priority medium is:open 3")
                == "“Paint” now has the priority medium.")
        try await tracker.run("untag work #work")
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
