import Foundation
import TestSupport
import Testing

@Suite("Ctrl-C while a long list is prepared", .level(.default))
struct LongListInterruptTests {
    private let person: Person

    init() throws {
        person = try Person("mybooks", home: ManyBooks.home(), adding: ["PAGER": "sed s/^/PAGED/"])
    }

    @Test func `At the prompt, neither the list nor the pager appears, and the shell continues`() throws {
        let terminal = try person.terminal()
        try terminal.sendLine("list")
        try terminal.expect("list\n")
        usleep(100_000)
        try terminal.send(.controlC)
        let shown = try terminal.expect("Cancelled.\n")
        #expect(!shown.contains("Great"))
        #expect(!shown.contains("PAGED"))
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("echo here")
        try terminal.expect("\nhere\n")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test func `Without a prompt, the program exits with 130 and prints no part of the list`() throws {
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
