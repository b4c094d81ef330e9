import TestSupport
import Testing

@Suite("Ctrl-D at a question", .level(.default))
struct CancelledQuestionTests {
    @Test func `Ctrl-D cancels the question, and no later line is followed by an empty one`() throws {
        let person = try Person("mybooks")
        let terminal = try person.terminal()
        try terminal.sendLine("add")
        try terminal.expectPrompt("Title: ")
        try terminal.send(.controlD)
        try terminal.expectPrompt("mybooks> ")
        for _ in 1...2 {
            try terminal.sendLine("echo here")
            let shown = try terminal.expectPrompt("mybooks> ")
            #expect(shown == "echo here\nhere\n")
        }
    }
}
