import Foundation
import TestSupport
import Testing

@Suite("Accessible sessions of every program", .level(.default))
struct AccessibleSessionTests {
    @Test(arguments: Transcript.all)
    func `A session is printed line by line like its transcript`(program: String) throws {
        let transcript = try Transcript(of: program)
        let screens = try Person.screens(program, transcript.lines, ["--accessible"])
        for (step, screen) in zip(transcript.steps, screens) {
            #expect(
                step.fits(screen.lines),
                "\(program): \(step.line)\nexpected:\n\(step.expected.joined(separator: "\n"))\nshown:\n\(screen.text)"
            )
        }
    }

    @Test(arguments: Transcript.all)
    func `The transcript contains every command of the program`(program: String) throws {
        let lines = try Transcript(of: program).lines
        let grammar = try Person(program).grammar()
        let seen = Set(lines.compactMap { grammar.command(of: $0)?.name })
        // The output of `manual` is written to a file and isn't read aloud, so the command needs no line.
        let missing = Set(grammar.names).subtracting(seen).subtracting(["manual"])
        #expect(
            missing.isEmpty,
            "add lines for these to Tests/EndToEndTests/Transcripts/\(program)/transcript.txt: \(missing.sorted())"
        )
    }

    @Test(arguments: Transcript.all, Transcript.languages)
    func `No screen contains a box, a bar, a symbol or a numeric date`(program: String, language: String)
        throws
    {
        let person = try Person(program)
        let help = try person.grammar().names.map { "help \($0)" } + ["help"]
        let arguments = ["--accessible", "--language", language]
        for screen in try person.screens(Transcript(of: program).lines.dropLast() + help, arguments) {
            // Settings, help, errors about a date and the commands that “check” names show dates as users type them, or
            // as a file has them.
            let isAboutTyping =
                ["help", "set", "due 三", "sight schedule 寺", "import 4.csv"].contains {
                    screen.line.hasPrefix($0)
                }
                || screen.line == "check"
            for line in screen.lines {
                #expect(line.unicodeScalars.allSatisfy(Self.isSpoken), "\(screen.line): \(line)")
                #expect(
                    line == line.trimmingCharacters(in: .whitespaces),
                    "\(screen.line): \(line)")
                #expect(
                    !line.contains("  "),
                    "\(screen.line): \(line)")
                #expect(
                    isAboutTyping || line.hasPrefix("sync_") || !line.contains(/\d+[-.\/] ?\d+[-.\/] ?\d+/)
                        || Self.isTyped(line, in: screen.line), "\(screen.line): \(line)")
            }
        }
    }

    /// Returns whether a screen reader can speak a character. Arrows, boxes, blocks, other symbols, escape
    /// sequences and tabs aren't allowed.
    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        !(0x2190...0x2BFF).contains(scalar.value) && scalar.value >= 0x20
    }

    /// Returns whether all dates in a line were typed by the user, or show how to type a date.
    private static func isTyped(_ line: String, in typed: String) -> Bool {
        line.matches(of: /\d[-.\/ \d]*\d/).allSatisfy { match in
            !match.output.contains(/[-.\/]/) || typed.contains(match.output) || match.output == "1.0.0"
                || line.hasPrefix("SQLite ")
        }
    }

    @Test(
        arguments: Transcript.all
    )
    func `Lists start with the count, and each entry shows its labels`(program: String) throws {
        let lines = try Transcript(of: program).lines
        let spoken = try Person.screens(program, lines, ["--accessible"])
        let data = try Person(program).screens(lines.map { $0 == "quit" ? $0 : "\($0) --json" })
        var lists = 0
        for (screen, json) in zip(spoken, data) {
            // Check only lists. The JSON of a list is an array, and its text has several paragraphs.
            guard json.text.hasPrefix("[\n"), screen.text.contains("\n\n") else { continue }
            lists += 1
            let entries = screen.text.components(separatedBy: "\n\n")
            let opening = entries[0].split(separator: "\n").last ?? ""
            #expect(opening.first?.isNumber == true, "\(screen.line): \(opening)")
            let lines = entries.dropFirst().joined(separator: "\n").split(separator: "\n")
            for (index, line) in lines.enumerated() {
                // Another list begins with its heading and its count.
                let isCount = line.first?.isNumber == true
                let isHeading = index + 1 < lines.count && lines[index + 1].first?.isNumber == true
                #expect(line.contains(": ") || isCount || isHeading, "\(screen.line): \(line)")
            }
        }
        #expect(lists > 2)
    }

    @Test
    func `With ACCESSIBLE, prompts, confirmations and errors are separate lines in the user's language`()
        throws
    {
        for (language, question, wrong) in [
            ("en", "Priority: low, medium or high: ", "Choose one of: "),
            ("pl", "Priorytet: low (niski), medium (średni) lub high (wysoki): ", "Do wyboru: "),
        ] {
            let person = try Person("portfolio", adding: ["ACCESSIBLE": "1", "TERM": "dumb"])
            let terminal = try person.terminal("--language", language, columns: 200)
            try terminal.sendLine("new Lem")
            try terminal.expectPrompt("Lem> ")
            try terminal.sendLine("priority")
            try terminal.expect(question)
            try terminal.sendLine("x")
            try terminal.expect(wrong)
            try terminal.expect(question)
            try terminal.send(.controlU)
            try terminal.sendLine("high")
            try terminal.expectPrompt("Lem> ")
            #expect(!terminal.rawOutput.contains(0x1B))
        }
    }
}
