import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Optional arguments")
struct OptionalArgumentTests {
    private let grammar = Grammar(commands: [
        command("tag", [.optional("issue", .text, help: plain("")), .required("tag", .text)]),
        command("tag new", [.optional("name", .text, help: plain(""))]),
        command("tag delete", []),
        command("sight add", [.required("name", .text)]),
        command("sight move", []),
        command(
            "merge",
            [
                .optional("into", .text, help: plain("")),
                .rest("others", .text, minimum: 2, help: plain("")),
            ]),
    ])

    /// Returns a parameter for a command of these tests.
    private enum Argument {
        case required(String, ValueType<String>)
        case optional(String, ValueType<String>, help: LocalizedText)
        case rest(String, ValueType<String>, minimum: Int, help: LocalizedText)

        var declaration: ParameterDeclaration {
            switch self {
            case .required(let name, let type): Parameter.required(name, type, help: plain("")).declaration
            case .optional(let name, let type, let help):
                Parameter.optional(name, type, help: help).declaration
            case .rest(let name, let type, let minimum, let help):
                Parameter.rest(name, type, minimum: minimum, help: help).declaration
            }
        }
    }

    private static func command(_ name: String, _ arguments: [Argument]) -> CommandDeclaration {
        CommandDeclaration(
            name, group: CommandGroup(plain("All")), summary: plain("Does it."),
            parameters: arguments.map(\.declaration))
    }

    private func parse(_ words: String...) throws -> Call {
        try grammar.parse(words)
    }

    private func values(_ words: String...) throws -> [String: [String]] {
        try grammar.parse(words).values
    }

    @Test func `An optional argument gets no word that a later required one needs`() throws {
        #expect(try values("tag", "urgent") == ["tag": ["urgent"]])
        #expect(try values("tag", "12", "urgent") == ["issue": ["12"], "tag": ["urgent"]])
        #expect(try values("tag", "--tag", "urgent", "12") == ["issue": ["12"], "tag": ["urgent"]])
        #expect(try values("merge", "1", "2") == ["others": ["1", "2"]])
        #expect(try values("merge", "1", "2", "3") == ["into": ["1"], "others": ["2", "3"]])
        #expect(try parse("tag").missing?.name == "tag")
    }

    @Test func `Tab offers values of both arguments if one is optional, and second words of commands`() {
        let completer = Completer(
            grammar: Grammar(commands: [
                Self.command(
                    "tag",
                    [
                        .optional("issue", ValueType.text.completed(from: "issues"), help: plain("")),
                        .required("tag", ValueType.text.completed(from: "tags")),
                    ]),
                Self.command("tag new", []), Self.command("sight add", []),
                Self.command("sight move", []),
            ]),
            candidateSource: { source, _ in source == "tags" ? ["urgent"] : ["Nothing works"] },
            localizer: english, workingDirectory: "/", home: nil)
        func shown(_ line: String) -> [String] {
            completer.complete(line, at: line.utf8.count)?.candidates.map(\.display) ?? []
        }
        #expect(shown("") == ["tag", "sight"])
        #expect(shown("sight ") == ["add", "move"])
        #expect(shown("tag ne") == ["new"])
        #expect(shown("tag ") == ["new", "Nothing works", "urgent"])
        #expect(shown("tag 12 ") == ["urgent"])
    }
}
