import Foundation
import TestSupport
import Testing

@Suite("Sessions in the documentation", .level(.default))
struct DocumentedSessionTests {
    /// A typed line and its output.
    private struct Step {
        var prompt: String
        var step: Transcript.Step

        /// Whether the line starts a program that shows its own prompt.
        var startsProgram: Bool { prompt == "$ " && Transcript.all.contains(step.line) }
        /// Whether the line runs a server, which doesn't end until it is interrupted.
        var isEndless: Bool { step.line.hasPrefix("syncserver") && step.line.contains("serve") }
    }

    private static func steps(of block: DocumentedBlock) -> [Step] {
        var steps: [Step] = []
        for line in block.lines {
            if let prompt = DocumentedBlock.prompt(of: line) {
                let typed = String(line.dropFirst(prompt.count))
                steps.append(Step(prompt: prompt, step: Transcript.Step(line: typed, expected: [])))
            } else if !steps.isEmpty {
                steps[steps.count - 1].step.expected.append(pattern(line))
            }
        }
        return steps
    }

    /// Returns a pattern for a documented line. An ellipsis can replace several lines, or the rest of a
    /// paragraph.
    private static func pattern(_ line: String) -> String {
        line == "…" || line.hasSuffix(" …") ? "⋮" : line
    }

    /// Returns a line with placeholders for values that depend on the time, and without the widths of table
    /// columns, which depend on these values.
    private static func plain(_ line: String) -> String {
        line.replacing(/[A-Z][a-z]{2} [0-9]{1,2}, 20[0-9]{2}/, with: "DAY")
            .replacing(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "MOMENT")
            .replacing(/sync_[0-9a-f]+_[A-Za-z0-9_\-]+/, with: "TOKEN")
            .replacing(/"port":[0-9]+/, with: "\"port\":PORT")
            .replacing(/─+/, with: "─").replacing(/[\ ]+/, with: " ").trimmingCharacters(in: .whitespaces)
    }

    @Test(arguments: DocumentedBlock.sessions)
    func `Every session produces the documented output in a fresh home`(block: DocumentedBlock) throws {
        let steps = Self.steps(of: block)
        let first = try #require(steps.first)
        let home = try ScratchHome(for: block)
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-i"], environment: home.environment, workingDirectory: home.path, columns: 80,
            rows: 100)
        try terminal.expectPrompt("$ ")
        if first.prompt != "$ " {
            // The block omits the line that starts the program.
            try terminal.sendLine(String(first.prompt.prefix { $0.isLetter }))
            try terminal.expectPrompt(first.prompt)
        }
        for (index, step) in steps.enumerated() {
            try terminal.sendLine(step.step.line)
            let shown: String
            if index + 1 < steps.count {
                shown = try terminal.expectPrompt(steps[index + 1].prompt)
            } else if step.isEndless {
                shown = try (0...step.step.expected.count).map { _ in try terminal.expect("\n") + "\n" }
                    .joined()
            } else {
                let isAtShell = step.prompt == "$ " ? !step.startsProgram : step.step.line == "quit"
                shown = try terminal.expectPrompt(isAtShell ? "$ " : "> ")
            }
            // A page may omit a program's greeting, and the output of the last line.
            if step.step.expected.isEmpty, step.startsProgram || index + 1 == steps.count { continue }
            // Remove the first line, which is the echo of the typed line, and the last line, which is the
            // prompt.
            let lines = shown.replacing(home.path, with: "/home/ada")
                .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
            let expected = Transcript.Step(
                line: step.step.line, expected: step.step.expected.map(Self.plain))
            #expect(
                expected.fits(lines.map { Self.plain(String($0)) }),
                "\(block.testDescription): \(step.step.line):\n\(lines.joined(separator: "\n"))")
        }
    }

    @Test func `The documentation shows sessions of every program, and every console block has a prompt`() {
        let lines = DocumentedBlock.sessions.flatMap(\.lines)
        for program in Transcript.programs {
            let prompts = lines.compactMap(DocumentedBlock.prompt)
            #expect(prompts.contains { $0.hasPrefix("\(program)> ") }, "\(program)")
        }
        #expect(DocumentedBlock.sessions.count >= 5)
        for block in DocumentedBlock.all where block.language == "console" {
            #expect(block.isSession, "\(block.testDescription) has no prompt")
        }
    }
}
