import Foundation
import Testing

@testable import Shell

@MainActor
@Suite("The prompt")
struct PromptTests {
    private func lines(_ lines: String...) -> FakeTerminal {
        FakeTerminal(lines.map { .line($0) })
    }

    @Test("Without arguments, a terminal gets a greeting and a prompt until the input ends")
    func prompt() async {
        let terminal = lines("list")
        let result = await runShelf(terminal: terminal)
        #expect(result.code == 0)
        #expect(result.output.hasPrefix("shelf 1.2.3\nA shelf of titles.\n“help” lists the commands"))
        #expect(terminal.prompts == ["shelf> ", "shelf> "])
        #expect(result.log.executed == ["list"])
        #expect(terminal.isClosed)
        #expect(result.log.closed == 1)
    }

    @Test("What is wrong with a line is said without the program's name, and the person goes on")
    func errors() async {
        let result = await runShelf(terminal: lines("nope", "add \"x", "list"))
        #expect(result.code == 0)
        #expect(result.diagnostics.hasPrefix("There is no command “nope”.\n"))
        #expect(result.diagnostics.contains("The quote \" at column 5 is not closed."))
        #expect(result.log.executed == ["list"])
    }

    @Test("What happened meanwhile is told once, before the next prompt")
    func notices() async {
        let told = await runShelf(terminal: lines("list", "list"), notices: [plain("Something came in.")])
        #expect(told.diagnostics == "Something came in.\n")
        #expect(told.terminal?.prompts.count == 3)
    }

    @Test("The prompt shows what is open")
    func open() async {
        let result = await runShelf(terminal: lines("list"), prompt: Prompt("shelf", path: ["Upper"]))
        #expect(result.terminal?.prompts == ["shelf Upper> ", "shelf Upper> "])
    }

    @Test("Quit and exit leave", arguments: ["quit", "exit"])
    func quit(_ word: String) async {
        let result = await runShelf(terminal: lines(word, "list"))
        #expect(result.code == 0)
        #expect(result.log.executed.isEmpty)
    }

    @Test("Ctrl-C drops the line, also one of several lines, and a new prompt follows")
    func interrupted() async {
        let terminal = FakeTerminal([.interrupted, .line("add \\"), .interrupted, .line("list")])
        let result = await runShelf(terminal: terminal)
        #expect(terminal.prompts == ["shelf> ", "shelf> ", "> ", "shelf> ", "shelf> "])
        #expect(result.log.executed == ["list"])
    }

    @Test("A trailing backslash continues the command on the next line, and the history keeps it whole")
    func continuation() async {
        let terminal = lines("add \\", "Eden")
        let result = await runShelf(terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(terminal.remembered == ["add Eden"])
    }

    @Test("What is typed in another encoding than UTF-8 is refused, at the prompt and at a question")
    func notText() async {
        let terminal = FakeTerminal([.notText, .line("add"), .notText, .line("Eden")])
        let result = await runShelf(terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(result.diagnostics.components(separatedBy: "What was typed is not valid UTF-8").count == 3)
    }

    @Test("Several lines that are pasted run one after another, up to the first that fails")
    func pasted() async {
        let result = await runShelf(terminal: lines("# comment\nadd Eden\nnope\nlist"))
        #expect(result.log.executed == ["add"])
    }

    @Test("What is typed is remembered, and what is asked for is not")
    func remembered() async {
        let terminal = lines("add", "Eden", "nope")
        _ = await runShelf(terminal: terminal)
        #expect(terminal.remembered == ["add", "nope"])
    }

    @Test("A line that begins with a number sign is no comment where it is typed alone")
    func numberSign() async {
        #expect(await runShelf(terminal: lines("#12")).diagnostics.hasPrefix("There is no command “#12”."))
    }

    @Test("A failing command doesn't decide on the exit code of the shell")
    func exitCode() async {
        #expect(await runShelf(terminal: lines("fail unknown")).code == 0)
    }

    @Test("Tab completes commands and live values at the prompt")
    func completion() async {
        let terminal = lines("x", "x")
        terminal.tabs = ["de", "delete wa"]
        _ = await runShelf(terminal: terminal)
        #expect(terminal.completions.map { $0?.common } == ["delete", "delete \"War and Peace\""])
    }

    @Test("The terminal's width counts anew for every command, and 80 columns where it is not known")
    func width() async {
        let narrow = await runShelf(terminal: lines("help"), width: 30)
        for line in narrow.output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 30) }
        let unknown = await runShelf(terminal: lines("help add"), width: nil)
        for line in unknown.output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80) }
    }

    @Test("Colour is for terminals that have it and people who want it")
    func color() async {
        let colored = await runShelf(["list"], terminal: lines(), environment: ["TERM": "xterm"])
        #expect(colored.output.contains("\u{1B}[1m"))
        for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = await runShelf(["list"], terminal: lines(), environment: environment)
            #expect(!plain.output.contains("\u{1B}"))
        }
    }

    @Test("Where the locale isn't UTF-8, what is written is ASCII")
    func ascii() async {
        let result = await runShelf(terminal: lines("list", "nope"), environment: ["LANG": "C"])
        #expect((result.output + result.diagnostics).utf8.allSatisfy { $0 < 0x80 })
        #expect(result.diagnostics.contains("There is no command \"nope\"."))
    }
}
