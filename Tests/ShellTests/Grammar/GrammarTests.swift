import Localization
import Testing

@testable import Shell

@Suite("Grammar")
struct GrammarTests {
    private let grammar = Grammar(commands: [
        CommandDeclaration(
            "edit", aliases: ["change"], group: CommandGroup(plain("Books")), summary: plain("Edits."),
            parameters: [
                Parameter.required("book", .text, help: plain("The book.")).declaration,
                Parameter.optional("title", .text, help: plain("The title.")).declaration,
                Parameter.option("rating", .integer(in: 1...5), help: plain("The rating.")).declaration,
                Parameter.repeatedOption("tag", .text, help: plain("A tag.")).declaration,
                Parameter.flag("yes", help: plain("No question.")).declaration,
            ]),
        CommandDeclaration(
            "delete", group: CommandGroup(plain("Books")), summary: plain("Deletes."),
            parameters: [
                Parameter.rest("book", .text, minimum: 1, help: plain("Books.")).declaration
            ]),
        CommandDeclaration("list", group: CommandGroup(plain("Books")), summary: plain("Lists.")),
    ])

    private func parse(_ words: String...) throws -> Call {
        try grammar.parse(words)
    }

    @Test("A command is found by its name and by its other names")
    func names() throws {
        #expect(try parse("list").declaration.name == "list")
        #expect(try parse("change", "1").declaration.name == "edit")
    }

    @Test("The beginning of a name is not guessed to be the name")
    func prefixes() {
        #expect(throws: UsageError.unknownCommand("lis", nearest: ["list"])) { try parse("lis") }
    }

    @Test("An unknown command proposes those that are near, and none where none is")
    func unknownCommand() {
        #expect(throws: UsageError.unknownCommand("delte", nearest: ["delete"])) { try parse("delte") }
        #expect(throws: UsageError.unknownCommand("xyzzy", nearest: [])) { try parse("xyzzy") }
    }

    @Test("Words fill the arguments in order")
    func positionals() throws {
        #expect(try parse("edit", "12", "Solaris").values == ["book": ["12"], "title": ["Solaris"]])
    }

    @Test("Options stand anywhere, with a space or with an equals sign")
    func options() throws {
        let call = try parse("edit", "--rating", "4", "12", "--tag=a=b", "--yes", "--tag", "c")
        #expect(call.values == ["book": ["12"], "rating": ["4"], "tag": ["a=b", "c"], "yes": [""]])
    }

    @Test("Every argument can be given by its name, and the words fill the others")
    func byName() throws {
        let call = try parse("edit", "--book", "12", "Solaris")
        #expect(call.values == ["book": ["12"], "title": ["Solaris"]])
        #expect(try parse("delete", "--book", "a", "b", "--book=c").values == ["book": ["a", "c", "b"]])
    }

    @Test("After -- nothing is an option")
    func endOfOptions() throws {
        #expect(try parse("edit", "--", "--yes", "--").values == ["book": ["--yes"], "title": ["--"]])
    }

    @Test("Negative numbers and a hyphen alone are values", arguments: ["-1", "-.5", "-", "-2030-01-01"])
    func negative(_ word: String) throws {
        #expect(try grammar.parse(["edit", word]).values == ["book": [word]])
        #expect(try grammar.parse(["edit", "1", "--rating", word]).values["rating"] == [word])
    }

    @Test("An unknown option proposes those that are near")
    func unknownOption() {
        #expect(throws: UsageError.unknownOption("--ratng", command: "edit", nearest: ["--rating"])) {
            try parse("edit", "1", "--ratng", "4")
        }
        #expect(throws: UsageError.unknownOption("-x", command: "list", nearest: [])) {
            try parse("list", "-x")
        }
    }

    @Test("An option without its value is refused, also where another option follows")
    func missingValue() {
        for words in [["edit", "1", "--rating"], ["edit", "1", "--rating", "--yes"]] {
            #expect(throws: UsageError.missingValue(option: "--rating", placeholder: "1..5")) {
                try grammar.parse(words)
            }
        }
    }

    @Test("A flag with a value is refused")
    func unexpectedValue() {
        #expect(throws: UsageError.unexpectedValue(flag: "--yes")) { try parse("edit", "1", "--yes=no") }
    }

    @Test("An option given twice is refused, and so is an argument given twice by name")
    func repeated() {
        #expect(throws: UsageError.repeatedOption("--rating")) {
            try parse("edit", "1", "--rating", "1", "--rating=2")
        }
        #expect(throws: UsageError.repeatedOption("--book")) { try parse("edit", "--book=1", "--book=2") }
    }

    @Test("A word too many is refused and named, with the usage")
    func tooMany() {
        #expect(throws: UsageError.tooManyArguments("c", usage: Usage.line(of: grammar.commands[0]))) {
            try parse("edit", "a", "b", "c")
        }
    }

    @Test("A word behind a command that takes none is refused without a word about quotes")
    func unwanted() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration("undo", group: CommandGroup(plain("Changes")), summary: plain("Undoes."))
        ])
        let error = UsageError.unwantedArgument("3", usage: "undo")
        #expect(throws: error) { try grammar.parse(["undo", "3"]) }
        #expect(english.string(try #require(error.remedy)) == "Usage: undo")
    }

    @Test("An argument behind any number of words gets the last word, unless it is given by its name")
    func lastWord() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "shelve", group: CommandGroup(plain("Books")), summary: plain("Shelves."),
                parameters: [
                    Parameter.rest("book", .text, minimum: 1, help: plain("Books.")).declaration,
                    Parameter.required("shelf", .text, help: plain("The shelf.")).declaration,
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
        #expect(Usage.line(of: grammar.commands[0]) == "shelve BOOK… SHELF")
    }

    @Test("The first argument that is missing is known")
    func missing() throws {
        #expect(try parse("edit").missing?.name == "book")
        #expect(try parse("edit", "1").missing == nil)
        #expect(try parse("delete").missing?.name == "book")
    }

    @Test("Every command takes the universal options")
    func universal() throws {
        #expect(try parse("list", "--json").universal == ["json": [""]])
        #expect(try parse("list", "--format", "csv").universal == ["format": ["csv"]])
        #expect(try parse("edit", "--help").asksForHelp)
        #expect(try parse("edit", "-h").asksForHelp)
    }

    @Test("Who asks for help is not told of words too many")
    func helpFirst() throws {
        #expect(try parse("list", "too", "many", "--help").asksForHelp)
    }

    @Test("A command's own option comes before a universal one of the same name")
    func ownOption() throws {
        let grammar = Grammar(commands: [
            CommandDeclaration(
                "export", group: CommandGroup(plain("Files")), summary: plain("Exports."),
                parameters: [Parameter.option("format", .text, help: plain("The format.")).declaration])
        ])
        let call = try grammar.parse(["export", "--format", "goodreads"])
        #expect(call.values == ["format": ["goodreads"]])
        #expect(call.universal.isEmpty)
    }

    @Test("A usage line shows what must be there, what may be, and how often")
    func usage() {
        #expect(
            Usage.line(of: grammar.commands[0]) == "edit BOOK [TITLE] [--rating 1..5] [--tag TEXT]… [--yes]")
        #expect(Usage.line(of: grammar.commands[1]) == "delete BOOK…")
    }
}
