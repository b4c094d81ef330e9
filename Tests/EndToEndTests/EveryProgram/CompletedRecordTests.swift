import Foundation
import TestSupport
import Testing

/// A title that is a number, or that looks like another way to name a record, is offered so that it is read as a title.
@Suite("Tab names the record that it shows")
struct CompletedRecordTests {
    /// Types a line with Tab in it, and waits for what it becomes and for what comes of it.
    private func complete(
        _ typed: String, _ completed: String, _ answer: String, _ terminal: PseudoTerminal, _ prompt: String
    ) throws {
        try terminal.send(typed + "\t")
        try terminal.expect(completed)
        try terminal.send(.enter)
        try terminal.expect(answer)
        try terminal.expectPrompt(prompt)
    }

    @Test("mybooks: a book called 12 is deleted, and book number 12 stays")
    func books() throws {
        let person = try Person("mybooks")
        try person.run("samples")
        try person.run("add", "12", "A Number")
        let twelfth = try person.run("show", "12", "--json").stdout
        let terminal = try person.terminal()
        try complete("delete --yes 12", "title:12 ", "Deleted “12”.", terminal, "mybooks> ")
        #expect(try person.run("show", "12", "--json").stdout == twelfth)
    }

    @Test("itour: a destination called 2 is meant by delete, nearby and sight add, and number 2 stays")
    func destinations() throws {
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

    @Test("portfolio: an issue called 1 is closed, and issue number 1 stays open")
    func issues() throws {
        let person = try Person("portfolio")
        try person.run("new", "First")
        try person.run("new", "1")
        let terminal = try person.terminal()
        try complete("close 1", "title:1 ", "Closed “1”.", terminal, "portfolio> ")
        try complete("reopen title:1", "title:1 ", "Reopened “1”.", terminal, "portfolio> ")
    }

    @Test("Titles that begin like another way to name a record have title: before them, at a question too")
    func otherForms() throws {
        let person = try Person("mybooks")
        for title in ["title:foo", "#5", "26"] { try person.run("add", title, "X") }
        let terminal = try person.terminal()
        try complete("show #", "title:#5 ", "Title:   #5", terminal, "mybooks> ")
        try complete("show tit", "title:title:foo ", "Title:   title:foo", terminal, "mybooks> ")
        try complete("show title:2", "title:26 ", "Title:   26", terminal, "mybooks> ")
        try terminal.sendLine("show")
        try terminal.expectPrompt("Which book: ")
        try complete("2", "title:26", "Title:   26", terminal, "mybooks> ")
    }

    @Test("A title that begins with a hyphen is no option, and what several have in common is none either")
    func hyphens() throws {
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
