import Localization
import Testing

@testable import Shell

@Suite("Texts of several words")
struct TextArgumentTests {
    private let grammar = Grammar(commands: [
        CommandDeclaration(
            "add", group: CommandGroup(plain("Sights")), summary: plain("Adds."),
            parameters: [
                Parameter.words(
                    "name", .nonBlank, minimum: 1, placeholder: plain("NAME"), help: plain("The name.")
                ).declaration,
                Parameter.option("note", .text, help: plain("A note.")).declaration,
                Parameter.option("year", .integer(in: 1...3000), help: plain("A year.")).declaration,
                Parameter.flag("visited", help: plain("Visited.")).declaration,
                Parameter.option(
                    "status", .choice([Choice("on-shelf", 1), Choice("lent", 2)]), help: plain("A status.")
                ).declaration,
                Parameter.option(
                    "in", ValueType<String>.text.oneWord { $0.allSatisfy(\.isNumber) }, help: plain("A trip.")
                ).declaration,
            ]),
        CommandDeclaration(
            "quote", group: CommandGroup(plain("Sights")), summary: plain("Quotes."),
            parameters: [
                Parameter.required("book", .text, placeholder: plain("BOOK"), help: plain("The book."))
                    .declaration,
                Parameter.words("text", .text, placeholder: plain("TEXT"), help: plain("The text."))
                    .declaration,
                Parameter.option("page", .integer(in: 1...3000), help: plain("The page.")).declaration,
            ]),
        CommandDeclaration(
            "shelve", group: CommandGroup(plain("Sights")), summary: plain("Shelves."),
            parameters: [
                Parameter.rest("book", .text, placeholder: plain("BOOK"), help: plain("Books.")).declaration,
                Parameter.option("note", .text, help: plain("A note.")).declaration,
            ]),
    ])

    private func values(_ line: String) throws -> [String: [String]] {
        try grammar.parse(Tokenizer.words(of: line)).values
    }

    private func refusal(_ line: String) throws -> [String] {
        let error = try #require(throws: UsageError.self) { try values(line) }
        return [error.problem, error.remedy].compactMap { $0 }.map { english.string($0) }
    }

    @Test(arguments: [
        "add Ribeira Market", "add Ribeira Market --note closed", "add --visited Ribeira Market",
        "add Ribeira --visited Market", "add Ribeira Market --note \"closed on Mondays\" --visited",
        "add --json Ribeira Market",
    ])
    func `A text of several words needs no quotes before the values of options`(_ line: String) throws {
        #expect(try values(line)["name"] == ["Ribeira", "Market"])
    }

    @Test(arguments: [
        "add --note closed Ribeira", "add --year 1961 --note=closed Ribeira",
        "add --note closed --visited Ribeira",
    ])
    func `One word may follow the value of an option`(_ line: String) throws {
        #expect(try values(line)["name"] == ["Ribeira"])
        #expect(try values(line)["note"] == ["closed"])
    }

    @Test func `A text in quotes may follow the value of an option`() throws {
        #expect(try values("add --year 1961 \"Ribeira Market\"")["name"] == ["Ribeira Market"])
        #expect(try values("add --year 1961 Ribeira\\ Market")["name"] == ["Ribeira Market"])
        // An argument of the command line with spaces is one word.
        #expect(
            try grammar.parse(["add", "--note", "closed on Mondays", "Ribeira Market"]).values
                == ["name": ["Ribeira Market"], "note": ["closed on Mondays"]])
        #expect(
            try values("quote --page 72 Solaris \"We need mirrors.\"")
                == ["book": ["Solaris"], "page": ["72"], "text": ["We need mirrors."]])
    }

    @Test func `A text from before an option can't go on after its value`() throws {
        #expect(
            try refusal("add Ribeira --note closed on Mondays") == [
                "It is unclear whether “on Mondays” belongs to --note or to NAME.",
                "Write “add Ribeira --note \"closed on Mondays\"” or “add Ribeira on Mondays --note closed”.",
            ])
        #expect(
            try refusal("add Ribeira --note=closed Mondays")[1]
                == "Write “add Ribeira --note=\"closed Mondays\"” or “add Ribeira Mondays --note=closed”.")
        // Quotes around only a part of a text don't help.
        #expect(try refusal("add Ribeira --note closed \"on Mondays\"")[0].contains("“on Mondays”"))
        #expect(try refusal("add Ribeira --visited --note closed --json on Mondays")[0].contains("--note"))
        #expect(try refusal("add Ribeira --note closed on --year 1961 Mondays")[0].contains("“on”"))
        #expect(
            try refusal("add \"Ribeira Market\" --note closed on")[1]
                == "Write “add \"Ribeira Market\" --note \"closed on\"” or "
                + "“add \"Ribeira Market\" on --note closed”.")
    }

    @Test func `A text that begins after the value of an option must be one word`() throws {
        #expect(
            try refusal("add --note closed on Mondays Ribeira") == [
                "It is unclear whether “on Mondays Ribeira” belongs to --note or to NAME.",
                "Write “add --note \"closed on Mondays\" Ribeira” or “add on Mondays Ribeira --note closed”.",
            ])
    }

    @Test(arguments: [
        "add Ribeira --year 1961 Market", "add --year 1961 Ribeira Market", "add --in 12 Ribeira Market",
        "add --status lent Ribeira Market", "add --note closed -- Ribeira Market",
        "add --json --year 1961 Ribeira --visited Market",
    ])
    func `Nothing is unclear after a value that can't have more words`(_ line: String) throws {
        #expect(try values(line)["name"] == ["Ribeira", "Market"])
    }

    @Test func `The advice shows only values that the option accepts`() throws {
        #expect(
            try refusal("add Ribeira --status on shelf") == [
                "It is unclear whether “shelf” belongs to --status or to NAME.",
                "Write “add Ribeira --status \"on shelf\"”.",
            ])
        #expect(
            try refusal("add --status on shelf Ribeira Market")[1]
                == "Write “add --status \"on shelf\" Ribeira Market”.")
        #expect(try refusal("add --in porto Ribeira Market")[0].contains("“Ribeira Market” belongs to --in"))
    }

    @Test func `The advice repeats the other words as they were typed`() throws {
        #expect(
            try refusal("add Dog's a\\ b \"c d\" --note=closed on")[1]
                == "Write “add Dog's a\" \"b \"c d\" --note=\"closed on\"” or "
                + "“add Dog's a\" \"b \"c d\" on --note=closed”.")
        let error = try #require(throws: UsageError.self) {
            try grammar.parse(["add", "Ribeira Market", "--note", "closed", "on"])
        }
        let remedy = try #require(error.remedy)
        #expect(
            english.string(remedy)
                == "Write “add \"Ribeira Market\" --note \"closed on\"” or "
                + "“add \"Ribeira Market\" on --note closed”.")
    }

    @Test func `“text:” marks a text, unless it is in quotes`() throws {
        #expect(try values("add text:hello text:a:b") == ["name": ["hello", "a:b"]])
        #expect(try values("quote Solaris Text:hello") == ["book": ["Solaris"], "text": ["hello"]])
        #expect(try values("add text: \"text:hello\"") == ["name": ["text:", "text:hello"]])
        #expect(try values("add --note text:hello Ribeira")["note"] == ["text:hello"])
        #expect(try values("shelve text:hello") == ["book": ["text:hello"]])
    }

    @Test func `A text that is given by name is complete`() throws {
        #expect(try values("add --name Ribeira --name Market")["name"] == ["Ribeira", "Market"])
        for line in ["add --name Ribeira Market", "add Market --name Ribeira"] {
            #expect(
                throws: UsageError.tooManyArguments("Market", usage: Usage.line(of: grammar.commands[0]))
            ) { try values(line) }
        }
    }

    @Test func `A list of several arguments may go on after the value of an option`() throws {
        #expect(try values("shelve a --note x b c") == ["book": ["a", "b", "c"], "note": ["x"]])
        #expect(
            try values("quote --page 72 Solaris") == ["book": ["Solaris"], "page": ["72"]])
    }

    @Test func `The help is shown although a text is unclear`() throws {
        #expect(try grammar.parse(["add", "a", "--note", "b", "c", "--help"]).asksForHelp)
    }
}
