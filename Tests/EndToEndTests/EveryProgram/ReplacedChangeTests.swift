import TestSupport
import Testing

/// The rule: all commands save by one policy. If another process changed the same property while a command waited for
/// answers, the command's change is kept, and a warning names the record and the property. Changes of other properties
/// are merged. moonshot asks only before it deletes a note.
@Suite("Changes that a command replaces in every program", .level(.default))
struct ReplacedChangeTests {
    /// A command that asks, what another process does in the meantime, and the rest of the answers.
    struct Case: Sendable {
        let setup: [String]
        let line: String
        /// The questions before the other process's change, each with its answer.
        let first: [(question: String, answer: String)]
        let meanwhile: [String]
        let rest: [(question: String, answer: String)]
        let warning: String
        /// A command that shows the result, and its parts.
        let shown: (line: String, parts: [String])
    }

    private static let cases = [
        "mybooks": Case(
            setup: ["add Solaris Lem"], line: "edit solaris",
            first: [("Title: ", "\r"), ("Author: ", "\u{15}Stanisław Lem\r")],
            meanwhile: ["edit solaris --author \"S. Lem\" --publisher Iskry"], rest: [],
            warning: "Another process changed “Solaris” in the meantime: author.",
            shown: ("show solaris --json", ["Stanisław Lem", "Iskry"])),
        "itour": Case(
            setup: ["add Rome"], line: "edit rome", first: [("Name: ", "\u{15}Roma\r")],
            meanwhile: ["edit rome --name Rom --priority must"], rest: [],
            warning: "Another process changed “Roma” in the meantime: Name.",
            shown: ("show 1 --json", ["Roma", "must"])),
        "portfolio": Case(
            setup: ["new Call"], line: "content 1 --replace", first: [],
            meanwhile: ["content 1 --text theirs --replace", "priority high 1"],
            rest: [("content> ", "mine\r"), ("content> ", "\u{04}")],
            warning: "Another process changed “Call” in the meantime: Content.",
            shown: ("show 1 --json", ["mine", "high"])),
    ]

    @Test(arguments: cases.keys.sorted())
    func `A change of another process that a command replaces is named, and other properties are merged`(
        program: String
    ) throws {
        let tried = try #require(Self.cases[program])
        let person = try Person(program)
        let filled = try person.run(stdin: tried.setup.map { $0 + "\n" }.joined())
        try #require(filled.status == .exited(0), "\(filled.stderr)")
        let terminal = try person.terminal(columns: 200)
        try terminal.sendLine(tried.line)
        for (question, answer) in tried.first {
            try terminal.expect(question)
            try terminal.send(answer)
        }
        // The command now waits for its next answer.
        try terminal.expect(tried.rest.first?.question ?? ": ")
        for line in tried.meanwhile {
            let other = try person.run("-c", line)
            try #require(other.status == .exited(0), "\(line): \(other.stderr)")
        }
        for (index, answer) in tried.rest.map(\.answer).enumerated() {
            if index > 0 { try terminal.expect(tried.rest[index].question) }
            try terminal.send(answer)
        }
        // The remaining questions keep their values.
        var said = ""
        for _ in 0..<40 where !said.contains("\(program)> ") {
            if tried.rest.isEmpty { try terminal.send("\r") }
            do { said += try terminal.expectPrompt("\(program)> ", timeout: .milliseconds(100)) } catch {}
        }
        #expect(terminal.output.contains(tried.warning), "\(terminal.output)")
        let shown = try person.run("-c", tried.shown.line).stdout
        for part in tried.shown.parts { #expect(shown.contains(part), "\(shown)") }
    }

    @Test
    func `If another process changes a note during the question about its deletion, undo restores its text`()
        throws
    {
        let person = try Person("moonshot")
        try person.run("-c", "note 11 mine")
        let terminal = try person.terminal(columns: 200)
        try terminal.sendLine("note 11 --delete")
        try terminal.expect("[y/N] ")
        let other = try person.run("-c", "note 11 theirs", "-c", "favourite 11")
        try #require(other.status == .exited(0), "\(other.stderr)")
        try terminal.send("y\r")
        let said = try terminal.expectPrompt("moonshot> ")
        #expect(said.contains("Deleted the note about Apollo 11."), "\(said)")
        #expect(said.contains("Another process has changed the data."), "\(said)")
        #expect(try person.run("notes", "--json").objects.isEmpty)
        #expect(try person.run("favourites", "--json").objects.count == 1)
        try person.run("undo")
        #expect(try person.run("notes", "--json").objects.map { $0["note"] as? String } == ["theirs"])
    }
}
