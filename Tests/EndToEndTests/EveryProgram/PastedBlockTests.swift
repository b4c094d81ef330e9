import Foundation
import TestSupport
import Testing

@Suite("Pasted blocks of several lines", .level(.default))
struct PastedBlockTests {
    private func paste(_ lines: String...) -> String {
        "\u{1B}[200~" + lines.joined(separator: "\r") + "\u{1B}[201~\r"
    }

    @Test func `Ctrl-C during one of the lines cancels the following ones`() throws {
        let person = try Person("mybooks", home: ManyBooks.home())
        let terminal = try person.terminal(adding: ["PAGER": "cat"])
        try terminal.send(paste("search great", "add AFTER9 X", "where"))
        try terminal.expect("where\n")
        usleep(100_000)
        try terminal.send(.controlC)
        try terminal.expect("Cancelled.\n")
        try terminal.expectPrompt("mybooks> ")
        #expect(try person.run("search", "AFTER9", "--json").stdout == "[]\n")
        // The next line that the user types runs normally.
        try terminal.sendLine("echo here")
        try terminal.expect("\nhere\n")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test func `Ctrl-C at a question of one of the lines cancels the following ones too`() throws {
        let person = try Person("portfolio")
        try person.run("new", "Issue")
        let terminal = try person.terminal()
        try terminal.send(paste("content 1", "new AFTER9"))
        try terminal.expectPrompt("content> ")
        try terminal.send(.controlC)
        try terminal.expect("Cancelled.\n")
        try terminal.expectPrompt("portfolio> ")
        #expect(try !person.run("list").stdout.contains("AFTER9"))
    }

    @Test func `The lines after one that fails come back with Up, and Enter runs them`() throws {
        let person = try Person("portfolio")
        let terminal = try person.terminal()
        try terminal.send(paste("new A", "nope", "new B", "new C"))
        try terminal.expect("There is no command “nope”.")
        try terminal.expect("2 lines were not run. Press Up to get them back.\n")
        try terminal.expectPrompt()
        #expect(try person.run("list", "--csv").stdout.contains("A"))
        #expect(try !person.run("list", "--csv").stdout.contains("B"))
        try terminal.send(.up)
        try terminal.expect("new C")
        try terminal.send(.enter)
        try terminal.expect("“B” as number 2")
        try terminal.expect("“C” as number 3")
        try terminal.expectPrompt()
        try terminal.send(.controlD)
        _ = try terminal.waitForExit()
        let history = try String(
            contentsOfFile: person.home.file("home/.local/state/portfolio/history"), encoding: .utf8)
        #expect(history == "new A\nnope\nnew B\nnew C\nnew B\nnew C\n")
    }

    @Test func `Each line is a separate history entry, also in the next session`() throws {
        let person = try Person("portfolio")
        let first = try person.terminal()
        try first.send(paste("# shopping", "new Buy milk", "new Bake \\", "bread"))
        try first.expect("as number 2")
        try first.expectPrompt()
        try first.send(.up)
        try first.expect("new Bake bread")
        try first.send(.up)
        try first.expect("uy milk")
        try first.send(.enter)
        try first.expect("“Buy milk” as number 3")
        try first.expectPrompt()
        try first.send(.controlD)
        _ = try first.waitForExit()
        let history = try String(
            contentsOfFile: person.home.file("home/.local/state/portfolio/history"), encoding: .utf8)
        #expect(history == "new Buy milk\nnew Bake bread\nnew Buy milk\n")
    }

    @Test func `With -c, newlines separate lines, a backslash joins them, and # starts a comment`() throws {
        let person = try Person("portfolio")
        #expect(try person.run("-c", "new A\n# a note\nnew B \\\nC").status == .exited(0))
        let issues = try person.run("list", "--format", "csv").stdout
        #expect(issues.contains("A"), "\(issues)")
        #expect(issues.contains("B C"), "\(issues)")
        #expect(!issues.contains("A new"), "\(issues)")
        let wrong = try person.run("-c", "list\nnope")
        #expect(wrong.stderr.hasPrefix("portfolio: line 2: "), "\(wrong.stderr)")
        let second = try person.run("-c", "list\nlist", "-c", "nope")
        #expect(second.stderr.hasPrefix("portfolio: line 3: "), "\(second.stderr)")
        #expect(try person.run("-c", "nope").stderr.hasPrefix("portfolio: There is"))
        // With an empty command, the program runs nothing and doesn't read standard input.
        let nothing = try person.run("-c", "", stdin: "new Unwanted\n")
        #expect(nothing.status == .exited(0))
        #expect(nothing.stdout.isEmpty)
    }
}

/// Test data with many books.
enum ManyBooks {
    /// Returns a home directory whose reading log has 20,000 books.
    static func home() throws -> TemporaryDirectory {
        try TemporaryDirectory.copy(of: "many books") { home in
            try home.write(json(20_000), to: "many.json")
            try Person("mybooks", home: home).run("import", "many.json")
        }
    }

    /// Returns a JSON file with a number of books.
    static func json(_ count: Int) -> String {
        let rest = #""author":"Many","status":"on-shelf","added":"2024-01-01""#
        return "[" + (1...count).map { #"{"title":"Great \#($0)",\#(rest)}"# }.joined(separator: ",") + "]"
    }
}
