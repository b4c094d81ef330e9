import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Command families")
struct CommandFamilyTests {
    private let grammar: Grammar

    init() {
        grammar = Grammar(commands: [
            TagCommand("add", aliases: ["tag new", "label"]).declaration, TagCommand("remove").declaration,
            CommandDeclaration(
                "mark", group: CommandGroup(plain("Books")), summary: plain("Marks."),
                parameters: [Parameter.required("book", .text, help: plain("The book.")).declaration]),
            CommandDeclaration(
                "mark all", group: CommandGroup(plain("Books")), summary: plain("Marks all.")),
            CommandDeclaration("send", group: CommandGroup(plain("Books")), summary: plain("Sends.")),
            CommandDeclaration("send off", group: CommandGroup(plain("Books")), summary: plain("Stops.")),
        ])
    }

    private func parse(_ words: String...) throws -> Call {
        try grammar.parse(words)
    }

    @Test func `A name of two words calls its command, and the following words are arguments`() throws {
        let call = try parse("tag", "remove", "polish")
        #expect(call.declaration.name == "tag remove")
        #expect(call.values == ["tag": ["polish"]])
    }

    @Test(arguments: [["tag", "new"], ["label"]])
    func `An alias has one word or two`(_ name: [String]) throws {
        let call = try grammar.parse(name + ["polish"])
        #expect(call.declaration.name == "tag add")
        #expect(call.values == ["tag": ["polish"]])
    }

    @Test func `The longer name wins, and -- makes its second word an argument of the shorter command`()
        throws
    {
        #expect(try parse("mark", "all").declaration.name == "mark all")
        #expect(try parse("mark", "solaris").declaration.name == "mark")
        let call = try parse("mark", "--", "all")
        #expect(call.declaration.name == "mark")
        #expect(call.values == ["book": ["all"]])
    }

    @Test func `The first word alone lists the commands of the family`() {
        let error = UsageError.incompleteCommand("tag", members: ["tag add", "tag remove"])
        #expect(throws: error) { try parse("tag") }
        #expect(throws: error) { try parse("tag", "--yes") }
        #expect(
            [error.problem, error.remedy].compactMap { $0 }.map { english.string($0) } == [
                "“tag” needs one more word.", "Choose one of: tag add or tag remove.",
            ])
    }

    @Test func `A wrong second word after a command without arguments suggests the commands of its family`() {
        #expect(throws: UsageError.unknownMember("send keep", members: ["send off"], nearest: [])) {
            try parse("send", "keep", "1")
        }
        #expect(throws: UsageError.unknownMember("send of", members: ["send off"], nearest: ["send off"])) {
            try parse("send", "of")
        }
    }

    @Test func `The second word alone suggests the commands that end with it`() {
        #expect(throws: UsageError.unknownCommand("remove", nearest: ["tag remove"])) {
            try parse("remove", "polish")
        }
    }

    @Test func `A wrong second word suggests similar commands, otherwise all commands of the family`() {
        let members = ["tag add", "tag remove"]
        #expect(throws: UsageError.unknownMember("tag ad", members: members, nearest: ["tag add"])) {
            try parse("tag", "ad", "polish")
        }
        #expect(throws: UsageError.unknownMember("tag xyzzy", members: members, nearest: [])) {
            try parse("tag", "xyzzy")
        }
    }

    @Test func `A wrong first word suggests the family, and joined words suggest the two words`() {
        #expect(throws: UsageError.unknownCommand("tga", nearest: ["tag"])) {
            try parse("tga", "add", "polish")
        }
        #expect(throws: UsageError.unknownCommand("tag-remove", nearest: ["tag remove"])) {
            try parse("tag-remove", "polish")
        }
    }

    @Test func `A command of two words runs and knows its name`() async {
        #expect(await runShelf(["-c", "tag add polish"]).output == "tag add: polish\n")
        #expect(await runShelf(["tag", "new", "polish"]).output == "tag add: polish\n")
        #expect(await runScript("tag remove polish\n").log.executed == ["tag remove"])
        let alone = await runShelf(["-c", "tag"])
        #expect(alone.code == 64)
        #expect(alone.diagnostics.contains("“tag” needs one more word."))
    }
}
