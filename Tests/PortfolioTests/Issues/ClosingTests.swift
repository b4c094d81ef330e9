import Basics
import Foundation
import Localization
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("Closing blocked issues, deleting notes, and lines of todo.txt")
struct ClosingTests {
    private func tracker(answers: [String]? = nil) async throws -> TestTracker {
        let tracker = try await TestTracker(answers: answers)
        try tracker.fill(["Deploy", "Test", "Build"])
        for line in ["block 1 by 2 3", "block 2 by 3"] { try await tracker.run(line) }
        return tracker
    }

    @Test func `A blocked issue is closed only after a question, which names what blocks it`() async throws {
        let script = try await tracker()
        await #expect(throws: UsageError.self) { try await script.run("close 1") }
        #expect(try script.issues.map(\.isOpen) == [true, true, true])
        #expect(try await script.said("close 1 --yes") == "Closed “Deploy”.")
        let user = try await tracker(answers: ["no", "yes"])
        #expect(try await user.said("close 1") == "Nothing changed.")
        #expect(try user.issues.map(\.isOpen) == [true, true, true])
        #expect(try await user.said("close 1") == "Closed “Deploy”.")
    }

    @Test func `Issues that are closed together don't block each other`() async throws {
        let tracker = try await tracker()
        #expect(try await tracker.said("close 1 2 3") == "Closed 3 issues.")
    }

    @Test func `Closing says which issues are no longer blocked`() async throws {
        let tracker = try await tracker()
        #expect(
            tracker.messages(try await tracker.run("close 3")).prefix(2) == [
                "Closed “Build”.", "No longer blocked: “Test”.",
            ])
        #expect(tracker.messages(try await tracker.run("close 2")).contains("No longer blocked: “Deploy”."))
        let last = tracker.messages(try await tracker.run("close 1"))
        #expect(!last.contains { $0.hasPrefix("No longer blocked") })
    }

    @Test func `A note is deleted by its number, and undo brings it back`() async throws {
        let tracker = try await tracker()
        try await tracker.run("note #1 First")
        tracker.clock.now += 60
        try await tracker.run("note #1 Second")
        await #expect(throws: UsageError.self) { try await tracker.run("note delete 1 1") }
        #expect(try await tracker.said("note delete 1 1 --yes") == "Deleted a note of “Deploy”.")
        #expect(try tracker.issues[0].notesInOrder.map(\.text) == ["Second"])
        #expect(
            try await tracker.problem("note delete 2 1 --yes") == "“Deploy” has no note number 2.")
        try await tracker.run("undo")
        #expect(try tracker.issues[0].notesInOrder.map(\.text) == ["First", "Second"])
        try await tracker.run("note #1 delete the old one")
        #expect(try tracker.issues[0].notes.count == 3)
    }

    @Test(arguments: [
        ("new (A) 2024-01-01 Call", "Call", "2024-01-01"),
        ("new (A) Call 2024-01-01", "Call 2024-01-01", nil),
        ("new (A) 2030-01-01 Call", "2030-01-01 Call", nil), ("new 2024-01-01 Call", "2024-01-01 Call", nil),
    ])
    func `A day after the mark of a todo line is the day of creation`(
        line: String, title: String, day: String?
    ) async throws {
        let tracker = try await TestTracker()
        try await tracker.run(line)
        let issue = try #require(try tracker.issues.first)
        #expect(issue.title == title)
        let created = CivilDate.today(now: issue.created, timeZone: .gmt)
        #expect(created == CivilDate(day ?? "2024-03-15"))
        #expect(issue.priority == (line.contains("(A)") ? .high : .low))
    }

    @Test(arguments: [
        ("a\tb", "a b", "a\tb"), ("a\u{1B}[31m", "a␛[31m", "a␛[31m"),
        ("a\u{7F}\u{9B}", "a␡\u{FFFD}", "a␡\u{FFFD}"),
        ("a\nb\u{2028}c", "a b c", "a\nb\u{2028}c"), ("plain", "plain", "plain"),
    ])
    func `Control characters of files become spaces and symbols`(text: String, line: String, lines: String) {
        #expect(CheckedText.replacingControls(in: text, isLine: true) == line)
        #expect(CheckedText.replacingControls(in: text, isLine: false) == lines)
    }
}
