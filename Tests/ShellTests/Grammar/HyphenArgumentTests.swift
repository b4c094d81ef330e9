import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Arguments that begin with a hyphen")
struct HyphenArgumentTests {
    private let grammar = Grammar(commands: [
        CommandDeclaration(
            "list", group: CommandGroup(plain("Books")), summary: plain("Lists."),
            parameters: [
                Parameter.rest("term", ValueType.text.completed(from: "terms"), help: plain("Terms."))
                    .takingHyphens.declaration,
                Parameter.option("sort", .text, help: plain("Order.")).declaration,
            ]),
        CommandDeclaration(
            "find", group: CommandGroup(plain("Books")), summary: plain("Finds."),
            parameters: [Parameter.rest("term", .text, help: plain("Terms.")).declaration]),
    ])

    @Test func `An argument that accepts hyphens takes them among other values and options`() throws {
        let call = try grammar.parse(["list", "a", "-b", "--sort", "x", "-#tag", "-c"])
        #expect(call.values == ["term": ["a", "-b", "-#tag", "-c"], "sort": ["x"]])
    }

    @Test func `Two hyphens start an option, -h asks for help, and -- makes the rest values`() throws {
        #expect(throws: UsageError.self) { try grammar.parse(["list", "--frob"]) }
        #expect(try grammar.parse(["list", "-h"]).asksForHelp)
        #expect(try grammar.parse(["list", "--", "--frob"]).values == ["term": ["--frob"]])
    }

    @Test func `Other commands refuse them as unknown options`() {
        #expect(throws: UsageError.unknownOption("-b", command: "find", nearest: [])) {
            try grammar.parse(["find", "-b"])
        }
    }

    @Test func `Tab completes them as values, and a single hyphen as options`() throws {
        let completer = Completer(
            grammar: grammar, candidateSource: { _, typed in typed.hasPrefix("-#") ? ["-#tag"] : ["#tag"] },
            localizer: english, workingDirectory: "/nowhere", home: nil)
        #expect(completer.candidates(after: ["list"], typed: "-#t").map(\.text) == ["-#tag"])
        #expect(completer.candidates(after: ["list", "-x"], typed: "#").map(\.text) == ["#tag"])
        #expect(completer.candidates(after: ["list"], typed: "-").map(\.text).contains("--sort"))
        #expect(completer.candidates(after: ["list"], typed: "--s").map(\.text) == ["--sort"])
    }
}
