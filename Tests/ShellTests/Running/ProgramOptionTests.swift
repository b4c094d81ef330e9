import Localization
import Testing

@testable import Shell

@Suite("Options and command names of a program")
@MainActor
struct ProgramOptionTests {
    private static let data = Parameter.option("data", .path, help: plain("The data."))

    private func launch(_ arguments: [String]) throws -> LaunchArguments {
        try LaunchArguments(
            arguments, programOptions: [Self.data.declaration],
            context: ParseContext(localizer: Localizer(.english), today: .first, home: "/home/anna"))
    }

    @Test func `A program's option is listed beside the universal options`() throws {
        let launched = try launch(["--data", "~/apollo", "--quiet", "list"])
        #expect(launched.options[Self.data] == "/home/anna/apollo")
        #expect(launched.options.quiet)
        #expect(launched.command == ["list"])
        #expect(try launch(["list"]).options[Self.data] == nil)
        #expect(throws: UsageError.self) { try launch(["--data"]) }
        #expect(throws: UsageError.self) { try launch(["--date", "x"]) }
    }

    @Test func `The session may interpret words that aren't a command`() async {
        let understood = await runShelf(["-c", "list", "-c", "the titles please"])
        #expect(understood.code == 0)
        #expect(understood.output == "Solaris\nWar and Peace\nSolaris\nWar and Peace\n")
        let unknown = await runShelf(["-c", "list", "-c", "frobnicate"])
        #expect(unknown.code == 64)
        #expect(unknown.diagnostics.contains("frobnicate"))
    }

    @Test func `A command may show something before it asks`() async {
        let terminal = FakeTerminal([.line("delete Solaris"), .line("y"), .end])
        let result = await runShelf(terminal: terminal)
        #expect(result.output.contains("This can't be taken back.\nDeleted."))
    }
}
