import Foundation
import TestSupport
import Testing

/// If a title is a number, or looks like another way to name a record, completion adds a prefix. Then the
/// line is parsed as a title.
@Suite("Records that are named by completion", .level(.default))
struct CompletedRecordTests {
    /// Types a line and Tab, and waits for the completed line and its result.
    private func complete(
        _ typed: String, _ completed: String, _ answer: String, _ terminal: PseudoTerminal, _ prompt: String
    ) throws {
        try terminal.send(typed + "\t")
        try terminal.expect(completed)
        try terminal.send(.enter)
        try terminal.expect(answer)
        try terminal.expectPrompt(prompt)
    }

    @Test func `In mybooks, completing a book called 12 deletes that book, not number 12`() throws {
        let person = try Person("mybooks")
        try person.run("samples")
        try person.run("add", "12", "A Number")
        let twelfth = try person.run("show", "12", "--json").stdout
        let terminal = try person.terminal()
        try complete("delete --yes 12", "title:12 ", "Deleted “12”.", terminal, "mybooks> ")
        #expect(try person.run("show", "12", "--json").stdout == twelfth)
    }

    @Test func `In itour, completing a destination called 2 selects that destination, not number 2`() throws {
        let person = try Person("itour")
        try person.run("samples")
        try person.run("add", "2")
        let second = try person.run("show", "2", "--json").stdout
        let terminal = try person.terminal()
        try terminal.send("sight add 2\t")
        try terminal.expect("title:2 ")
        try terminal.sendLine("Here --at 1,2")
        try terminal.expect("Added “Here” to “2”")
        try terminal.expectPrompt("itour> ")
        try complete("nearby 2", "title:2 ", "Here", terminal, "itour> ")
        try complete("delete --yes 2", "title:2 ", "Deleted “2”", terminal, "itour> ")
        #expect(try person.run("show", "2", "--json").stdout == second)
    }

    @Test func `In portfolio, completing an issue called 1 closes that issue, not number 1`() throws {
        let person = try Person("portfolio")
        try person.run("new", "First")
        try person.run("new", "1")
        let terminal = try person.terminal()
        try complete("close 1", "title:1 ", "Closed “1”.", terminal, "portfolio> ")
        try complete("reopen title:1", "title:1 ", "Reopened “1”.", terminal, "portfolio> ")
    }

    @Test
    func `Titles that resemble another way to name a record are completed with title:, also at a question`()
        throws
    {
        let person = try Person("mybooks")
        for title in ["title:foo", "#5", "26"] { try person.run("add", "--title", title, "--author", "X") }
        let terminal = try person.terminal()
        try complete("show #", "title:#5 ", "Title:   #5", terminal, "mybooks> ")
        try complete("show tit", "title:title:foo ", "Title:   title:foo", terminal, "mybooks> ")
        try complete("show title:2", "title:26 ", "Title:   26", terminal, "mybooks> ")
        try terminal.sendLine("show")
        try terminal.expectPrompt("Which book: ")
        try complete("2", "title:26", "Title:   26", terminal, "mybooks> ")
    }

    @Test func `A title or common prefix that begins with a hyphen isn't completed as an option`() throws {
        let person = try Person("mybooks")
        try person.run("add", "--author", "X", "--", "-x")
        let terminal = try person.terminal()
        try complete("show ", "title:-x ", "Title:   -x", terminal, "mybooks> ")
        try complete("show -- ", "show -- -x ", "Title:   -x", terminal, "mybooks> ")
        try person.run("add", "--author", "X", "--", "--json")
        try terminal.send("delete --yes \t")
        try terminal.expect("delete --yes title:-")
        try terminal.send("x\t")
        try terminal.send(.enter)
        try terminal.expect("Deleted “-x”.")
        try terminal.expectPrompt("mybooks> ")
    }
}
