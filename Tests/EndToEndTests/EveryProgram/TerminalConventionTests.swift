import Foundation
import TestSupport
import Testing

@Suite("Terminal conventions", .level(.default))
struct TerminalConventionTests {
    @Test func `Tab completes files and authors at their arguments`() throws {
        let person = try Person("mybooks")
        try person.home.write("[]", to: "My Books.json")
        try person.run("add", "Solaris", "Stanisław Lem")
        let terminal = try person.terminal()
        // A completed file name that contains a space is quoted.
        try terminal.send("import my\t")
        try terminal.expect("\"My Books.json\" ")
        try terminal.send(.enter)
        try terminal.expect("Added 0")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send("add Fiasco stanisl\t")
        try terminal.expect("\"Stanisław Lem\" ")
        try terminal.send(.enter)
        try terminal.expect("Added “Fiasco” by Stanisław Lem")
        try terminal.expectPrompt("mybooks> ")
        // An answer to a question is completed without quotes.
        try terminal.sendLine("add Eden")
        try terminal.expectPrompt("Author: ")
        try terminal.send("stan\t")
        try terminal.send(.enter)
        try terminal.expect("Added “Eden” by Stanisław Lem")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test func `Tab completes files, date words and live values in the other programs`() throws {
        let planner = try Person("itour")
        try planner.run("add", "Łódź")
        let terminal = try planner.terminal()
        try terminal.send("import 5\t")
        try terminal.expect("import 5.geojson ")
        try terminal.send(" --into lod\t")
        try terminal.expect("Łódź")
        try terminal.send(.enter)
        try terminal.expect("Added 0 destinations and 1 sight")
        try terminal.expectPrompt("itour> ")
        try terminal.send("edit 1 --date tom\t")
        try terminal.expect("tomorrow ")
        try terminal.send(.controlU)
        let tracker = try Person("portfolio")
        let issues = try tracker.terminal()
        try issues.send("content --file 4\t")
        try issues.expect("4.csv ")
        try issues.send(.controlU)
    }

    @Test(arguments: Transcript.programs)
    func `Key bindings of the user's inputrc work`(program: String) throws {
        let person = try Person(program)
        try person.home.write(
            "\"\\C-g\": \"echo bound\\n\"\n\"\\ew\": backward-kill-word\n$if \(program)\n\"\\C-o\": \"echo own\\n\"\n$endif\n",
            to: "home/.inputrc")
        let terminal = try person.terminal()
        try terminal.send("\u{7}")
        try terminal.expect("echo bound\nbound\n")
        try terminal.expectPrompt("\(program)> ")
        try terminal.send("echo one two\u{1B}wthree\r")
        try terminal.expect("\none three\n")
        try terminal.expectPrompt("\(program)> ")
        // This key is bound in a section of the file that applies only to this program.
        try terminal.send("\u{0F}")
        try terminal.expect("echo own\nown\n")
        try terminal.expectPrompt("\(program)> ")
    }

    @Test(arguments: Transcript.programs)
    func `The vi mode works in every program, also from INPUTRC`(program: String) throws {
        let person = try Person(program)
        try person.home.write("set editing-mode vi\n", to: "vi.rc")
        let terminal = try person.terminal(adding: ["INPUTRC": person.home.file("vi.rc")])
        try terminal.send("echo wrong")
        try terminal.send(.escape)
        // Type `b` to go to the beginning of the last word, and `cw` to change the word.
        try terminal.send("bcwright\r")
        try terminal.expect("\nright\n")
        try terminal.expectPrompt("\(program)> ")
        // Type `k` to recall the previous line.
        try terminal.send(.escape)
        try terminal.send("k\r")
        try terminal.expect("\nright\n")
        try terminal.expectPrompt("\(program)> ")
    }

    @Test func `A pager gets the user's LESS, or FRX if it isn't set`() throws {
        for (given, expected) in [(nil, "FRX"), ("", ""), ("-S", "-S")] as [(String?, String)] {
            var additions = ["PAGER": "./pager"]
            additions["LESS"] = given
            let person = try Person("moonshot", adding: additions)
            try person.home.writeScript(#"echo "LESS is [$LESS]."; cat"#, to: "pager")
            let terminal = try person.terminal(rows: 5)
            try terminal.sendLine("missions")
            try terminal.expect("LESS is [\(expected)].")
            try terminal.expect("Apollo 17")
            try terminal.expectPrompt("moonshot> ")
        }
    }

    @Test(.enabled(if: OperatingSystemShellTests.isInstalled("less"), "less isn't installed"))
    func `If PAGER isn't set, less shows long output and leaves it on the screen`() throws {
        let person = try Person("moonshot")
        var environment = person.environment
        environment["PAGER"] = nil
        environment["LESS"] = nil
        let terminal = try PseudoTerminal(
            person.path, [], environment: environment, workingDirectory: person.home.path, columns: 80,
            rows: 10)
        try terminal.expectPrompt("moonshot> ")
        try terminal.sendLine("missions")
        try terminal.expect("Apollo 1")
        try terminal.send("q")
        try terminal.expectPrompt("moonshot> ")
        // The program passes the option X to less, so less doesn't switch to the alternate screen, which
        // would clear the output.
        #expect(!String(decoding: terminal.rawOutput, as: UTF8.self).contains("\u{1B}[?1049h"))
    }

    @Test func `A Hungarian session has questions, answers, dates, errors and undo in Hungarian`() throws {
        let person = try Person("mybooks", locale: "hu_HU.UTF-8")
        let terminal = try person.terminal(columns: 200)
        #expect(terminal.output.contains("Olvasónapló"))
        for (line, expected) in [
            ("add", "Cím: "), ("", "Cím: "), ("Az ajtó", "Szerző: "), ("Szabó Magda", "mybooks> "),
            ("edit ajtó --started tegnap", "mybooks> "), ("status 1 olvasom", "mybooks> "),
            ("delete ajtó", "[i/N] "), ("talán", "[i/N] "), ("n", "mybooks> "), ("lits", "mybooks> "),
            ("rate 1 9", "mybooks> "), ("list", "mybooks> "), ("delete ajtó", "[i/N] "), ("i", "mybooks> "),
            ("undo", "mybooks> "), ("set dates long", "mybooks> "), ("show 1", "mybooks> "),
        ] {
            try terminal.sendLine(line)
            try terminal.expectPrompt(expected)
        }
        let shown = terminal.output
        for words in [
            "Szabó Magda", "Nincs „lits” parancs", "„list”", "Törölve", "Visszavonva", "1 könyv",
        ] {
            #expect(shown.contains(words), "\(words) in \(shown)")
        }
        #expect(!shown.contains("There is"))
        #expect(!shown.contains("Added"))
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: ["itour", "moonshot", "portfolio"])
    func `A Polish session works in each of the other programs`(program: String) throws {
        let lines = [
            "itour": [
                ("add Łódź --date jutro", "Dodano „Łódź”"), ("back", "Zamknięto"), ("delete lodz", "[t/N]"),
                ("n", "Niczego nie usunięto"), ("show Lodz", "Łódź"),
            ],
            "moonshot": [
                ("mission 11", "16 lip 1969"), ("crew 9", "Apollo 11"), ("back", "Zamknięto"),
                ("show", "Nic nie jest otwarte"),
            ],
            "portfolio": [
                ("new Żółw", "Żółw"), ("priority hihg", "high"), ("back", "Zamknięto"),
                ("delete zolw", "[t/N]"), ("t", "Usunięto"), ("undo", "Cofnięto"),
            ],
        ]
        let person = try Person(program, locale: "pl_PL.UTF-8")
        let terminal = try person.terminal(columns: 200)
        for (line, expected) in lines[program] ?? [] {
            try terminal.sendLine(line)
            try terminal.expect(expected)
            if !expected.hasPrefix("[") { try terminal.expect("> ") }
        }
    }
}
