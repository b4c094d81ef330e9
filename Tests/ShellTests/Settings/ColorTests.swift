import Foundation
import TestSupport
import Testing

@testable import Shell

@MainActor
@Suite("Color and accessible mode")
struct ColorTests {
    private func hasColor(
        _ environment: [String: String], _ arguments: [String] = [], terminal: Bool = true
    ) async -> Bool {
        let result = await runShelf(
            arguments + ["--format", "table", "list"], terminal: terminal ? FakeTerminal([]) : nil,
            environment: environment)
        return result.output.contains("\u{1B}[")
    }

    @Test func `A terminal has color unless it or the user rules it out`() async {
        #expect(await hasColor(["TERM": "xterm"]))
        #expect(await !hasColor(["TERM": "dumb"]))
        #expect(await !hasColor(["TERM": "xterm"], terminal: false))
        #expect(await !hasColor(["TERM": "xterm", "NO_COLOR": "1"]))
        #expect(await hasColor(["TERM": "xterm", "NO_COLOR": ""]))
        #expect(await !hasColor(["TERM": "xterm", "CLICOLOR": "0"]))
    }

    @Test func `CLICOLOR_FORCE enables color in pipes and unknown terminals, but NO_COLOR wins`() async {
        #expect(await hasColor(["CLICOLOR_FORCE": "1"], terminal: false))
        #expect(await hasColor(["TERM": "dumb", "CLICOLOR_FORCE": "1"]))
        #expect(await !hasColor(["CLICOLOR_FORCE": "0"], terminal: false))
        #expect(await !hasColor(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], terminal: false))
    }

    @Test func `--color overrides everything else`() async {
        #expect(await hasColor(["NO_COLOR": "1"], ["--color", "always"], terminal: false))
        #expect(await !hasColor(["TERM": "xterm", "CLICOLOR_FORCE": "1"], ["--color", "never"]))
        #expect(await !hasColor(["TERM": "xterm"], ["--color", "auto"], terminal: false))
    }

    @Test func `The setting overrides NO_COLOR, and --color overrides the setting`() async throws {
        let home = try TemporaryDirectory()
        let environment = ["HOME": home.path, "TERM": "xterm", "NO_COLOR": "1"]
        _ = await runShelf(["set", "color", "always"], environment: environment)
        #expect(await hasColor(environment, terminal: false))
        #expect(await !hasColor(environment, ["--color", "never"]))
    }

    @Test func `An option enables accessible mode everywhere, and ACCESSIBLE only on a terminal`() async {
        let spoken = "2 entries\n\nTitle: Solaris\n\nTitle: War and Peace\n"
        #expect(await runShelf(["--accessible", "list"]).output == spoken)
        #expect(await runShelf(["list", "--accessible"]).output == spoken)
        let set = ["ACCESSIBLE": "1"]
        #expect(await runShelf(["list"], terminal: FakeTerminal([]), environment: set).output == spoken)
        #expect(await runShelf(["list"], environment: set).output == "Solaris\nWar and Peace\n")
        let off = ["ACCESSIBLE": "0"]
        #expect(await runShelf(["list"], terminal: FakeTerminal([]), environment: off).output.contains("─"))
    }
}
