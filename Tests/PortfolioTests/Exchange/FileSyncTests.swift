import Foundation
import ModelData
import Localization
import ModelData
import TestSupport
import Testing

@testable import Portfolio
@testable import Shell

@MainActor
@Suite("A todo.txt that is kept in step")
struct FileSyncTests {
    private static let file = """
        (B) 2024-01-02 Call the dentist @phone due:2024-03-20
        x 2024-02-01 2024-01-05 Buy  paint +home

        Read a book key:value
        # a heading without a meaning

        """

    @Test func `The first run adds an id: to each line and leaves the rest byte for byte`() async throws {
        let desk = try await FileDesk(Self.file)
        let report = try await desk.sync()
        #expect(report.contains("gets an id:"), "\(report)")
        #expect(try desk.tracker.issues.count == 4)
        #expect(try desk.text.withoutIdentifiers == Self.file)
        #expect(try desk.text.matches(of: /id:[0-9a-z]{10}\n/).count == 4)
        #expect(try desk.issue("Call the dentist").dueDay == CivilDate("2024-03-20"))
        #expect(try desk.issue("Call the dentist").tags.map(\.name) == ["@phone"])
    }

    @Test func `A run without changes changes nothing and is no step of undo`() async throws {
        let desk = try await FileDesk(Self.file)
        try await desk.sync()
        let before = try desk.text
        let report = try await desk.sync()
        #expect(report.contains("and portfolio agree."), "\(report)")
        #expect(try desk.text == before)
        let history = try await desk.tracker.text("history")
        #expect(history.split(separator: "\n").count { $0.contains("Synchronized") } == 1, "\(history)")
    }

    @Test func `A dry run shows what would happen and changes nothing`() async throws {
        let desk = try await FileDesk(Self.file)
        let report = try await desk.sync("--dry-run")
        #expect(report.contains("Added to portfolio: “Call the dentist”"), "\(report)")
        #expect(try desk.text == Self.file)
        #expect(try desk.tracker.issues.isEmpty)
    }

    @Test func `Edits of different fields on both sides are merged`() async throws {
        let desk = try await FileDesk(Self.file)
        try await desk.sync()
        try desk.replace(
            "Call the dentist @phone due:2024-03-20", "Call Dr. Kim @phone +health due:2024-03-20")
        let issue = try desk.issue("Call the dentist")
        try await desk.tracker.run("due 2024-03-25 \(issue.number)")
        try await desk.tracker.run("tag new urgent")
        try await desk.tracker.run("tag urgent \(issue.number)")
        let report = try await desk.sync()
        #expect(report.contains("Changed in portfolio: “Call Dr. Kim”."), "\(report)")
        #expect(issue.title == "Call Dr. Kim")
        #expect(issue.dueDay == CivilDate("2024-03-25"))
        #expect(Set(issue.tags.map(\.name)) == ["@phone", "health", "urgent"])
        let line = try #require(try desk.text.withoutIdentifiers.split(separator: "\n").first)
        #expect(line == "(B) 2024-01-02 Call Dr. Kim @phone +health +urgent due:2024-03-25")
    }

    @Test func `Of conflicting edits, portfolio's value stays and that of the file becomes a note`()
        async throws
    {
        let desk = try await FileDesk(Self.file)
        try await desk.sync()
        try desk.replace("due:2024-03-20", "due:2024-03-21")
        let issue = try desk.issue("Call the dentist")
        try await desk.tracker.run("due 2024-03-25 \(issue.number)")
        let report = try await desk.sync()
        #expect(report.contains("“Call the dentist” changed on both sides: due."), "\(report)")
        #expect(issue.dueDay == CivilDate("2024-03-25"))
        #expect(issue.notes.map(\.text) == ["todo.txt – due: 2024-03-21"])
        #expect(try desk.text.contains("due:2024-03-25"))
        #expect(try await desk.sync().contains("and portfolio agree."))
    }

    @Test func `An x closes the issue, and closing it writes the x`() async throws {
        let desk = try await FileDesk("2024-03-01 One\n(A) Two\n")
        try await desk.sync()
        try desk.replace("2024-03-01 One", "x 2024-03-14 2024-03-01 One")
        try await desk.tracker.run("close Two")
        try await desk.sync()
        #expect(try desk.issue("One").closed == CivilDate("2024-03-14")?.utcDate)
        #expect(
            try desk.text.withoutIdentifiers == "x 2024-03-14 2024-03-01 One\nx 2024-03-15 Two pri:A\n")
        try await desk.tracker.run("reopen Two")
        try desk.replace("x 2024-03-14 2024-03-01 One", "2024-03-01 One")
        try await desk.sync()
        #expect(try desk.issue("One").isOpen)
        #expect(try desk.text.withoutIdentifiers == "2024-03-01 One\n(A) Two\n")
    }

    @Test func `A renamed line is the same issue, and two issues may have one title`() async throws {
        let desk = try await FileDesk("Call\nCall due:2024-04-01\n")
        try await desk.sync()
        #expect(try desk.tracker.issues.count == 2)
        let identifiers = try desk.tracker.issues.map(\.identifier)
        let lines = try desk.text.split(separator: "\n")
        try desk.write([lines[1], lines[0]].map { $0.replacing("Call", with: "Call back") + "\n" }.joined())
        try await desk.sync()
        #expect(try desk.tracker.issues.map(\.identifier) == identifiers)
        #expect(try desk.tracker.issues.map(\.title) == ["Call back", "Call back"])
        #expect(try desk.tracker.issues.map { $0.dueDay?.description } == [nil, "2024-04-01"])
    }

    @Test func `New issues and new lines find each other`() async throws {
        let desk = try await FileDesk("One\n")
        try await desk.sync()
        try await desk.tracker.run("new Two !high due:2024-03-20")
        try desk.write(try desk.text + "Three")
        try await desk.sync()
        #expect(try desk.tracker.issues.map(\.title) == ["One", "Two", "Three"])
        #expect(
            try desk.text.withoutIdentifiers == "One\nThree\n(A) 2024-03-15 Two due:2024-03-20\n")
        #expect(try await desk.sync().contains("and portfolio agree."))
    }

    @Test func `A removed line is named until its issue is deleted`() async throws {
        let desk = try await FileDesk("One\nTwo\n")
        try await desk.sync()
        let text = try desk.text
        try desk.write(String(text[..<(text.firstIndex(of: "\n") ?? text.endIndex)]) + "\n")
        for _ in 0..<2 {
            #expect(try await desk.sync().contains("their issues stay: “Two”."))
            #expect(try desk.tracker.issues.count == 2)
        }
        #expect(try await desk.sync("--delete-missing").contains("Deleted in portfolio: “Two”."))
        #expect(try desk.tracker.issues.map(\.title) == ["One"])
        try await desk.tracker.run("undo")
        #expect(try desk.tracker.issues.count == 2)
    }

    @Test func `A change wins over a removal, on either side`() async throws {
        let desk = try await FileDesk("One\nTwo\n")
        try await desk.sync()
        let lines = try desk.text.split(separator: "\n")
        try desk.write("\(lines[0].replacing("One", with: "First"))\n")
        try await desk.tracker.run("delete One --yes")
        try await desk.tracker.run("priority high Two")
        try await desk.sync("--delete-missing")
        #expect(try desk.tracker.issues.map(\.title).sorted() == ["First", "Two"])
        #expect(try desk.text.withoutIdentifiers == "First\n(A) 2024-03-15 Two\n")
    }

    @Test func `A line that was moved to an archive keeps its issue`() async throws {
        let desk = try await FileDesk(Self.file)
        try await desk.sync()
        try desk.write(
            try desk.text.split(separator: "\n").filter { !$0.hasPrefix("x ") }.joined(separator: "\n"))
        let report = try await desk.sync("--delete-missing")
        #expect(report.contains("and portfolio agree."), "\(report)")
        #expect(try desk.tracker.issues.count == 4)
    }

    @Test func `Deleting an issue removes its line`() async throws {
        let desk = try await FileDesk("One\nTwo\n")
        try await desk.sync()
        try await desk.tracker.run("delete One --yes")
        #expect(try await desk.sync().contains("Removed from the file: “One”."))
        #expect(try desk.text.withoutIdentifiers == "Two\n")
    }

    @Test func `More than half of the lines are deleted only after a question`() async throws {
        let desk = try await FileDesk((1...12).map { "Task \($0)\n" }.joined())
        try await desk.sync()
        try desk.write("")
        await #expect(throws: (any Error).self) { try await desk.sync("--delete-missing") }
        #expect(try desk.tracker.issues.count == 12)
        try await desk.sync("--delete-missing --yes")
        #expect(try desk.tracker.issues.isEmpty)
    }

    @Test func `While the question waits for its answer, another process can change the store`() async throws
    {
        let directory = try TemporaryDirectory()
        let file = URL(fileURLWithPath: directory.file("todo.txt"))
        let one = try await TestTracker(store: directory.file("a.store"), answers: ["yes"])
        try Data((1...12).map { "Task \($0)\n" }.joined().utf8).write(to: file)
        try await one.run("sync-file \"\(file.path)\"")
        let other = try await TestTracker(store: directory.file("a.store"))
        try Data().write(to: file)
        one.user.meanwhile = [{ _ = try other.fill(["Meanwhile"]) }]
        try await one.run("sync-file \"\(file.path)\" --delete-missing")
        #expect(try one.issues.map(\.title) == ["Meanwhile"])
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text.withoutIdentifiers == "2024-03-15 Meanwhile\n")
    }

    @Test func `A file that is gone is an error, not an empty one`() async throws {
        let desk = try await FileDesk("One\n")
        try await desk.sync()
        try FileManager.default.removeItem(atPath: desk.path)
        await #expect(throws: FileSyncError.gone(path: desk.path)) { try await desk.sync() }
    }

    @Test func `Line ends, a byte order mark and a missing last line end stay`() async throws {
        let desk = try await FileDesk("\u{FEFF}One\r\nTwo\r\nThree")
        try await desk.sync()
        #expect(try desk.text.withoutIdentifiers == "\u{FEFF}One\r\nTwo\r\nThree")
        try await desk.tracker.run("new Four")
        try await desk.sync()
        #expect(try desk.text.withoutIdentifiers.hasSuffix("Three\r\n2024-03-15 Four\r\n"))
    }

    @Test func `A recurring line that is ticked has one next line, also if another program wrote it`()
        async throws
    {
        let desk = try await FileDesk("Water rec:+1w due:2024-03-15\nFeed rec:+1w due:2024-03-15\n")
        try await desk.sync()
        let lines = try desk.text.split(separator: "\n")
        // Other programs copy the whole line, with its id.
        let next = lines[1].replacing("2024-03-15", with: "2024-03-22")
        try desk.write("x 2024-03-15 \(lines[0])\nx 2024-03-15 \(lines[1])\n\(next)\n")
        try await desk.sync()
        let open = try desk.tracker.issues.filter(\.isOpen)
        #expect(open.map(\.title).sorted() == ["Feed", "Water"])
        #expect(open.map { $0.dueDay?.description } == ["2024-03-22", "2024-03-22"])
        for title in ["Water", "Feed"] {
            let both = try desk.tracker.issues.filter { $0.title == title }
            #expect(both.count == 2)
            #expect(both.first { !$0.isOpen }?.nextIdentifier == both.first(where: \.isOpen)?.identifier)
        }
        #expect(try desk.text.split(separator: "\n").count == 4)
        #expect(try await desk.sync().contains("and portfolio agree."))
    }

    @Test func `A conflict copy is merged as a third side, once, and stays`() async throws {
        let desk = try await FileDesk("One\nTwo due:2024-04-01\n")
        try await desk.sync()
        let base = try desk.text
        // This device changed one field, another device two fields, and Syncthing kept both files.
        try await desk.tracker.run("close One")
        try await desk.sync()
        let copy = base.replacing("due:2024-04-01", with: "due:2024-04-02") + "Three\n"
        try desk.write(copy, to: "todo.sync-conflict-20240315-120000-ABCDEFG.txt")
        let report = try await desk.sync()
        #expect(report.contains("todo.sync-conflict-20240315-120000-ABCDEFG.txt"), "\(report)")
        #expect(try !desk.issue("One").isOpen)
        #expect(try desk.issue("Two").dueDay == CivilDate("2024-04-02"))
        #expect(try desk.tracker.issues.map(\.title) == ["One", "Two", "Three"])
        #expect(try desk.text.contains("Three id:"))
        #expect(try await desk.sync().contains("and portfolio agree."))
        let kept = try String(
            contentsOfFile: desk.directory.file("todo.sync-conflict-20240315-120000-ABCDEFG.txt"),
            encoding: .utf8)
        #expect(kept == copy)
        // Read again after an undo, it adds no line twice.
        try await desk.tracker.run("undo")
        try await desk.sync()
        #expect(try desk.tracker.issues.map(\.title).sorted() == ["One", "Three", "Two"])
        #expect(try desk.text.split(separator: "\n").count == 3)
    }

    @Test func `If the conflict copy is the newer file, nothing is taken back`() async throws {
        let desk = try await FileDesk("One\nTwo due:2024-04-01\n")
        try await desk.sync()
        let base = try desk.text
        try await desk.tracker.run("close One")
        try await desk.sync()
        // The file of the other device won, and that of this device became the copy.
        try desk.write(try desk.text, to: "todo.sync-conflict-20240315-120000-ABCDEFG.txt")
        try desk.write(base.replacing("due:2024-04-01", with: "due:2024-04-02"))
        try await desk.sync()
        #expect(try !desk.issue("One").isOpen)
        #expect(try desk.issue("Two").dueDay == CivilDate("2024-04-02"))
        #expect(try desk.text.hasPrefix("x 2024-03-15 One id:"))
    }

    @Test func `Two devices find the same issues in one file`() async throws {
        let first = try await FileDesk("One\nOne\nTwo rec:1w due:2024-03-15\n")
        let second = try await FileDesk(try first.text)
        for desk in [first, second] { try await desk.sync() }
        #expect(try first.text == second.text)
        #expect(try first.tracker.issues.map(\.identifier) == second.tracker.issues.map(\.identifier))
        // A device that gets the file with its ids finds them, too.
        let third = try await FileDesk(try first.text)
        try await third.sync()
        #expect(try third.tracker.issues.map(\.identifier) == first.tracker.issues.map(\.identifier))
    }

    @Test func `Another time zone changes neither the file nor the days`() async throws {
        let desk = try await FileDesk("x 2024-03-02 2024-03-01 One\n2024-03-03 Two due:2024-04-01\n")
        try await desk.sync()
        let before = try desk.text
        for line in try desk.tracker.issues.map({
            TodoText.line(IssueEntry(line: $0, Collator(.english)), .gmt)
        }) {
            #expect(before.contains(line), "\(line)")
        }
        let zone = try #require(TimeZone(identifier: "Pacific/Honolulu"))
        for issue in try desk.tracker.issues {
            let entry = IssueEntry(line: issue, Collator(.english))
            let line = try #require(before.split(separator: "\n").first { $0.contains(issue.title) })
            #expect(TodoText.edited(String(line), to: entry, timeZone: zone) == line)
        }
    }

    @Test func `An identifier is short, and every identifier comes back`() {
        for _ in 0..<1000 {
            let identifier = UUID.randomIssue()
            #expect(identifier.todoWord.utf8.count == 10)
            #expect(UUID(todoWord: identifier.todoWord) == identifier)
            let other = UUID()
            #expect(other.todoWord.utf8.count == 26)
            #expect(UUID(todoWord: other.todoWord) == other)
        }
        for word in ["", "8", "12", "zzzzzzzzzz", "abcdefghi", "abcdefghio", "0000000000000000000000000"] {
            #expect(UUID(todoWord: word) == nil, "\(word)")
        }
    }

    @Test
    func `A thousand lines of which every second isn't an issue are synchronized, and the others named`()
        async throws
    {
        let text = (1...500).map { "Task \($0)\n\u{0}\u{1B}[\($0)\n+tag\n" }.joined()
        let desk = try await FileDesk(text)
        let report = try await desk.sync()
        #expect(report.contains("Lines that aren't issues stay as they are: 3, 6, 9"), "\(report)")
        #expect(try desk.tracker.issues.count == 1000)
        #expect(try desk.text.withoutIdentifiers == text)
    }

    @Test func `Thousands of equal lines are as many issues, found in linear time`() async throws {
        let desk = try await FileDesk(String(repeating: "Same\n", count: 3000))
        try await desk.sync()
        #expect(try desk.tracker.issues.count == 3000)
        let identifiers = try desk.text.split(separator: "\n").map { $0.suffix(10) }
        #expect(Set(identifiers).count == 3000)
        #expect(try await desk.sync().contains("and portfolio agree."))
    }

    @Test func `Tags that differ in case are one tag, and each line keeps its own spelling`() async throws {
        let text = "One +Project\nTwo +project\nThree @Home\nFour @home\n"
        let desk = try await FileDesk(text)
        try await desk.sync()
        #expect(try desk.tracker.tags.map(\.name).sorted() == ["@Home", "Project"])
        try await desk.tracker.run("edit 2 est:30min")
        #expect(try await desk.sync().contains("Changed in the file: “Two”."))
        let changed = text.replacing("+project", with: "+project est:30m")
        #expect(try desk.text.withoutIdentifiers == changed)
    }

    @Test func `A line separator of Unicode is a space of a title, and the line stays`() async throws {
        let text = "One\u{2028}two\n"
        let desk = try await FileDesk(text)
        try await desk.sync()
        #expect(try desk.tracker.issues.map(\.title) == ["One two"])
        #expect(try desk.text.withoutIdentifiers == text)
        #expect(try await desk.sync().contains("and portfolio agree."))
    }

    @Test(.level(.slow))
    func `Ten thousand lines, every second one broken: the others are issues, and all lines stay`()
        async throws
    {
        let lines = (1...5000).map { "(A) 2026-01-01 Task \($0) +work\n+tag @home\n" }.joined()
        let desk = try await FileDesk(lines)
        let imported = try await desk.tracker.text("import \"\(desk.path)\" --dry-run")
        #expect(imported.contains("Would add 5,000, change 0, leave 0 unchanged and skip 5,000."))
        #expect(imported.split(separator: "\n").count < 40)
        let report = try await desk.sync()
        #expect(report.split(separator: "\n").count < 10)
        #expect(try desk.text.withoutIdentifiers == lines)
        #expect(try await desk.sync().contains("and portfolio agree."))
        let found = try desk.tracker.context.fetchCount(FetchDescriptor<TrackedIssue>())
        #expect(found == 5000)
    }

    @Test func `The whole file is a stranger's: pytodotxt's words stay`() async throws {
        let text = "(C) 2024-01-01 2024-01-02 Odd id:7 p:3 http://a.b +x-y @c rec:1d t:2024-02-01\n"
        let desk = try await FileDesk(text)
        try await desk.sync()
        let issue = try #require(try desk.tracker.issues.first)
        try await desk.tracker.run("priority high \(issue.number)")
        try await desk.sync()
        #expect(try desk.text.withoutIdentifiers == "(A)" + text.dropFirst(3))
    }
}
