import TestSupport
import Testing

@Suite("Questions that need an open record", .level(.default))
struct QuestionPreconditionTests {
    private static let lines = [
        "itour": (
            lines: ["name", "date", "priority"], refusal: "No destination is open.", opening: "add Rome"
        ),
        "portfolio": (
            lines: ["priority", "due", "wait", "every", "tag", "untag", "title"],
            refusal: "No issue selected.", opening: "new Rome"
        ),
    ]

    @Test(arguments: lines.keys.sorted())
    func `A command that needs an open record asks only if one is open`(program: String) throws {
        let (lines, refusal, opening) = try #require(Self.lines[program])
        let person = try Person(program)
        let terminal = try person.terminal()
        for line in lines {
            try terminal.sendLine(line)
            let said = try terminal.expectPrompt("\(program)> ")
            #expect(said.contains(refusal), "\(line): \(said)")
        }
        try terminal.sendLine(opening)
        try terminal.expectPrompt("\(program) Rome> ")
        for line in lines {
            try terminal.sendLine(line)
            try terminal.expect(": ")
            try terminal.send(.controlC)
            #expect(try terminal.expectPrompt("\(program) Rome> ").contains("Cancelled."), "\(line)")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `A command for a trip asks only if a trip is open or named`() throws {
        let person = try Person("itour")
        let terminal = try person.terminal()
        let lines = ["leg add", "stay add", "expense add", "checklist add", "budget set"]
        for line in lines {
            try terminal.sendLine(line)
            #expect(try terminal.expectPrompt("itour> ").contains("No trip is open."), "\(line)")
        }
        try terminal.sendLine("trip add Japan")
        try terminal.expectPrompt("itour Japan> ")
        try terminal.sendLine("back")
        try terminal.expectPrompt("itour> ")
        for line in lines {
            try terminal.sendLine("\(line) --in japan")
            try terminal.expect(": ")
            try terminal.send(.controlC)
            #expect(try terminal.expectPrompt("itour> ").contains("Cancelled."), "\(line)")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }
}
