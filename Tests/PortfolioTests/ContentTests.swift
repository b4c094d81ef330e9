import Foundation
import ModelData
import TestSupport
import Testing

@testable import Portfolio

@MainActor
@Suite("Writing a content line by line")
struct ContentTests {
    @Test("It is saved three seconds after the last line; another line starts them anew")
    func timer() async throws {
        let tracker = try TestTracker()
        let issue = try #require(try tracker.fill(["One"]).first)
        let edit = ContentEdit(issue, in: tracker.session, replacing: false)
        try edit.add("first")
        #expect(tracker.timer.delays == [3] && issue.content == "" && tracker.timer.isWaiting)
        try edit.add("second")
        #expect(tracker.timer.delays == [3, 3] && issue.content == "")
        tracker.timer.fire()
        #expect(issue.content == "first\nsecond" && !tracker.context.hasChanges && !tracker.timer.isWaiting)
        try edit.add("third")
        _ = try edit.save()
        #expect(issue.content == "first\nsecond\nthird" && !tracker.timer.isWaiting)
    }

    @Test("A line with a single dot ends it, two dots are one, and pasted lines stay lines")
    func lines() async throws {
        let tracker = try TestTracker(answers: ["one\n.\ntwo", "..dots", ".", "not read"])
        try await tracker.run("new Title")
        let output = try await tracker.run("content")
        #expect(try tracker.issues[0].content == "one\n.\ntwo\n.dots")
        #expect(tracker.messages(output).contains("Saved 4 lines of “Title”."))
    }

    @Test("Ctrl-D and Ctrl-C keep what was typed; lines go on with a content unless they replace it")
    func end() async throws {
        let tracker = try TestTracker(answers: ["more"])
        try await tracker.run("new Title --content first")
        try await tracker.run("content")
        #expect(try tracker.issues[0].content == "first\nmore")
        let other = try TestTracker(answers: ["other"])
        try await other.run("new Title --content first")
        try await other.run("content --replace")
        #expect(try other.issues[0].content == "other")
        try await other.run("undo")
        #expect(try other.issues[0].content == "first")
    }

    @Test("An issue that another process deletes meanwhile can't be edited: it says so")
    func deleted() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try TestTracker(store: path, answers: ["one", "two", "."])
        try await tracker.run("new Doomed")
        let other = try TestTracker(store: path)
        tracker.person.meanwhile = [
            {}, { try other.context.delete(model: TrackedIssue.self) },
            {
                try other.context.save()
                tracker.timer.fire()
            },
        ]
        #expect(try await tracker.problem("content")?.contains("was deleted by another process") == true)
        #expect(tracker.person.shown.count == 1)
        #expect(tracker.person.kept == ["one\ntwo"])
        #expect(try tracker.issues.isEmpty)
        #expect(try await tracker.problem("show") != nil)
    }

    @Test("What keeps it from being saved is said once, and a text that can't be saved at its end is kept")
    func notSaved() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try TestTracker(store: path, answers: ["one", "two", "three", "."])
        try await tracker.run("new Title")
        tracker.person.meanwhile = [
            {},
            {
                try FileManager.default.removeItem(atPath: path)
                tracker.timer.fire()
            },
            { tracker.timer.fire() }, { tracker.timer.fire() },
        ]
        #expect(try await tracker.problem("content")?.contains("was deleted, moved or replaced") == true)
        #expect(tracker.person.shown.count == 1)
        #expect(tracker.person.kept == ["one\ntwo\nthree"])
    }

    @Test("An open issue that another process deleted is said to be gone")
    func openDeleted() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.store")
        let tracker = try TestTracker(store: path)
        try await tracker.run("new Doomed")
        let other = try TestTracker(store: path)
        try await other.run("delete doomed --yes")
        #expect(try await tracker.problem("title Other")?.contains("another process has deleted it") == true)
        #expect(try await tracker.problem("title Other") == "No issue selected.")
    }

    @Test("With an issue open, a title of two bare words renames no other issue")
    func bareTitle() async throws {
        let tracker = try TestTracker()
        for line in ["new Ask another friend", "new Mine"] { try await tracker.run(line) }
        #expect(try await tracker.problem("title Other name")?.contains("one argument too many") == true)
        #expect(try tracker.issues.map(\.title) == ["Ask another friend", "Mine"])
        try await tracker.run("title \"Other name\"")
        #expect(try tracker.issues.map(\.title) == ["Ask another friend", "Other name"])
        // A number, or a title in quotes, leaves no doubt; and with nothing open the first word names an issue.
        try await tracker.run("title 1 First")
        try await tracker.run("title first \"Still the first\"")
        try await tracker.run("back")
        try await tracker.run("title still Last")
        #expect(try tracker.issues.map(\.title) == ["Last", "Other name"])
    }

    @Test("A text that can't be taken changes nothing")
    func refused() async throws {
        let tracker = try TestTracker()
        try await tracker.run("new Title --content old")
        #expect(try await tracker.problem("content --text \"a\u{1B}[31mb\"")?.contains("U+001B") == true)
        let long = String(repeating: "x", count: CheckedText.longestContent + 1)
        #expect(try await tracker.problem("content --text \(long)")?.contains("too long") == true)
        #expect(
            try await tracker.problem("content --file /nonexistent")?.contains("There is no file") == true)
        #expect(try await tracker.problem("content") == "A text is only typed line by line at a terminal.")
        #expect(try tracker.issues[0].content == "old")
        let million = String(repeating: "ab ", count: 350_000)
        try await tracker.run("content --text \"\(million)\"")
        #expect(try tracker.issues[0].content == million)
    }

    @Test(
        "Titles and names take no control characters, and no blank ones",
        arguments: [
            "title \"\"", "title \"  \"", "title \"a\u{07}b\"", "title \"a\nb\"", "tag new \"a\u{1B}b\"",
            "tag new \" \"",
            "tag new \"-x\"", "tag rename work \"\"", "priority urgent", "priority high 99", "filter nowhere",
            "open 99",
            "tag nowhere", "new \"a\u{9B}b\"", "list --status done", "list --priority urgent", "sort title",
        ])
    func badInput(line: String) async throws {
        let tracker = try TestTracker()
        for line in ["tag new work", "new Title"] { try await tracker.run(line) }
        #expect(try await tracker.problem(line) != nil)
        #expect(try tracker.issues.map(\.title) == ["Title"] && tracker.tags.map(\.name) == ["work"])
    }
}
