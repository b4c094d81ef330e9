import Foundation
import TestSupport
import Testing

@Suite("Drafts of interrupted or failing programs", .level(.slow))
struct DraftTests {
    /// A command that opens the editor.
    struct Way: Sendable, CustomTestStringConvertible {
        let program: String
        /// The line that creates the record to which the text belongs.
        let preparation: String
        /// The lines to type, each with the prompt before it.
        let lines: [(prompt: String, line: String)]
        /// The command that lists the saved texts.
        let list: [String]

        var testDescription: String { program }

        static let all = [
            Way(
                program: "mybooks", preparation: "add Solaris Lem",
                lines: [("> ", "quote add solaris"), ("(blank to write it in your editor): ", "")],
                list: ["quotes", "--json"]),
            Way(
                program: "itour", preparation: "add Rome",
                lines: [("> ", "open rome"), ("Rome> ", "details")], list: ["show", "rome", "--json"]),
            Way(
                program: "portfolio", preparation: "new Report", lines: [("> ", "content 1 --editor")],
                list: ["show", "1", "--json"]),
        ].filter { way in Script.all.contains { $0.program == way.program } }
    }

    /// An editor script that waits for the file `go`, writes a text and ends.
    private let patient = """
        trap '' HUP
        touch begun
        while [ ! -e go ]; do sleep 0.05; done
        echo "What I wrote." > "$1"
        mv begun ended
        """

    /// Creates a user with a record and with a script as the editor.
    private func writer(_ way: Way, _ editor: String) throws -> Person {
        let person = try Person(way.program, adding: ["VISUAL": "sh editor"])
        try person.home.write(editor, to: "editor")
        let result = try person.run(["-c", way.preparation])
        try #require(result.status == .exited(0), "\(result.stderr)")
        return person
    }

    /// Opens the editor at a prompt.
    private func edit(_ person: Person, _ way: Way, fault: Fault? = nil) throws -> PseudoTerminal {
        let terminal = try person.terminal(fault: fault)
        for (prompt, line) in way.lines {
            try terminal.expectPrompt(prompt)
            try terminal.sendLine(line)
        }
        return terminal
    }

    /// Returns the folders with drafts of the editor.
    private func drafts(_ person: Person) -> [String] {
        let folder = person.home.file("home/.local/state/\(person.programName)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("draft-") || $0.hasPrefix("unsaved-") }.map { "\(folder)/\($0)" }
    }

    private func wait(for name: String, _ person: Person) throws {
        let end = ContinuousClock.now + usualTimeout
        while !FileManager.default.fileExists(atPath: person.home.file(name)) {
            if ContinuousClock.now > end { throw TestSupportError("\(name) was never made") }
            usleep(5_000)
        }
    }

    /// Starts the program at a terminal, ends it, and returns its output.
    private func visit(_ person: Person) throws -> String {
        let terminal = try person.terminal()
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.output.replacing("\r\n", with: "\n")
    }

    @Test(arguments: Way.all)
    func `A killed program's editor text is kept and reported once`(way: Way) throws {
        let person = try writer(way, patient)
        let terminal = try edit(person, way)
        try wait(for: "begun", person)
        terminal.signal(SIGKILL)
        #expect(try terminal.waitForExit() == .signalled(9))
        // While the editor runs, the next program neither deletes the editor's file nor reports it.
        #expect(try !visit(person).contains("not saved"))
        #expect(drafts(person).count == 1)
        try person.home.write("", to: "go")
        try wait(for: "ended", person)
        // A program without a terminal doesn't report the file.
        let result = try person.run(["history"])
        #expect(result.status == .exited(0), "\(result.stderr)")
        #expect(result.stderr.isEmpty, "\(result.stderr)")
        let told = try visit(person)
        let folder = try #require(drafts(person).first)
        #expect(
            told.contains(
                "Your text was not saved. It is kept in the file “\(folder)/text.txt”."),
            "\(told)")
        let text = try String(contentsOfFile: "\(folder)/text.txt", encoding: .utf8)
        #expect(text == "What I wrote.\n")
        for (path, mode) in [(folder, 0o700), ("\(folder)/text.txt", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        }
        #expect(try !visit(person).contains("not saved"))
        #expect(drafts(person) == [folder])
    }

    @Test(arguments: Way.all)
    func `An empty draft of a killed program is deleted`(way: Way) throws {
        let person = try writer(way, "kill -9 $PPID")
        let terminal = try edit(person, way)
        #expect(try terminal.waitForExit() == .signalled(9))
        #expect(drafts(person).count == 1)
        // The editor may end shortly after the program, so wait until a later program has deleted the draft.
        let end = ContinuousClock.now + usualTimeout
        repeat {
            #expect(try person.run(["history"]).status == .exited(0))
        } while !drafts(person).isEmpty && ContinuousClock.now < end
        #expect(drafts(person) == [])
    }

    @Test(arguments: Way.all)
    func `A text that can't be saved because of the disk is kept, and its path is reported`(way: Way) throws {
        let person = try writer(way, "echo \"What I wrote.\" > \"$1\"\ntouch armed")
        let terminal = try edit(
            person, way,
            fault: Fault(
                effect: .error(ENOSPC), at: 1, folder: ".local/share", lasts: true,
                armed: person.home.file("armed")))
        try terminal.expect("is full")
        try terminal.expect("It is kept in the file “")
        try FileManager.default.removeItem(atPath: person.home.file("armed"))
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        try expectKept("What I wrote.\n", person, terminal)
        #expect(try !person.run(way.list).stdout.contains("What I wrote."))
        #expect(try !visit(person).contains("not saved"))
    }

    @Test(arguments: Way.all)
    func `A text for a store that was deleted meanwhile is kept, and its path is reported`(way: Way) throws {
        let person = try writer(way, "echo \"What I wrote.\" > \"$1\"\nrm -r home/.local/share")
        let terminal = try edit(person, way)
        try terminal.expect("was deleted, moved or replaced while it was open")
        try terminal.expect("It is kept in the file “")
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        try expectKept("What I wrote.\n", person, terminal)
    }

    @Test(arguments: Way.all)
    func `A text that can't be read back from the editor is kept, and the reason is reported`(way: Way) throws
    {
        let person = try writer(way, "echo \"What I wrote.\" > \"$1\"\ntouch armed")
        let terminal = try edit(
            person, way,
            fault: Fault(
                effect: .error(EMFILE), at: 1, calls: [.open], folder: ".local/state", lasts: true,
                armed: person.home.file("armed")))
        try terminal.expect("The text from the editor can't be read: too many files are open.")
        try terminal.expect("It is kept in the file “")
        try FileManager.default.removeItem(atPath: person.home.file("armed"))
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        try expectKept("What I wrote.\n", person, terminal)
    }

    @Test func `Typed lines that can't be saved are reported immediately and kept at the end`() throws {
        let person = try Person("portfolio")
        try person.run(["-c", "new Report"])
        let terminal = try person.terminal(
            fault: Fault(
                effect: .error(ENOSPC), at: 1, folder: ".local/share", lasts: true,
                armed: person.home.file("armed")))
        try terminal.expectPrompt("> ")
        try terminal.sendLine("content 1")
        try terminal.expectPrompt("content> ")
        try person.home.write("", to: "armed")
        try terminal.sendLine("What I wrote.")
        // Three seconds later, the program tries to save the line. This fails.
        try terminal.expect("The disk is full")
        try terminal.sendLine("And more.")
        try terminal.sendLine(".")
        try terminal.expect("The disk is full")
        try terminal.expect("It is kept in the file “")
        try FileManager.default.removeItem(atPath: person.home.file("armed"))
        try terminal.expectPrompt("> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        try expectKept("What I wrote.\nAnd more.\n", person, terminal)
        #expect(try !person.run(["show", "1", "--json"]).stdout.contains("What I wrote."))
    }

    /// Checks that a text is kept at the path in the message.
    private func expectKept(_ text: String, _ person: Person, _ terminal: PseudoTerminal) throws {
        let folder = try #require(drafts(person).first)
        #expect(terminal.output.contains("\(folder)/text.txt"), "\(terminal.output)")
        #expect(try String(contentsOfFile: "\(folder)/text.txt", encoding: .utf8) == text)
    }

    @Test func `A kill at any disk change for the editor leaves nothing to report`() throws {
        let way = try #require(Way.all.last)
        var point = 0
        while point < 30 {
            point += 1
            let person = try writer(way, ":")
            let fault = Fault(effect: .kill, at: point, folder: ".local/state")
            let terminal = try edit(person, way, fault: fault)
            // If the program is still running, end it. It then writes its command history, and the fault may
            // kill it during this.
            try? terminal.sendLine("quit")
            let status = try terminal.waitForExit()
            #expect(try !visit(person).contains("not saved"), "killed at call \(point)")
            #expect(drafts(person) == [], "killed at call \(point)")
            if status != .signalled(9) { break }
        }
        #expect(point > 4)
        #expect(point < 30)
    }
}
