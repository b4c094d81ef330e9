import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C while a long list is made")
struct LongListInterruptTests {
    private let person: Person

    init() throws {
        person = try Person("mybooks", home: ManyBooks.home(), adding: ["PAGER": "sed s/^/PAGED/"])
    }

    @Test("At the prompt neither the list nor the pager comes, and the shell goes on")
    func prompt() throws {
        let terminal = try person.terminal()
        try terminal.sendLine("list")
        try terminal.expect("list\n")
        usleep(100_000)
        try terminal.send(.controlC)
        let shown = try terminal.expect("Cancelled.\n")
        #expect(!shown.contains("Great") && !shown.contains("PAGED"))
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("echo here")
        try terminal.expect("\nhere\n")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test("Without a prompt the program ends with 130, and writes nothing of it")
    func oneShot() throws {
        let terminal = try PseudoTerminal(
            person.path, ["-c", "echo begun", "-c", "list"], environment: person.environment,
            workingDirectory: person.home.path)
        try terminal.expect("begun\n")
        usleep(100_000)
        try terminal.send(.controlC)
        #expect(try terminal.waitForExit() == .exited(130))
        #expect(!terminal.output.contains("Great"))
        #expect(terminal.output.contains("Cancelled."))
    }
}
