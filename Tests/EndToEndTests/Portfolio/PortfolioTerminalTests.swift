import Foundation
import TestSupport
import Testing

@Suite("Terminal sessions of portfolio", .level(.default))
struct PortfolioTerminalTests {
    @Test func `A session with tags, an issue and undo is complete in the next one`() throws {
        let tracker = try Tracker()
        let terminal = try tracker.terminal()
        for (line, prompt) in [
            ("tag new work", "portfolio> "), ("filter work", "portfolio #work> "),
            ("new Fix the login", "portfolio #work / Fix the login> "), ("priority high", "Fix the login> "),
            ("close", "Fix the login> "), ("back", "portfolio #work> "),
            ("filter recent", "portfolio Recent Issues> "),
            ("undo", "portfolio Recent Issues> "),
        ] {
            try terminal.sendLine(line)
            try terminal.expectPrompt(prompt)
        }
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
        let issue = try tracker.portfolio("show", "fix", "--json").object
        #expect(issue["status"] as? String == "open")
        #expect(issue["priority"] as? String == "high")
        #expect(issue["tags"] as? [String] == ["work"])
    }

    @Test func `Tab completes tags after # and -#, and issues by part of their title`() throws {
        let tracker = try Tracker()
        try tracker.script("tag new gardening", "new Prune the apple tree", "tag gardening")
        let terminal = try tracker.terminal()
        try terminal.send("list #ga\t")
        try terminal.expect("list #gardening ")
        try terminal.send("-#g\t")
        try terminal.expect("-#gardening ")
        try terminal.send(.controlU)
        try terminal.send("open Pru\t")
        try terminal.expect("Prune the apple tree")
        try terminal.send(.enter)
        try terminal.expectPrompt("Prune the apple tree> ")
    }

    @Test
    func
        `The title is copied to the terminal's clipboard with OSC 52 and printed, and a pipe gets only the title`()
        throws
    {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Żółw")
        let terminal = try tracker.terminal()
        try terminal.sendLine("copy 1")
        try terminal.expectPrompt("portfolio> ")
        let sequence = "\u{1B}]52;c;\(Data("Żółw".utf8).base64EncodedString())\u{07}"
        #expect(String(decoding: terminal.rawOutput, as: UTF8.self).contains(sequence))
        #expect(try tracker.portfolio("copy", "1").stdout == "Żółw\n")
    }

    @Test func `Content that is typed line by line is saved at its end and at Ctrl-D`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Note")
        let terminal = try tracker.terminal()
        try terminal.sendLine("open note")
        try terminal.expectPrompt("Note> ")
        for line in ["content", "first", "", "..third"] {
            try terminal.sendLine(line)
            try terminal.expectPrompt("content> ")
        }
        try terminal.sendLine(".")
        try terminal.expect("Saved 3 lines")
        try terminal.expectPrompt("Note> ")
        #expect(try tracker.value("content") == "first\n\n.third")
        try terminal.sendLine("content")
        try terminal.expectPrompt("content> ")
        try terminal.sendLine("fourth")
        try terminal.expectPrompt("content> ")
        try terminal.send(.controlD)
        try terminal.expectPrompt("Note> ")
        #expect(try tracker.value("content") == "first\n\n.third\nfourth")
    }

    @Test func `Existing content is shown line by line before more is typed`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Issue")
        try tracker.portfolio("content", "1", "--text", "l1\nl2\n\nl4")
        let terminal = try tracker.terminal()
        try terminal.sendLine("content 1")
        try terminal.expect("ends it.\nl1\nl2\n\nl4\n")
        try terminal.expectPrompt("content> ")
        try terminal.send(.controlD)
        try terminal.expectPrompt("portfolio> ")
    }

    @Test func `A program that is terminated while content is typed saves it`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Note")
        let terminal = try tracker.terminal()
        try terminal.sendLine("content 1")
        try terminal.expectPrompt("content> ")
        try terminal.sendLine("typed")
        try terminal.expectPrompt("content> ")
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        #expect(try tracker.value("content") == "typed")
    }

    @Test func `After a kill, content older than three seconds and everything acknowledged is saved`() throws
    {
        let tracker = try Tracker()
        let terminal = try tracker.terminal()
        try terminal.sendLine("new Note")
        try terminal.expectPrompt("Note> ")
        try terminal.sendLine("priority high")
        try terminal.expectPrompt("Note> ")
        try terminal.sendLine("content")
        try terminal.expectPrompt("content> ")
        try terminal.sendLine("old")
        try terminal.expectPrompt("content> ")
        // The line is saved after three seconds without a key. Then another process can read it.
        try wait(for: "the line is saved") { try tracker.value("content") == "old" }
        try terminal.sendLine("new line")
        try terminal.expectPrompt("content> ")
        terminal.signal(SIGKILL)
        #expect(try terminal.waitForExit() == .signalled(SIGKILL))
        let issue = try tracker.portfolio("show", "1", "--json").object
        let content = issue["content"] as? String
        #expect(content == "old" || content == "old\nnew line")
        #expect(issue["priority"] as? String == "high")
        #expect(issue["title"] as? String == "Note")
    }

    @Test func `The editor receives the content, and its result is saved`() throws {
        let tracker = try Tracker(adding: ["EDITOR": "sed -i s/old/new/"])
        try tracker.portfolio("new", "Note", "--content", "old\ntext")
        let terminal = try tracker.terminal()
        try terminal.sendLine("content 1 --editor")
        try terminal.expect("Changed the content")
        #expect(try tracker.value("content") == "new\ntext")
    }

    @Test func `An edit with mistakes that isn't corrected leaves one draft and one message`() throws {
        let home = try TemporaryDirectory()
        let editor = try home.writeScript(
            #"printf 'title: One\ndue: soonish\n\nbody\n' > "$1""#, to: "editor")
        let tracker = try Tracker(home: home, adding: ["EDITOR": editor])
        try tracker.portfolio("new", "One")
        let terminal = try tracker.terminal()
        try terminal.sendLine("edit 1")
        for answer in ["yes", "no"] {
            try terminal.expect("“soonish” is not a date.")
            try terminal.expect("Edit the text again?")
            try terminal.sendLine(answer)
        }
        try terminal.expect("Nothing was changed.")
        try terminal.expectPrompt("portfolio> ")
        #expect(terminal.output.matches(of: /Your text was not saved/).count == 1)
        let state = tracker.home.file("home/.local/state/portfolio")
        let kept = try FileManager.default.contentsOfDirectory(atPath: state).filter {
            $0.hasPrefix("unsaved-") || $0.hasPrefix("draft-")
        }
        #expect(kept.count == 1, "\(kept)")
    }

    @Test func `Content that the editor doesn't change keeps its trailing blank lines`() throws {
        let tracker = try Tracker(adding: ["EDITOR": "true"])
        try tracker.portfolio("new", "Note", "--content", "a\nb\n\n")
        let terminal = try tracker.terminal()
        for _ in 1...2 {
            try terminal.sendLine("content 1 --editor")
            try terminal.expect("Nothing changed.")
            try terminal.expectPrompt("portfolio> ")
        }
        #expect(try tracker.value("content") == "a\nb\n\n")
    }

    @Test func `Changes of one process during a question of another are merged`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "Title")
        // At 200 columns, no sentence is wrapped.
        let terminal = try tracker.terminal(columns: 200)
        try terminal.sendLine("open 1")
        try terminal.expectPrompt("Title> ")
        try terminal.sendLine("title")
        try terminal.expect("Title: ")
        try tracker.portfolio("close", "1")
        try terminal.sendLine("Retitled")
        try terminal.expectPrompt("Retitled> ")
        #expect(try tracker.value("title") == "Retitled" && tracker.value("status") == "closed")
        try terminal.sendLine("content")
        try terminal.expectPrompt("content> ")
        try terminal.sendLine("mine")
        try terminal.expectPrompt("content> ")
        try tracker.portfolio("content", "1", "--text", "theirs")
        try terminal.sendLine(".")
        try terminal.expectPrompt("Retitled> ")
        let content = try #require(try tracker.value("content"))
        #expect(content.contains("theirs"), "\(content)")
        #expect(content.contains("mine"), "\(content)")
        try tracker.portfolio("delete", "1", "--yes")
        try terminal.sendLine("title Other")
        try terminal.expect("Another process has deleted")
        try terminal.expectPrompt("portfolio> ")
    }

    @Test func `Earned awards are coloured and locked ones grey, and without colour there are none`() throws {
        let tracker = try Tracker()
        try tracker.portfolio("new", "One")
        let colored = try tracker.portfolio("awards", "--format", "table", "--color", "always").stdout
        #expect(colored.contains("\u{1B}[36mFirst Steps\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[90mWarming Up\u{1B}[0m"))
        let plain = try tracker.portfolio("awards", "--format", "table", "--color", "never").stdout
        #expect(!plain.contains("\u{1B}"))
        #expect(plain.contains("unlocked"))
    }
}
