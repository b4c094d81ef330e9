import Localization
import Testing

@testable import Shell

@Suite("Grammar")
struct GrammarTests {
    private let grammar = Grammar(commands: [
        CommandDeclaration(
            "edit", aliases: ["change"], group: CommandGroup(plain("Books")), summary: plain("Edits."),
            parameters: [
                Parameter.required("book", .text, placeholder: plain("BOOK"), help: plain("The book."))
                    .declaration,
                Parameter.optional("title", .text, placeholder: plain("TITLE"), help: plain("The title."))
                    .declaration,
                Parameter.option("rating", .integer(in: 1...5), help: plain("The rating.")).declaration,
                Parameter.repeatedOption("tag", .text, help: plain("A tag.")).declaration,
                Parameter.flag("yes", help: plain("No question.")).declaration,
            ]),
        CommandDeclaration(
            "delete", group: CommandGroup(plain("Books")), summary: plain("Deletes."),
            parameters: [
                Parameter.rest(
                    "book", .text, minimum: 1, placeholder: plain("BOOK"), help: plain("Books.")
                ).declaration
            ]),
        CommandDeclaration("list", group: CommandGroup(plain("Books")), summary: plain("Lists.")),
    ])

    private func parse(_ words: String...) throws -> Call {
        try grammar.parse(words)
    }

    @Test func `A command is found by its name and its aliases`() throws {
        #expect(try parse("list").declaration.name == "list")
        #expect(try parse("change", "1").declaration.name == "edit")
    }

    @Test func `A prefix of a name isn't accepted as the name`() {
        #expect(throws: UsageError.unknownCommand("lis", nearest: ["list"])) { try parse("lis") }
    }

    @Test func `An unknown command suggests similar ones, if there are any`() {
        #expect(throws: UsageError.unknownCommand("delte", nearest: ["delete"])) { try parse("delte") }
        #expect(throws: UsageError.unknownCommand("xyzzy", nearest: [])) { try parse("xyzzy") }
    }

    @Test func `Words fill the arguments in order`() throws {
        #expect(try parse("edit", "12", "Solaris").values == ["book": ["12"], "title": ["Solaris"]])
    }

    @Test func `Options may be anywhere, with a space or an equals sign`() throws {
        let call = try parse("edit", "--rating", "4", "12", "--tag=a=b", "--yes", "--tag", "c")
        #expect(call.values == ["book": ["12"], "rating": ["4"], "tag": ["a=b", "c"], "yes": [""]])
    }

    @Test func `Every argument can be given by name, and the words fill the others`() throws {
        let call = try parse("edit", "--book", "12", "Solaris")
        #expect(call.values == ["book": ["12"], "title": ["Solaris"]])
        #expect(try parse("delete", "--book", "a", "b", "--book=c").values == ["book": ["a", "c", "b"]])
    }

    @Test func `After --, no word is an option`() throws {
        #expect(try parse("edit", "--", "--yes", "--").values == ["book": ["--yes"], "title": ["--"]])
    }

    @Test(arguments: ["-1", "-.5", "-", "-2030-01-01"])
    func `Negative numbers and a single hyphen are values`(_ word: String) throws {
        #expect(try grammar.parse(["edit", word]).values == ["book": [word]])
        #expect(try grammar.parse(["edit", "1", "--rating", word]).values["rating"] == [word])
    }

    @Test func `An unknown option suggests similar ones`() {
        #expect(throws: UsageError.unknownOption("--ratng", command: "edit", nearest: ["--rating"])) {
            try parse("edit", "1", "--ratng", "4")
        }
        #expect(throws: UsageError.unknownOption("-x", command: "list", nearest: [])) {
            try parse("list", "-x")
        }
    }

    @Test func `An option without its value is refused, even before another option`() {
        for words in [["edit", "1", "--rating"], ["edit", "1", "--rating", "--yes"]] {
            #expect(throws: UsageError.missingValue(option: "--rating", placeholder: plain("1..5"))) {
                try grammar.parse(words)
            }
        }
    }

    @Test func `A flag with a value is refused`() {
        #expect(throws: UsageError.unexpectedValue(flag: "--yes")) { try parse("edit", "1", "--yes=no") }
    }

    @Test func `A repeated option is refused, and so is an argument given by name twice`() {
        #expect(throws: UsageError.repeatedOption("--rating")) {
            try parse("edit", "1", "--rating", "1", "--rating=2")
        }
        #expect(throws: UsageError.repeatedOption("--book")) { try parse("edit", "--book=1", "--book=2") }
    }

    @Test func `A surplus word is refused and named with the usage`() {
        #expect(throws: UsageError.tooManyArguments("c", usage: Usage.line(of: grammar.commands[0]))) {
            try parse("edit", "a", "b", "c")
        }
    }

    @Test func `A surplus word after a command without arguments is refused without advice about quotes`()
        throws
    {
        let grammar = Grammar(commands: [
            CommandDeclaration("undo", group: CommandGroup(plain("Changes")), summary: plain("Undoes."))
        ])
        let error = #expect(throws: UsageError.self) { try grammar.parse(["undo", "3"]) }
        #expect(error?.problem == UsageError.unwantedArgument("3", usage: plain("undo")).problem)
        #expect(english.string(try #require(error?.remedy)) == "Usage: undo")
    }

    @Test func `An argument after a repeated one gets the last word unless it is given by name`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "shelve", group: CommandGroup(plain("Books")), summary: plain("Shelves."),
                parameters: [
                    Parameter.rest(
                        "book", .text, minimum: 1, placeholder: plain("BOOK"), help: plain("Books.")
                    ).declaration,
                    Parameter.required(
                        "shelf", .text, placeholder: plain("SHELF"), help: plain("The shelf.")
                    ).declaration,
                ])
        ])
        func values(_ words: String...) throws -> [String: [String]] {
            try grammar.parse(["shelve"] + words).values
        }
        #expect(try values("a", "b", "c") == ["book": ["a", "b"], "shelf": ["c"]])
        #expect(try values("a", "b") == ["book": ["a"], "shelf": ["b"]])
        #expect(try values("a") == ["book": ["a"]])
        #expect(try values() == [:])
        #expect(try values("--shelf", "c", "a", "b") == ["book": ["a", "b"], "shelf": ["c"]])
        #expect(try values("--book", "a", "c") == ["book": ["a"], "shelf": ["c"]])
        #expect(english.string(Usage.line(of: grammar.commands[0])) == "shelve BOOK… SHELF")
    }

    @Test func `The first missing argument is known`() throws {
        #expect(try parse("edit").missing?.name == "book")
        #expect(try parse("edit", "1").missing == nil)
        #expect(try parse("delete").missing?.name == "book")
    }

    @Test func `Every command accepts the universal options`() throws {
        #expect(try parse("list", "--json").universal == ["json": [""]])
        #expect(try parse("list", "--format", "csv").universal == ["format": ["csv"]])
        #expect(try parse("edit", "--help").asksForHelp)
        #expect(try parse("edit", "-h").asksForHelp)
    }

    @Test func `A surplus word is not an error if help is requested`() throws {
        #expect(try parse("list", "too", "many", "--help").asksForHelp)
    }

    @Test func `A command's own option hides a universal option of the same name`() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "export", group: CommandGroup(plain("Files")), summary: plain("Exports."),
                parameters: [Parameter.option("format", .text, help: plain("The format.")).declaration])
        ])
        let call = try grammar.parse(["export", "--format", "goodreads"])
        #expect(call.values == ["format": ["goodreads"]])
        #expect(call.universal.isEmpty)
    }

    @Test func `A usage line shows required, optional and repeated arguments`() {
        #expect(
            english.string(Usage.line(of: grammar.commands[0]))
                == "edit BOOK [TITLE] [--rating 1..5] [--tag TEXT]… [--yes]")
        #expect(english.string(Usage.line(of: grammar.commands[1])) == "delete BOOK…")
    }

    @Test func `The placeholders of a usage line are in the language of the help`() {
        let declaration = CommandDeclaration(
            "add", group: CommandGroup(plain("Books")), summary: plain("Adds."),
            parameters: [
                Parameter.required("text", .text, help: plain("")).declaration,
                Parameter.option("rating", ValueType<Int>.integer(in: 1...5).orNone, help: plain(""))
                    .declaration,
                Parameter.repeatedOption("date", ValueType<CivilDate>.day.orNone, help: plain(""))
                    .declaration,
            ])
        let line = Usage.line(of: declaration)
        #expect(english.string(line) == "add TEXT [--rating 1..5|none] [--date DATE|none]…")
        #expect(polish.string(line) == "add TEKST [--rating 1..5|none] [--date DATA|none]…")
        #expect(hungarian.string(line) == "add SZÖVEG [--rating 1..5|none] [--date DÁTUM|none]…")
    }
}
