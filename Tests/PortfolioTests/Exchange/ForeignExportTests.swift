import Basics
import Foundation
import Localization
import TestSupport
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Exports for taskwarrior and calendars")
struct ForeignExportTests {
    /// Returns a tracker with issues that have values in every field.
    private func filled() async throws -> TestTracker {
        let tracker = try await TestTracker()
        for line in [
            "new Pay rent due:2024-04-01 18:00 wait:2024-03-20 every:monthly !high #home.money #bank est:90 --yes",
            "new Test \"it\" --content \"First; line\"", "new Old", "block 1 by 2",
            "note #1 \"Called, twice\"",
            "start 2", "close 3",
        ] { try await tracker.run(line) }
        return tracker
    }

    /// Returns the text of an export.
    private func export(_ tracker: TestTracker, _ name: String, _ options: String = "") async throws -> String
    {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        try await tracker.run("export \"\(path)\" \(options)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = directory
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `Tasks for taskwarrior have its fields and times in UTC`() async throws {
        let text = try await export(filled(), "tasks.json", "--as taskwarrior")
        let tasks = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(tasks.count == 3)
        let rent = tasks[0]
        #expect(rent["description"] as? String == "Pay rent")
        #expect(rent["status"] as? String == "pending")
        #expect(rent["due"] as? String == "20240401T180000Z")
        #expect(rent["wait"] as? String == "20240320T000000Z")
        #expect(rent["entry"] as? String == "20240315T120000Z")
        #expect(rent["priority"] as? String == "H")
        #expect(rent["project"] as? String == "home.money")
        #expect(rent["tags"] as? [String] == ["bank"])
        #expect(rent["recur"] as? String == "1months")
        #expect(rent["estimate"] as? String == "PT1H30M")
        #expect(rent["depends"] as? [String] == [tasks[1]["uuid"] as? String ?? ""])
        let notes = rent["annotations"] as? [[String: String]]
        #expect(notes == [["entry": "20240315T120000Z", "description": "Called, twice"]])
        #expect(tasks[1]["start"] as? String == "20240315T120000Z")
        #expect(tasks[1]["content"] as? String == "First; line")
        #expect(tasks[2]["status"] as? String == "completed")
        #expect(tasks[2]["end"] as? String == "20240315T120000Z")
    }

    @Test func `Tasks come back with the same values`() async throws {
        let tracker = try await filled()
        let text = try await export(tracker, "tasks.json", "--as taskwarrior")
        let again = try await tracker.importing(text, as: .json)
        #expect(again.contains("Added 0, changed 0, left 3 unchanged, skipped 0."), "\(again)")
        let other = try await TestTracker()
        try await other.importing(text, as: .json)
        for (copy, issue) in zip(try other.issues, try tracker.issues) {
            for field in TrackedIssue.fields.exported where field.key != "modified" {
                #expect(field.value(of: copy) == field.value(of: issue), "\(issue.title): \(field.key)")
            }
        }
        #expect(try other.issues.count == 3)
    }

    @Test func `A calendar has a to-do for each issue`() async throws {
        let lines = try await export(filled(), "todo.ics").replacing("\r\n ", with: "")
            .components(separatedBy: "\r\n")
        #expect(lines.first == "BEGIN:VCALENDAR")
        #expect(lines.count { $0 == "BEGIN:VTODO" } == 3)
        #expect(lines.count { $0 == "END:VTODO" } == 3)
        for line in [
            "SUMMARY:Pay rent", "DUE:20240401T180000", "PRIORITY:1", "CATEGORIES:bank,home.money",
            "COMMENT:Called\\, twice", "DESCRIPTION:First\\; line", "STATUS:NEEDS-ACTION",
            "STATUS:IN-PROCESS", "STATUS:COMPLETED", "COMPLETED:20240315T120000Z",
            "DTSTAMP:20240315T120000Z", "PERCENT-COMPLETE:100",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("RELATED-TO;RELTYPE=DEPENDS-ON:") } == 1)
    }

    @Test func `A due day without a time is a day`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Pay due:2024-04-01")
        #expect(try await export(tracker, "todo.ics").contains("DUE;VALUE=DATE:20240401\r\n"))
    }
}
