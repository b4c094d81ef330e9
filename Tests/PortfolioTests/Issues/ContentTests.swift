import Foundation
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Typing content line by line")
struct ContentTests {
    @Test func `Content is saved three seconds after the last line, and each line restarts the delay`()
        async throws
    {
        let tracker = try await TestTracker()
        let issue = try #require(try tracker.fill(["One"]).first)
        let edit = ContentEdit(issue, in: tracker.session, replacing: false)
        try edit.add("first")
        #expect(tracker.timer.delays == [3])
        #expect(issue.content == "")
        #expect(tracker.timer.isWaiting)
        try edit.add("second")
        #expect(tracker.timer.delays == [3, 3])
        #expect(issue.content == "")
        tracker.timer.fire()
        #expect(issue.content == "first\nsecond")
        #expect(!tracker.context.hasChanges)
        #expect(!tracker.timer.isWaiting)
        try edit.add("third")
        _ = try edit.save()
        #expect(issue.content == "first\nsecond\nthird")
        #expect(!tracker.timer.isWaiting)
    }

    @Test func `A single dot ends the content, two dots become one, and pasted lines are kept`() async throws
    {
        let tracker = try await TestTracker(answers: ["one\n.\ntwo", "..dots", ".", "not read"])
        try await tracker.run("new Title")
        let output = try await tracker.run("content")
        #expect(try tracker.issues[0].content == "one\n.\ntwo\n.dots")
        #expect(tracker.messages(output).contains("Saved 4 lines of “Title”."))
    }

    @Test func `Ctrl-D keeps the typed lines, which are appended unless they replace the content`()
        async throws
    {
        let tracker = try await TestTracker(answers: ["more"])
        try await tracker.run("new Title --content first")
        try await tracker.run("content")
        #expect(try tracker.issues[0].content == "first\nmore")
        let other = try await TestTracker(answers: ["other"])
        try await other.run("new Title --content first")
        try await other.run("content --replace")
        #expect(try other.issues[0].content == "other")
        try await other.run("undo")
        #expect(try other.issues[0].content == "first")
    }

    @Test func `Ctrl-C discards the typed lines, also those that were saved in between`() async throws {
        let tracker = try await TestTracker(answers: ["one", "two", "^C"])
        try await tracker.run("new Title --content first")
        tracker.user.meanwhile = [{}, {}, { tracker.timer.fire() }]
        #expect(try await tracker.text("content") == "The typed lines were discarded.\n")
        #expect(try tracker.issues[0].content == "first")
        let other = try await TestTracker(answers: ["one", "^C"])
        try await other.run("new Title --content first")
        try await other.run("content")
        #expect(try other.issues[0].content == "first")
        #expect(try await other.text("undo").contains("Undone: Created “Title”."))
    }

    @Test func `Editing an issue that another process deletes fails with an error`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try await TestTracker(store: path, answers: ["one", "two", "."])
        try await tracker.run("new Doomed")
        let other = try await TestTracker(store: path)
        tracker.user.meanwhile = [
            {}, { try other.context.delete(model: TrackedIssue.self) },
            {
                try other.context.save()
                tracker.timer.fire()
            },
        ]
        #expect(try await tracker.problem("content")?.contains("another process deleted it") == true)
        #expect(tracker.user.shown.count == 1)
        #expect(tracker.user.kept == ["one\ntwo"])
        #expect(try tracker.issues.isEmpty)
        #expect(try await tracker.problem("show") != nil)
    }

    @Test func `A save error is shown once, and text that can't be saved at the end is kept`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try await TestTracker(store: path, answers: ["one", "two", "three", "."])
        try await tracker.run("new Title")
        tracker.user.meanwhile = [
            {},
            {
                try FileManager.default.removeItem(atPath: path)
                tracker.timer.fire()
            },
            { tracker.timer.fire() }, { tracker.timer.fire() },
        ]
        #expect(try await tracker.problem("content")?.contains("was deleted, moved or replaced") == true)
        #expect(tracker.user.shown.count == 1)
        #expect(tracker.user.kept == ["one\ntwo\nthree"])
    }

    @Test func `An open issue that another process deleted causes an error`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try await TestTracker(store: path)
        try await tracker.run("new Doomed")
        let other = try await TestTracker(store: path)
        try await other.run("delete doomed --yes")
        #expect(try await tracker.problem("title Other")?.contains("Another process has deleted") == true)
        #expect(try await tracker.problem("title Other") == "No issue selected.")
    }

    @Test func `With an open issue, all words are its title or note, unless the first is a number with #`()
        async throws
    {
        let tracker = try await TestTracker()
        for line in ["new Ask another friend", "new Mine"] { try await tracker.run(line) }
        try await tracker.run("title Ask other names")
        #expect(try tracker.issues.map(\.title) == ["Ask another friend", "Ask other names"])
        try await tracker.run("title 1 apple")
        #expect(try tracker.issues.map(\.title) == ["Ask another friend", "1 apple"])
        try await tracker.run("title #1 Still the first")
        #expect(try tracker.issues.map(\.title) == ["Still the first", "1 apple"])
        try await tracker.run("note 1 apples needed")
        try await tracker.run("note #1 two pears")
        #expect(try tracker.issues.map { $0.notes.map(\.text) } == [["two pears"], ["1 apples needed"]])
        try await tracker.run("note --issue still third")
        #expect(try tracker.issues[0].notes.count == 2)
        // If no issue is open, the first word names the issue.
        try await tracker.run("back")
        try await tracker.run("title still Last of all")
        #expect(try tracker.issues.map(\.title) == ["Last of all", "1 apple"])
        #expect(try await tracker.problem("title Alone") == "No issue selected.")
        #expect(try await tracker.problem("note Alone") == "No issue selected.")
    }

    @Test func `“content” appends its words to the content, or replaces it`() async throws {
        let tracker = try await TestTracker()
        for line in ["new One", "content Since Monday.", "content 12 times"] { try await tracker.run(line) }
        #expect(try tracker.issues[0].content == "Since Monday.\n12 times")
        try await tracker.run("content --replace Only this")
        #expect(try tracker.issues[0].content == "Only this")
        try await tracker.run("new Two")
        try await tracker.run("content #1 and that")
        #expect(try tracker.issues[0].content == "Only this\nand that")
        try await tracker.run("content one --text Whole")
        #expect(try tracker.issues.map(\.content) == ["Whole", ""])
        try await tracker.run("back")
        try await tracker.run("content two Now")
        #expect(try tracker.issues.map(\.content) == ["Whole", "Now"])
    }

    @Test(.level(.default)) func `Invalid content changes nothing`() async throws {
        let tracker = try await TestTracker()
        try await tracker.run("new Title --content old")
        #expect(try await tracker.problem("content --text \"a\u{1B}[31mb\"")?.contains("U+001B") == true)
        let long = String(repeating: "x", count: CheckedText.longestContent + 1)
        #expect(try await tracker.problem("content --text \(long)")?.contains("too long") == true)
        #expect(
            try await tracker.problem("content --file /nonexistent")?.contains("There is no file") == true)
        #expect(try await tracker.problem("content") == "Typing a text line by line needs a terminal.")
        #expect(try tracker.issues[0].content == "old")
        let million = String(repeating: "ab ", count: 350_000)
        try await tracker.run("content --text \"\(million)\"")
        #expect(try tracker.issues[0].content == million)
    }

    @Test(arguments: [
        "title \"\"", "title \"  \"", "title \"a\u{07}b\"", "title \"a\nb\"", "tag new \"a\u{1B}b\"",
        "tag new \" \"",
        "tag new \"-x\"", "tag rename work \"\"", "priority urgent", "priority high 99", "filter nowhere",
        "open 99",
        "tag nowhere", "new \"a\u{9B}b\"", "list --status done", "list --priority urgent", "sort colour",
    ])
    func `Blank titles and names, control characters and invalid values are refused`(line: String)
        async throws
    {
        let tracker = try await TestTracker()
        for line in ["tag new work", "new Title"] { try await tracker.run(line) }
        #expect(try await tracker.problem(line) != nil)
        #expect(try tracker.issues.map(\.title) == ["Title"] && tracker.tags.map(\.name) == ["work"])
    }
}
