import Foundation
import Localization
import ModelData
import Shell
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("An issue as one text")
struct IssueTextTests {
    nonisolated private static let today = CivilDate("2024-03-15") ?? .first

    private func context(_ code: String = "en") -> ParseContext {
        ParseContext(localizer: Localizer(Language(matching: code) ?? .english), today: IssueTextTests.today)
    }

    @Test func `Editing the text changes every field as one step of undo`() async throws {
        let text = """
            title: Mend
            status: closed
            priority: high
            tags: work; new tag
            due: tomorrow
            wait:
            every: weekly
            blocked by: 2
            note 2024-03-15T12:00:00Z: changed
            note: added

            First line

            Last line

            """
        let tracker = try await TestTracker(answers: [text, "yes"])
        try await tracker.run("tag new work")
        try tracker.fill(["Fix", "Other"])
        try await tracker.run("note 1 first")
        #expect(try await tracker.text("edit 1").contains("Edited “Fix”, which is now called “Mend”."))
        let issue = try tracker.issues[0]
        #expect(issue.title == "Mend")
        #expect(!issue.isOpen)
        #expect(issue.priority == .high)
        #expect(Set(issue.tags.map(\.name)) == ["work", "new tag"])
        #expect(issue.dueDay == CivilDate("2024-03-16"))
        #expect(issue.rule?.rawValue == "+1w")
        #expect(issue.blockedBy.map(\.number) == [2])
        #expect(issue.content == "First line\n\nLast line")
        #expect(Set(issue.notes.map(\.text)) == ["changed", "added"])
        #expect(try tracker.issues.count == 3)
        try await tracker.run("undo")
        let before = try tracker.issues[0]
        #expect(before.title == "Fix")
        #expect(before.isOpen)
        #expect(before.tags.isEmpty)
        #expect(before.due == nil)
        #expect(before.notes.map(\.text) == ["first"])
        #expect(before.blockedBy.isEmpty)
        #expect(try tracker.issues.count == 2)
    }

    @Test func `Mistakes are reported with their lines, and the text is kept`() async throws {
        let text = "title: Fix\ndue: soon\nprioritty: high\nblocked by: 1 9\n\nx\n"
        let tracker = try await TestTracker(answers: [text, "no"])
        try tracker.fill(["Fix"])
        #expect(try await tracker.problem("edit 1") == "Nothing was changed.")
        #expect(
            tracker.user.shown == [
                "The text has 2 mistakes. Line 2: “soon” is not a date. Line 3: “prioritty: high” isn't a field."
            ])
        // The editor's draft is kept, and no second one.
        #expect(tracker.user.kept.isEmpty)
        #expect(try tracker.issues[0].content == "")
        let other = try await TestTracker(answers: ["title: Fix\nblocked by: 1 9\n", "no"])
        try other.fill(["Fix"])
        #expect(try await other.problem("edit 1") != nil)
        let second = try #require(other.user.shown.first)
        #expect(second.contains("Line 2: “Fix” can't wait for itself."))
        #expect(second.contains("Line 2: There is no issue number 9."))
        let corrected = try await TestTracker(answers: ["title:\n", "yes", "title: Mended\n"])
        try corrected.fill(["Fix"])
        try await corrected.run("edit 1")
        #expect(try corrected.issues[0].title == "Mended")
    }

    @Test func `The text of an issue has its notes, its content and the values of its fields`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("tag new home")
        try await tracker.run("new Fix --content Body --tag home")
        try await tracker.run("note #1 Called.")
        let text = IssueText(try tracker.issues[0], in: tracker.session)
        #expect(text.notes.map(\.text) == ["Called."])
        #expect(text.tags == ["home"])
        #expect(text.content == "Body")
        #expect(text.values["title"] == "Fix")
    }

    @Test func `If the second of two new tags is declined, the first isn't created either`() async throws {
        let tracker = try await TestTracker(answers: ["yes", "no"])
        try await tracker.run("new Fix")
        #expect(try await tracker.said("edit 1 Mend #alpha #beta") == "Nothing changed.")
        #expect(try tracker.tags.isEmpty)
        #expect(try tracker.issues.map(\.title) == ["Fix"])
    }

    @Test func `A deleted note leaves no record`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Fix")
        try await tracker.run("note #1 Called.")
        try await tracker.run("note #1 Called again.")
        try await tracker.run("note delete 1 1 --yes")
        #expect(try tracker.issues[0].notes.count == 1)
        #expect(try tracker.context.fetchCount(FetchDescriptor<Note>()) == 1)
    }

    @Test func `An unchanged text changes nothing`() async throws {
        let tracker = try await TestTracker()
        try tracker.fill(["Fix"])
        let issue = try tracker.issues[0]
        let text = IssueText(issue, in: tracker.session)
        let (parsed, mistakes) = IssueText.parse(text.written(Localizer(.english)), context())
        #expect(mistakes.isEmpty)
        #expect(try parsed.changes(from: text, context()).isEmpty)
    }

    @Test(arguments: [5_772_156, SeededGenerator.newSeed])
    func `A text that is written and parsed keeps all values, in every language`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let words = ["a", "b: c", "#x", "due: 1", "ż;ó\\ł", "two words", "-", "note 1: x"]
        let codes = ["en", "pl", "hu"]
        var trackers: [TestTracker] = []
        for code in codes { trackers.append(try await TestTracker(language: code)) }
        for number in 0..<300 {
            let code = codes[number % 3], tracker = trackers[number % 3]
            let issue = TrackedIssue(
                title: words.randomElement(using: &random) ?? "a",
                priority: Priority.allCases.randomElement(using: &random) ?? .low, created: TestTracker.noon)
            if Bool.random(using: &random) { issue.closed = TestTracker.noon }
            if Bool.random(using: &random) {
                issue.dueDay = Self.today.adding(days: Int.random(in: 0...900, using: &random))
            }
            if Bool.random(using: &random) {
                issue.rule = Recurrence(
                    Int.random(in: 1...30, using: &random),
                    CalendarUnit.allCases.randomElement(using: &random) ?? .day,
                    from: Bool.random(using: &random) ? .due : .closing)
            }
            var text = IssueText(issue, in: tracker.session)
            text.tags = ["work", "a;b\\", "two words"].filter { _ in Bool.random(using: &random) }
            text.blockers = [1, 22].filter { _ in Bool.random(using: &random) }
            text.notes = words.filter { _ in Bool.random(using: &random) }.map {
                .init(time: "2024-03-15T12:00:00Z", text: "\($0)\n\\n")
            }
            text.content = words.filter { _ in Bool.random(using: &random) }.joined(separator: "\n\n")
            let (parsed, mistakes) = IssueText.parse(text.written(context(code).localizer), context(code))
            #expect(mistakes.isEmpty, "seed \(seed): \(mistakes)")
            #expect(parsed.values == text.values, "seed \(seed)")
            #expect(parsed.tags == text.tags, "seed \(seed)")
            #expect(parsed.blockers == text.blockers, "seed \(seed)")
            #expect(parsed.notes == text.notes, "seed \(seed)")
            #expect(parsed.content == text.content, "seed \(seed)")
            // Every line is a value that the field has.
            let changes = try parsed.changes(from: IssueText(), context(code))
            let names = try TrackedIssue.fields.apply(changes, to: issue, tracker.session.fieldContext)
            #expect(names.isEmpty, "seed \(seed): \(text.values)")
        }
    }
}
