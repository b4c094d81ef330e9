import TestSupport
import Testing

@testable import Shell

@MainActor
@Suite("Pager")
struct PagerTests {
    private func shelf(
        height: Int?, environment: [String: String] = [:], pagerFails: Bool = false
    ) async -> RunResult {
        await runShelf(
            ["list"], terminal: FakeTerminal([]),
            environment: ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 }, height: height,
            pagerFails: pagerFails)
    }

    private let table = "Title\n─────────────\nSolaris\nWar and Peace\n"

    @Test func `Only output longer than the screen is paged`() async {
        let long = await shelf(height: 4)
        #expect(long.paged == [table])
        #expect(long.output.isEmpty)
        let short = await shelf(height: 5)
        #expect(short.paged.isEmpty)
        #expect(short.output == table)
        #expect(await shelf(height: nil).output == table)
    }

    @Test func `Pipes, dumb terminals, accessible mode and disabled paging use no pager`() async throws {
        #expect(await runShelf(["list"], environment: ["TERM": "xterm"], height: 1).paged.isEmpty)
        #expect(await shelf(height: 1, environment: ["TERM": "dumb"]).paged.isEmpty)
        #expect(await shelf(height: 1, environment: ["ACCESSIBLE": "1"]).paged.isEmpty)
        #expect(await shelf(height: 1, environment: ["PAGER": ""]).output == table)
        #expect(await shelf(height: 1, environment: ["PAGER": "cat"]).output == table)
        let home = try TemporaryDirectory()
        _ = await runShelf(["set", "pager", "off"], environment: ["HOME": home.path])
        #expect(await shelf(height: 1, environment: ["HOME": home.path]).output == table)
    }

    @Test func `A pager that can't be started is reported, and the output is written without it`() async {
        let result = await shelf(height: 1, environment: ["PAGER": "nopager -x"], pagerFails: true)
        #expect(result.code == 0)
        #expect(result.output == table)
        #expect(
            result.diagnostics.hasPrefix("The pager nopager could not be started: there is no such file.\n"))
    }

    @Test func `PAGER is split into words without a shell`() {
        let pager = Pager(environment: ["PAGER": "less -R '; rm x' $HOME"])
        #expect(pager.commands == [["less", "-R", "; rm x", "$HOME"]])
        #expect(Pager(environment: [:]).commands == [["less"], ["more"]])
        #expect(Pager(environment: ["PAGER": "broken \""]).commands.isEmpty)
    }

    @Test func `The pager gets a UTF-8 setting unless the user has one`() {
        func charset(_ environment: [String: String]) -> String? {
            Pager(environment: environment).environment["LESSCHARSET"]
        }
        #expect(charset(["LANG": "pl_PL.UTF-8"]) == "utf-8")
        #expect(charset(["LANG": "C"]) == nil)
        #expect(charset(["LANG": "pl_PL.UTF-8", "LESSCHARSET": "latin1"]) == "latin1")
    }

    @Test func `Wrapped lines are counted as several, and color codes as nothing`() {
        func count(_ text: String, _ columns: Int? = 10) -> Int {
            ScreenLines.count(in: Array(text.utf8), columns: columns, atMost: 100)
        }
        #expect(count("") == 1)
        #expect(count("a\n") == 1)
        #expect(count("a\nb\n") == 2)
        #expect(count("0123456789\n") == 1)
        #expect(count("0123456789a\n") == 2)
        #expect(count("三体三体三\n") == 1)
        #expect(count("三体三体三体\n") == 2)
        #expect(count("\u{1B}[31m0123456789\u{1B}[0m\n") == 1)
        #expect(count(String(repeating: "x", count: 99), nil) == 1)
    }
}
