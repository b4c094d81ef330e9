import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Terms that begin with a hyphen")
struct HyphenTests {
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

    @Test("They belong to an argument that takes them, among other terms and options")
    func terms() throws {
        let call = try grammar.parse(["list", "a", "-b", "--sort", "x", "-#tag", "-c"])
        #expect(call.values == ["term": ["a", "-b", "-#tag", "-c"], "sort": ["x"]])
    }

    @Test("Two hyphens are always an option, -h asks for help, and after -- everything is a term")
    func options() throws {
        #expect(throws: UsageError.self) { try grammar.parse(["list", "--frob"]) }
        #expect(try grammar.parse(["list", "-h"]).asksForHelp)
        #expect(try grammar.parse(["list", "--", "--frob"]).values == ["term": ["--frob"]])
    }

    @Test("Other commands take them for options that they don't know")
    func others() {
        #expect(throws: UsageError.unknownOption("-b", command: "find", nearest: [])) {
            try grammar.parse(["find", "-b"])
        }
    }

    @Test("Tab completes them as live values, and a hyphen alone with options")
    func completion() throws {
        let completer = Completer(
            grammar: grammar, liveValues: { _, typed in typed.hasPrefix("-#") ? ["-#tag"] : ["#tag"] },
            localizer: english, workingDirectory: "/nowhere", home: nil)
        #expect(completer.candidates(after: ["list"], typed: "-#t").map(\.text) == ["-#tag"])
        #expect(completer.candidates(after: ["list", "-x"], typed: "#").map(\.text) == ["#tag"])
        #expect(completer.candidates(after: ["list"], typed: "-").map(\.text).contains("--sort"))
        #expect(completer.candidates(after: ["list"], typed: "--s").map(\.text) == ["--sort"])
    }
}
