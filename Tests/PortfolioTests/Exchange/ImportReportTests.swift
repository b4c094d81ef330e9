import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("What an import of issues reports")
struct ImportReportTests {
    @Test func `A CSV names unknown columns with values, invalid fields and altered times`() async throws {
        let tracker = try await TestTracker()
        let report = try await tracker.importing(
            """
            Title,STATUS,Owner,Empty,waitinguntil,closed,modified,letter,notes
            Fix it,open,Ann,,soon,2024-03-01T09:00:00Z,2999-01-01T00:00:00Z,a,hello
            Test it,closed,,,2024-04-01,2024-03-01T09:00:00Z,,D,2024-03-01T09:00:00Z called

            """, as: .csv)
        #expect(report.contains("Added 2, changed 0, left 0 unchanged, skipped 0."), "\(report)")
        #expect(report.contains("Not imported from the file: “Owner”.\n"), "\(report)")
        for problem in [
            "“waitingUntil” (soon) was not imported: it is not a date.",
            "“closed” (2024-03-01T09:00:00Z) was not imported: the issue is not closed.",
            "“letter” (a) was not imported: it is not a letter from C to Z.",
            "“notes” (hello) was not imported: it doesn't begin with a time.",
        ] {
            #expect(report.contains("Line 2, “Fix it”: \(problem)"), "\(problem): \(report)")
        }
        #expect(report.contains("Changed “modified” in 1 entry: it is in the future. First: line 2,"))
        let issues = try tracker.issues
        #expect(issues[0].title == "Fix it" && issues[0].isOpen && issues[0].notes.isEmpty)
        #expect(issues[1].waitingDay == CivilDate("2024-04-01") && issues[1].letter == "D")
        #expect(issues[1].notes.map(\.text) == ["called"])
    }

    @Test func `Invalid facts of a checklist cost their fields`() async throws {
        let tracker = try await TestTracker()
        let report = try await tracker.importing(
            """
            - [ ] Fix it #work <!-- id=1 created=soon due=2024-04-01 wait=x rec=often letter=a blocked-by=1 note=x -->
            - [ ] Test it

            """, as: .markdown)
        #expect(report.contains("Added 2, changed 0, left 0 unchanged, skipped 0."), "\(report)")
        for field in ["id", "created", "wait", "rec", "letter", "blocked-by", "note"] {
            #expect(report.contains("Line 1, “Fix it”: “\(field)” ("), "\(field): \(report)")
        }
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-04-01"))
    }

    @Test func `A checklist's comment with unknown facts or other words is reported`() async throws {
        let tracker = try await TestTracker()
        let report = try await tracker.importing(
            """
            - [ ] Fix it <!-- due=2024-04-01 effort=3 -->
            - [ ] Test it <!-- call Ann first -->

            """, as: .markdown)
        #expect(report.contains("Added 2, changed 0, left 0 unchanged, skipped 0."), "\(report)")
        #expect(report.contains("Line 1, “Fix it”: “effort” (3) was not imported: the field is unknown."))
        #expect(
            report.contains(
                "Line 2, “Test it”: “<!-- -->” (call Ann first) was not imported: only facts such as due=2024-04-01 are read from comments."
            ), "\(report)")
        #expect(try tracker.issues[0].dueDay == CivilDate("2024-04-01"))
    }

    @Test func `Invalid values leave those of the issue`() async throws {
        let tracker = try await TestTracker()
        let identifier = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
        func file(_ fields: String) -> String {
            #"[{"identifier": "\#(identifier)", "title": "A", \#(fields)}]"#
        }
        let time = #""modified": "2024-03-01T09:00:00Z""#
        try await tracker.importing(
            file(#"\#(time), "tags": ["work"], "content": "Text", "priority": "high""#), as: .json)
        let report = try await tracker.importing(
            file(#"\#(time), "tags": ["-"], "content": ["x"], "priority": 7"#), as: .json)
        #expect(report.contains("Added 0, changed 0, left 1 unchanged"), "\(report)")
        let issue = try tracker.issues[0]
        #expect(issue.content == "Text")
        #expect(issue.tags.map(\.name) == ["work"])
        #expect(issue.priority == .high)
    }

    @Test(arguments: [
        ("a.json", #"[{"title": "Solaris", "author": "Lem", "status": "read"}]"#, "mybooks import"),
        ("a.csv", "title,author,status\nSolaris,Lem,read\n", "mybooks import"),
        ("a.csv", "Book Id,Title,Author,Exclusive Shelf\n1,Solaris,Lem,read\n", "mybooks import"),
        ("a.json", #"[{"identifier": "1", "name": "A", "category": "museum"}]"#, "itour poi import"),
        ("a.csv", "destination,sight\nRome,Forum\n", "itour import"),
    ])
    func `For a file of another program, the message names the command`(
        name: String, contents: String, command: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(contents, to: name)
        let tracker = try await TestTracker()
        do {
            try await tracker.run("import \(path)")
            Testing.Issue.record("imported")
        } catch let error as any PresentableError {
            let problem = tracker.session.localizer.string(error.problem)
            #expect(problem.contains("can't be imported here"), "\(problem)")
            let remedy = error.remedy.map(tracker.session.localizer.string)
            #expect(remedy == "Import it with “\(command) \(path)”.")
        }
        #expect(try tracker.issues.isEmpty)
    }
}
