import Foundation
import TestSupport
import Testing

@Suite("Terminal sessions of moonshot", .level(.default))
struct MoonshotTerminalTests {
    @Test func `A session opens a mission, its crew and back, and the prompt shows the path`() throws {
        let stargazer = try Stargazer()
        let terminal = try stargazer.shell()
        let page = try terminal.run("mission apollo11", prompt: "moonshot / Apollo 11> ")
        for part in [
            "Jul 16, 1969", "Sea of Tranquility", "1  Neil A. Armstrong", "◆", ".-------.",
        ] {
            #expect(page.contains(part), "\(part) in \(page)")
        }
        #expect(
            try terminal.run("crew 2", prompt: "moonshot / Apollo 11 / Michael Collins> ").contains("Rome"))
        try terminal.run("next", prompt: "moonshot / Apollo 11 / Buzz Aldrin> ")
        #expect(
            try terminal.run("next", prompt: "moonshot / Apollo 11 / Buzz Aldrin> ").contains("is the last"))
        try terminal.run("back", prompt: "moonshot / Apollo 11> ")
        // Typing only an astronaut's name opens the astronaut.
        try terminal.run("armstrong", prompt: "moonshot / Apollo 11 / Neil A. Armstrong> ")
        #expect(try terminal.run("show", prompt: "Neil A. Armstrong> ").contains("Wapakoneta"))
        // Typing only a part of a name is reported as an unknown command.
        #expect(try terminal.run("roo", prompt: "Neil A. Armstrong> ").contains("roo"))
        try terminal.run("back", prompt: "moonshot / Apollo 11> ")
        try terminal.run("next", prompt: "moonshot / Apollo 12> ")
        try terminal.run("previous", prompt: "moonshot / Apollo 11> ")
        try terminal.run("open 17", prompt: "moonshot / Apollo 17> ")
        #expect(try terminal.run("next", prompt: "moonshot / Apollo 17> ").contains("is the last"))
        try terminal.run("back", prompt: "moonshot> ")
        #expect(try terminal.run("back", prompt: "moonshot> ").contains("Nothing is open"))
        #expect(try terminal.run("armstrong", prompt: "moonshot> ").contains("armstrong"))
        try terminal.run("astronaut lovell", prompt: "moonshot / James A. Lovell Jr.> ")
        #expect(try terminal.run("crew 1", prompt: "Lovell Jr.> ").contains("No mission is open"))
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `The order setting applies to the lists of a prompt, and not to scripts`() throws {
        let stargazer = try Stargazer()
        let usual = try stargazer.moonshot("missions", "--json").stdout
        let sorted = try stargazer.moonshot("missions", "--json", "--sort", "days").stdout
        #expect(sorted != usual)
        let terminal = try stargazer.shell()
        let before = try terminal.run("missions", prompt: "moonshot> ")
        try terminal.run("set sort days", prompt: "moonshot> ")
        #expect(try terminal.run("missions", prompt: "moonshot> ") != before)
        #expect(try terminal.run("missions --sort number", prompt: "moonshot> ").contains("Apollo 7"))
        #expect(try stargazer.moonshot("missions", "--json").stdout == usual)
    }

    @Test func `The layout is remembered, and --layout applies once`() throws {
        let stargazer = try Stargazer()
        let first = try stargazer.shell()
        #expect(try first.run("missions", prompt: "moonshot> ").contains(".-------."))
        #expect(!(try first.run("missions --layout list", prompt: "moonshot> ").contains(".-------.")))
        #expect(try first.run("missions", prompt: "moonshot> ").contains(".-------."))
        try first.run("layout list", prompt: "moonshot> ")
        #expect(!(try first.run("missions", prompt: "moonshot> ").contains(".-------.")))
        try first.sendLine("quit")
        #expect(try first.waitForExit() == .exited(0))
        let second = try stargazer.shell()
        #expect(try second.run("missions", prompt: "moonshot> ").contains("──"))
        try second.run("set layout default", prompt: "moonshot> ")
        #expect(try second.run("missions", prompt: "moonshot> ").contains(".-------."))
    }

    @Test func `A quiz with a seed repeats its ten questions and counts the correct answers`() throws {
        let stargazer = try Stargazer()
        let answers = try stargazer.moonshot(
            "quiz", "--seed", "7", "--answers", "1,1,1,1,1,1,1,1,1,1", "--json")
        let questions = try #require(answers.object["questions"] as? [[String: Any]])
        #expect(questions.count == 10)
        let terminal = try stargazer.shell()
        try terminal.sendLine("quiz --seed 7")
        for (index, question) in questions.enumerated() {
            try terminal.expect("Question \(index + 1) of 10: ")
            let shown = try terminal.expectPrompt("Your answer: ")
            let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(question["question"] as? String ?? "?"))
            if index == 0 {
                try terminal.sendLine("9")
                try terminal.expect("isn't one of the answers")
                // When the question is repeated, the line is empty.
                try terminal.expectPrompt("Your answer: ")
            }
            try terminal.sendLine(question["answer"] as? String ?? "")
            try terminal.expect("Right.")
        }
        try terminal.expect("10 of 10 right.")
        try terminal.expectPrompt("moonshot> ")
        try terminal.sendLine("quiz --seed 7")
        try terminal.expectPrompt("Your answer: ")
        try terminal.send(.controlC)
        try terminal.expectPrompt("moonshot> ")
        // After an answer, Ctrl-C keeps the score so far.
        try terminal.sendLine("quiz --seed 7")
        try terminal.expectPrompt("Your answer: ")
        try terminal.sendLine(questions[0]["answer"] as? String ?? "")
        try terminal.expect("Right.")
        try terminal.expectPrompt("Your answer: ")
        try terminal.send(.controlC)
        try terminal.expect("1 of 1 right.")
        try terminal.expectPrompt("moonshot> ")
        #expect(try terminal.run("quiz --records", prompt: "moonshot> ").contains("normal"))
        // In accessible mode, the quiz asks the same questions, with one answer per line.
        let listener = try stargazer.shell("--accessible")
        try listener.sendLine("quiz --seed 7")
        try listener.expect("Question 1 of 10: ")
        try listener.expect("\n1) ")
        try listener.expectPrompt("Your answer: ")
    }

    @Test func `A quiz with machine-readable results still asks in text`() throws {
        let stargazer = try Stargazer()
        let terminal = try stargazer.shell("--json")
        try terminal.sendLine("quiz --seed 7")
        let question = try terminal.expectPrompt("Your answer: ")
        #expect(question.contains("Question 1 of 10: "))
        #expect(question.contains("1) "))
        #expect(!question.contains("{"))
    }

    @Test func `Writing the same note again changes nothing`() throws {
        let stargazer = try Stargazer()
        let result = try stargazer.script("note 11 X", "note 11 X", "note 11 Y", "undo", "note 11", "undo")
        let expected = [
            "Wrote a note about Apollo 11.",
            "The note about Apollo 11 already has this text. Nothing changed.",
            "Replaced the note about Apollo 11.", "Undone: Replaced the note about Apollo 11.", "X",
            "Undone: Wrote a note about Apollo 11.",
        ]
        #expect(result.stdout.split(separator: "\n").map(String.init) == expected)
    }

    @Test(arguments: [
        ("pl", "Notatka o misji Apollo 11 już tak brzmi. Nic się nie zmieniło."),
        ("hu", "Az Apollo–11 jegyzetének már ez a szövege. Semmi sem változott."),
    ])
    func `In other languages, a repeated note is reported, and the mission isn't part of its text`(
        language: String, sentence: String
    ) throws {
        let result = try Stargazer().script("note 11 X", "note 11 X", arguments: ["--language", language])
        #expect(result.stdout.hasSuffix("\n\(sentence)\n"), "\(result.stdout)")
    }

    @Test func `A note belongs to the open mission unless it begins with another one`() throws {
        let stargazer = try Stargazer()
        let result = try stargazer.script(
            "mission 11", "note They came in peace", "note", "note #8 Earthrise", "crew 2", "note \"Alone\"",
            "note 3x", "note --delete --yes", "notes --json", arguments: ["--keep-going"])
        #expect(result.stdout.contains("Wrote a note about Apollo 11.\nThey came in peace\n"))
        #expect(result.stdout.contains("Wrote a note about Apollo 8."))
        #expect(result.stdout.contains("Replaced the note about Apollo 11."))
        #expect(result.stdout.contains("Deleted the note about Apollo 11."))
        #expect(result.stderr.contains("There is no mission “3x”."))
        #expect(result.stdout.contains("\"Earthrise\""))
        #expect(!result.stdout.contains("\"Alone\""))
        // `--quiet` suppresses confirmations, but not the note that the user requested.
        let quiet = try stargazer.script("note 8", "note 8 Earth", "note 8", arguments: ["--quiet"])
        #expect(quiet.stdout == "Earthrise\nEarth\n")
        let nothing = try stargazer.script("note")
        #expect(nothing.status == .exited(1))
        #expect(nothing.stderr.contains("Nothing is open."))
        let terminal = try stargazer.shell()
        try terminal.run("mission 11", prompt: "moonshot / Apollo 11> ")
        #expect(
            try terminal.run("note hello there", prompt: "Apollo 11> ").contains(
                "Wrote a note about Apollo 11."))
        #expect(try terminal.run("note", prompt: "Apollo 11> ").contains("hello there"))
    }

    @Test func `Missions are found as users type them, also if the language writes a dash`() throws {
        let stargazer = try Stargazer()
        for language in ["en", "pl", "hu"] {
            for name in ["Apollo 11", "apollo-11", "Apollo–11", "apollo11"] {
                let found = try stargazer.moonshot("--language", language, "--json", "search", name).object
                let missions = found["missions"] as? [[String: Any]] ?? []
                #expect(missions.contains { $0["id"] as? Int == 11 }, "\(language): \(name)")
            }
            let typo = try stargazer.moonshot("--language", language, "mission", "apolo")
            #expect(typo.stderr.contains(language == "hu" ? "Apollo–7" : "Apollo 7"), "\(typo.stderr)")
            #expect(
                try stargazer.moonshot("--language", language, "--json", "missions", "--sort", "site").stdout
                    == stargazer.moonshot("--json", "missions", "--sort", "site").stdout)
        }
    }

    @Test func `The language can be changed during a session, and open records stay open`() throws {
        let stargazer = try Stargazer()
        let terminal = try stargazer.shell()
        try terminal.run("favourite 12", prompt: "moonshot> ")
        try terminal.run("mission 11", prompt: "moonshot / Apollo 11> ")
        try terminal.run("set language hu", prompt: "moonshot / Apollo–11> ")
        let page = try terminal.run("show", prompt: "moonshot / Apollo–11> ")
        #expect(page.contains("1969. júl. 16."))
        #expect(page.contains("Nyugalom tengere"))
        #expect(try terminal.run("undo", prompt: "moonshot / Apollo–11> ").contains("Apollo"))
        #expect(!(try terminal.run("undo", prompt: "moonshot / Apollo–11> ").contains("Undone")))
        #expect(try terminal.run("set language pl", prompt: "moonshot / Apollo 11> ").contains("pl"))
        #expect(try terminal.run("show", prompt: "moonshot / Apollo 11> ").contains("16 lip 1969"))
    }

    @Test func `Tab completes missions, astronauts and the open mission's crew`() throws {
        let stargazer = try Stargazer()
        let terminal = try stargazer.shell()
        try terminal.send("astronaut arms\t")
        try terminal.expect("armstrong")
        try terminal.send(.enter)
        try terminal.expectPrompt("moonshot / Neil A. Armstrong> ")
        try terminal.run("mission 8", prompt: "moonshot / Apollo 8> ")
        try terminal.send("crew bor\t")
        try terminal.expect("borman")
        try terminal.send(.enter)
        try terminal.expectPrompt("moonshot / Apollo 8 / Frank F. Borman II> ")
    }
}
