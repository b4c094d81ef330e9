import Foundation
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Files with dates and dependencies, and of other programs")
struct ForeignImportTests {
    private static let a = "00000001-0000-4000-8000-000000000000"
    private static let b = "00000002-0000-4000-8000-000000000000"

    private func filled() async throws -> TestTracker {
        let tracker = try await TestTracker()
        try tracker.fill(["Deploy", "Test; \\ it", "Old"])
        for line in [
            "due 2024-03-20 1", "wait 2024-03-18 1", "every \"2 weeks\" 1", "block 1 by 2 3",
            "note 1 Two words",
            "note 1 \"50% --> x\"", "every \"3 days after closing\" 2", "close 3",
        ] { try await tracker.run(line) }
        let issue = try tracker.issues[1]
        issue.letter = "D"
        try tracker.context.save()
        return tracker
    }

    @Test(arguments: [IssueFormat.json, .csv, .markdown])
    func `An export keeps dates, recurrence, dependencies and notes`(format: IssueFormat) async throws {
        let tracker = try await filled()
        let file = try await tracker.export(as: format)
        // Saves set the real time as the date of modification. An import refuses one in the future.
        let other = try await TestTracker(now: Date(timeIntervalSince1970: 4_102_444_800))
        try await other.importing(file, as: format)
        let copy = try other.issues
        #expect(try copy.count == tracker.issues.count)
        for original in try tracker.issues {
            let same = try #require(copy.first { $0.identifier == original.identifier })
            #expect(same.due == original.due)
            #expect(same.waitingUntil == original.waitingUntil)
            #expect(same.recurrence == original.recurrence)
            #expect(same.letter == original.letter)
            #expect(Set(same.blockedBy.map(\.identifier)) == Set(original.blockedBy.map(\.identifier)))
            #expect(same.notesInOrder.map(\.text) == original.notesInOrder.map(\.text))
            #expect(same.notesInOrder.map(\.written) == original.notesInOrder.map(\.written))
        }
        #expect(try await other.importing(file, as: format).contains("left 3 unchanged"))
        let again = try await other.export(as: format)
        #expect(again == file)
        try await other.run("undo")
        #expect(try other.issues.isEmpty && other.context.fetchCount(FetchDescriptor<Note>()) == 0)
    }

    @Test func `A todo.txt file survives import and export unchanged`() async throws {
        let file = """
            (A) 2024-03-01 Call Mom @phone +family due:2024-03-20
            (D) 2024-03-02 Write the report +work t:2024-03-18 rec:+1w
            2024-03-03 Keep these key:value other:1 words
            (B) 2024-03-04 Water rec:2d due:2024-03-16
            x 2024-03-10 2024-03-05 Done pri:Z

            """
        let tracker = try await TestTracker()
        try await tracker.importing(file, as: .todo)
        let issues = try tracker.issues
        #expect(issues[0].dueDay == CivilDate("2024-03-20") && issues[0].title == "Call Mom")
        #expect(issues[1].letter == "D" && issues[1].rule?.rawValue == "+1w")
        #expect(issues[2].title == "Keep these key:value other:1 words")
        #expect(issues[4].letter == "Z" && !issues[4].isOpen)
        let written = try await tracker.export(as: .todo)
        func words(_ text: String) -> [Set<Substring>] {
            text.split(separator: "\n").map { Set($0.split(separator: " ")) }
        }
        #expect(words(written.withoutIdentifiers) == words(file))
        #expect(try await tracker.importing(file, as: .todo).contains("left 5 unchanged"))
        #expect(try await tracker.importing(written, as: .todo).contains("left 5 unchanged"))
        #expect(try await tracker.export(as: .todo) == written)
    }

    @Test func `A changed due day replaces that of a todo.txt line with unknown keys`() async throws {
        let tracker = try await TestTracker()
        let file = """
            (A) 2024-03-01 See the +home page http://a.b +x
            2024-03-01 Ask due:2024-03-20 id:8 @phone h:1

            """
        #expect(try await tracker.importing(file, as: .todo).contains("Added 2"))
        #expect(try tracker.issues.map(\.title) == ["See the +home page http://a.b", "Ask id:8 h:1"])
        try await tracker.run("due 2024-03-25 2")
        let written = try await tracker.export(as: .todo)
        let lines = written.withoutIdentifiers
        #expect(lines.contains("2024-03-01 Ask id:8 h:1 @phone due:2024-03-25\n"), "\(written)")
        #expect(try await tracker.importing(written, as: .todo).contains("left 2 unchanged"))
    }

    @Test func `Tasks of taskwarrior are imported with dates, dependencies and annotations`() async throws {
        let file = """
            [
            {"id":1,"uuid":"\(Self.a)","description":"Deploy","status":"pending","entry":"20240301T090000Z",
             "modified":"20240302T090000Z","due":"20240320T000000Z","wait":"20240318T000000Z","priority":"H",
             "scheduled":"20240319T000000Z",
             "project":"Home","tags":["ops"],"depends":["\(Self.b)"],"recur":"weekly","urgency":8.5,
             "annotations":[{"entry":"20240303T100000Z","description":"called"}]},
            {"id":0,"uuid":"\(Self.b)","description":"Test","status":"completed","entry":"20240301T090000Z",
             "end":"20240305T120000Z","depends":"\(Self.a)"},
            {"uuid":"00000003-0000-4000-8000-000000000000","description":"Template","status":"recurring"},
            {"uuid":"00000004-0000-4000-8000-000000000000","description":"Odd","status":"pending","recur":"moonly"}
            ]
            """
        let tracker = try await TestTracker()
        let report = try await tracker.importing(file, as: .json)
        #expect(report.contains("Added 3, changed 0, left 0 unchanged, skipped 1."), "\(report)")
        #expect(report.contains("1 dependency was left out"), "\(report)")
        #expect(report.contains("tasks with the status “recurring” are not imported"))
        #expect(
            report.contains("Entry 4, “Odd”: “recur” (moonly) was not imported: it is not a recurrence."))
        #expect(report.contains("Not imported from the file: “id” and “urgency”."), "\(report)")
        let issues = try tracker.issues
        #expect(issues[0].identifier.uuidString == Self.a && issues[0].priority == .high)
        #expect(
            issues[0].dueDay == CivilDate("2024-03-20") && issues[0].waitingDay == CivilDate("2024-03-18"))
        #expect(Set(issues[0].tags.map(\.name)) == ["ops", "Home"] && issues[0].rule?.rawValue == "+1w")
        #expect(issues[0].blockedBy.map(\.title) == ["Test"] && issues[1].blockedBy.isEmpty)
        #expect(issues[0].notes.map(\.text) == ["called"] && !issues[1].isOpen)
        #expect(try await tracker.importing(file, as: .json).contains("Added 0, changed 0, left 3 unchanged"))
    }

    @Test func `Issues of GitHub are imported, and found again by their address`() async throws {
        func file(_ state: String) -> String {
            """
            [{"number":12,"title":"Fix login","body":"It fails.","state":"\(state)","labels":[{"id":"x","name":"bug"},
              {"name":"#help"}],"createdAt":"2024-03-01T09:00:00Z","updatedAt":"2024-03-02T09:00:00Z",
              "closedAt":null,"url":"https://github.com/o/r/issues/12","milestone":{"title":"1.0",
              "dueOn":"2024-04-01T00:00:00Z"},"assignees":[],"comments":[{"author":{"login":"ann"},"body":"Me too.",
              "createdAt":"2024-03-01T10:00:00Z"}]},
             {"number":13,"title":"Only a title","state":"OPEN"}]
            """
        }
        let tracker = try await TestTracker()
        let report = try await tracker.importing(file("OPEN"), as: .json)
        #expect(report.contains("Added 2,"))
        #expect(report.contains("Not imported from the file: “assignees” and “number”."), "\(report)")
        #expect(report.contains("First: entry 1, #help became help."), "\(report)")
        let issue = try tracker.issues[0]
        #expect(issue.title == "Fix login")
        #expect(issue.content == "It fails.")
        #expect(issue.isOpen)
        #expect(Set(issue.tags.map(\.name)) == ["1.0", "bug", "help"])
        #expect(issue.dueDay == CivilDate("2024-04-01"))
        #expect(
            issue.notesInOrder.map(\.text) == ["https://github.com/o/r/issues/12", "@ann: Me too."])
        #expect(
            try await tracker.importing(file("OPEN"), as: .json).contains(
                "Added 0, changed 0, left 2 unchanged"))
        #expect(
            try await tracker.importing(file("CLOSED"), as: .json).contains(
                "Added 0, changed 1, left 1 unchanged"))
        #expect(try !tracker.issues[0].isOpen)
        let other = try await TestTracker()
        try await other.importing(file("OPEN"), as: .json)
        #expect(try other.issues[0].identifier == tracker.issues[0].identifier)
    }

    @Test func `Issues of GitHub's REST interface keep times, address, author and labels in both forms`()
        async throws
    {
        let file = """
            [{"number":7,"title":"Fix login","state":"closed","created_at":"2024-01-05T10:00:00Z",
              "closed_at":"2024-02-01T09:00:00Z","html_url":"https://example.org/x/7","user":{"login":"ann"},
              "url":"https://api.example.org/7","labels":[{"name":"bug"}],"body":"first","comments":2,
              "milestone":{"title":"1.0","due_on":"2024-04-01T00:00:00Z"}},
             {"number":8,"title":"Docs\\there","state":"open","created_at":"2024-03-05T10:00:00Z","closed_at":null,
              "html_url":"https://example.org/x/8","labels":["docs","easy"],"body":"a code \\u001b[31m inside"}]
            """
        let tracker = try await TestTracker()
        let report = try await tracker.importing(file, as: .json)
        #expect(report.contains("Added 2,"), "\(report)")
        let issues = try tracker.issues
        #expect(issues.map(\.title) == ["Fix login", "Docs here"])
        #expect(issues.map { Set($0.tags.map(\.name)) } == [["bug", "1.0"], ["docs", "easy"]])
        #expect(issues[0].created == ISOTime.date("2024-01-05T10:00:00Z"))
        #expect(issues[0].closed == ISOTime.date("2024-02-01T09:00:00Z"))
        #expect(issues[0].dueDay == CivilDate("2024-04-01"))
        #expect(issues[0].notes.map(\.text) == ["@ann: https://example.org/x/7"])
        #expect(issues[1].content == "a code ␛[31m inside")
        #expect(report.contains("Changed “body” in 1 entry: it contains control characters."), "\(report)")
        #expect(report.contains("Changed “title” in 1 entry: it contains control characters."), "\(report)")
        let again = try await tracker.importing(file, as: .json)
        #expect(again.contains("Added 0, changed 0, left 2 unchanged"), "\(again)")
    }

    @Test func `Dependencies in a file that close a cycle are left out and reported`() async throws {
        let file = """
            [{"identifier":"\(Self.a)","title":"A","blockedBy":["\(Self.b)"]},
             {"identifier":"\(Self.b)","title":"B","blockedBy":["\(Self.a)","00000009-0000-4000-8000-000000000000"]},
             {"title":"C","due":"2024-13-01"},{"title":"D","recurrence":"often"}]
            """
        let tracker = try await TestTracker()
        let report = try await tracker.importing(file, as: .json)
        #expect(report.contains("2 dependencies were left out"), "\(report)")
        #expect(report.contains("skipped 0."))
        #expect(report.contains("Entry 3, “C”: “due” (2024-13-01) was not imported: it is not a date."))
        #expect(try tracker.issues.map { $0.blockedBy.count } == [1, 0, 0, 0])
    }
}
