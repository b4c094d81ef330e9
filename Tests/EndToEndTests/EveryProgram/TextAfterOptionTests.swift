import TestSupport
import Testing

@Suite("Texts after the value of an option, in every program", .level(.default))
struct TextAfterOptionTests {
    /// Lines of a program: the data for the others, lines that are refused, with the words that the message
    /// names and a correction that it shows, and lines that are accepted.
    struct Lines: CustomTestStringConvertible, Sendable {
        let program: String
        let setup: [String]
        let refused: [(line: String, words: String, correction: String)]
        let accepted: [String]
        /// Prints the program's data.
        let listing: String

        var testDescription: String { program }
    }

    static let all = [
        Lines(
            program: "mybooks", setup: ["add Solaris Lem"],
            refused: [
                ("quote add 1 We need --note from the film", "the film", #"--note "from the film""#),
                (
                    "quote add 1 --page 72 We need mirrors", "We need mirrors",
                    #"--page "72 We need" mirrors"#
                ),
            ],
            accepted: [
                #"quote add 1 We need mirrors --note "from the film""#,
                #"quote add --page 72 1 "We need mirrors""#, "search --format json war",
                "search --json war and peace", "search --format json war and peace",
            ],
            listing: "quotes --csv"),
        Lines(
            program: "itour", setup: ["add Porto", "open Porto"],
            refused: [
                (
                    "sight add Ribeira --note closed on Mondays", "on Mondays",
                    #"--note "closed on Mondays""#
                ),
                (
                    "sight add --note closed on Mondays Ribeira", "on Mondays Ribeira",
                    #"--note "closed on Mondays" Ribeira"#
                ),
            ],
            accepted: [
                #"sight add Ribeira --note "closed on Mondays""#, "sight add --in porto Ribeira",
                #"sight add --in porto "Ribeira Market""#,
                #"date --zone Europe/Lisbon "2031-05-01 2031-05-04""#, "date 2031-05-01 --end 4 May 2031",
            ],
            listing: "sight list --csv"),
        Lines(
            program: "moonshot", setup: [], refused: [],
            accepted: [
                "note 11 First --format json landing there", "mission --format json Apollo 11",
                "note 11 First landing there --format json", #"mission --format json "Apollo 11""#,
                "mission --json Apollo 11",
            ],
            listing: "note 11"),
        Lines(
            program: "portfolio", setup: [],
            refused: [
                ("new Fix login --content the old page", "old page", #"--content "the old page""#),
                ("new --content the old page Fix", "old page Fix", #"--content "the old page" Fix"#),
            ],
            accepted: [
                #"new Fix login --content "the old page""#, "new --priority high Fix",
                #"new --priority high "Fix login""#, "new --priority high Fix login",
                "new --due friday Buy milk #work --yes", "edit 1 --due friday !low #work Home page",
                "edit --where milk due:friday !low #work --yes", "note --issue 1 Called the printer",
            ],
            listing: "list --csv"),
    ]

    @Test(arguments: all)
    func `Unclear words are refused with the lines to type, and nothing is stored`(_ lines: Lines) throws {
        let person = try Person(lines.program)
        let script = lines.setup + [lines.listing] + lines.refused.map(\.line) + [lines.listing]
        let screens = try person.screens(script)
        #expect(screens[lines.setup.count].text == screens.last?.text)
        for (refused, screen) in zip(lines.refused, screens.dropFirst(lines.setup.count + 1)) {
            #expect(screen.text.contains("unclear whether “\(refused.words)” belongs to"), "\(screen.text)")
            #expect(screen.text.contains("Write “"))
            #expect(screen.text.contains(refused.correction))
        }
        // The same words as arguments of the command line.
        for refused in lines.refused where !refused.line.contains("\"") {
            let words = refused.line.split(separator: " ").map(String.init)
            let result = try TestSupport.run(
                person.path, words, stdin: "", environment: person.environment,
                workingDirectory: person.home.path)
            #expect(result.status == .exited(64), "\(refused.line): \(result.stdout)\(result.stderr)")
            #expect(result.stderr.contains("“\(refused.words)”"), "\(refused.line): \(result.stderr)")
        }
    }

    @Test(arguments: all)
    func `Texts in quotes, single words and words after a flag are accepted`(_ lines: Lines) throws {
        let screens = try Person(lines.program).screens(lines.setup + lines.accepted)
        for screen in screens {
            #expect(!screen.text.contains("unclear"), "\(screen)")
            #expect(!screen.text.contains("Usage:"), "\(screen)")
            #expect(!screen.text.contains("too many"), "\(screen)")
        }
    }

    @Test func `The values of the accepted lines are as written`() throws {
        let traveller = try Person("itour")
        _ = try traveller.screens(["add Porto"])
        let added = try traveller.run(
            "sight", "add", "--in", "porto", "--note", "closed on Mondays", "Ribeira Market", "--json")
        #expect(added.status == .exited(0), "\(added.stderr)")
        #expect(try added.object["name"] as? String == "Ribeira Market")
        #expect(try added.object["note"] as? String == "closed on Mondays")
    }

    @Test(arguments: [
        ("pl", "Nie wiadomo, czy „on Mondays” należy do --note", "Napisz „sight add Ribeira "),
        ("hu", "Nem egyértelmű, hogy az „on Mondays” a --note", "Írd ezt: „sight add Ribeira "),
    ])
    func `The refusal is in the user's language`(language: String, problem: String, remedy: String) throws {
        let traveller = try Person("itour")
        _ = try traveller.screens(["add Porto"])
        let result = try traveller.run(
            "--language", language, "sight", "add", "Ribeira", "--note", "closed", "on", "Mondays", "--in",
            "porto")
        #expect(result.stderr.contains(problem), "\(result.stderr)")
        #expect(result.stderr.contains(remedy + #"--note "closed on Mondays""#), "\(result.stderr)")
    }
}
