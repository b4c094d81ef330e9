import Foundation
import Testing

@testable import Shell

@MainActor
@Suite("Prompt")
struct PromptTests {
    private func lines(_ lines: String...) -> FakeTerminal {
        FakeTerminal(lines.map { .line($0) })
    }

    @Test func `Without arguments, a terminal gets a greeting and a prompt until the input ends`() async {
        let terminal = lines("list")
        let result = await runShelf(terminal: terminal)
        #expect(result.code == 0)
        #expect(result.output.hasPrefix("shelf 1.2.3\nA shelf of titles.\n“help” lists the commands"))
        #expect(terminal.prompts == ["shelf> ", "shelf> "])
        #expect(result.log.executed == ["list"])
        #expect(terminal.isClosed)
        #expect(result.log.closed == 1)
    }

    @Test func `A session that a command ends is closed before the next prompt, which is a new session's`()
        async
    {
        let log = await runShelf(terminal: lines("list", "delete Eden --yes", "list"), lastCommand: "delete")
            .log
        #expect(log.executed == ["list", "delete", "list"])
        #expect(log.awaiting == [1, 1, 2, 2])
        #expect(log.begun == 2)
        #expect(log.closed == 2)
    }

    @Test func `An error at the prompt has no program name, and the prompt continues`() async {
        let result = await runShelf(terminal: lines("nope", "add \"x", "list"))
        #expect(result.code == 0)
        #expect(result.diagnostics.hasPrefix("There is no command “nope”.\n"))
        #expect(result.diagnostics.contains("The quote \" at column 5 is not closed."))
        #expect(result.log.executed == ["list"])
    }

    @Test func `External changes are announced once, before the next prompt`() async {
        let result = await runShelf(terminal: lines("list", "list"), notices: [plain("Something came in.")])
        #expect(result.diagnostics == "Something came in.\n")
        #expect(result.terminal?.prompts.count == 3)
    }

    @Test func `The prompt shows the open item`() async {
        let result = await runShelf(terminal: lines("list"), prompt: Prompt("shelf", path: ["Upper"]))
        #expect(result.terminal?.prompts == ["shelf Upper> ", "shelf Upper> "])
    }

    @Test(arguments: ["quit", "exit"])
    func `Quit and exit end the program`(_ word: String) async {
        let result = await runShelf(terminal: lines(word, "list"))
        #expect(result.code == 0)
        #expect(result.log.executed.isEmpty)
    }

    @Test func `Ctrl-C discards the line, even one of several lines, and shows a new prompt`() async {
        let terminal = FakeTerminal([.interrupted, .line("add \\"), .interrupted, .line("list")])
        let result = await runShelf(terminal: terminal)
        #expect(terminal.prompts == ["shelf> ", "shelf> ", "> ", "shelf> ", "shelf> "])
        #expect(result.log.executed == ["list"])
    }

    @Test func `A trailing backslash continues the command, and the history stores it as one line`() async {
        let terminal = lines("add \\", "Eden")
        let result = await runShelf(terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(terminal.remembered == ["add Eden"])
    }

    @Test func `Input that isn't UTF-8 is refused at the prompt and at a question`() async {
        let terminal = FakeTerminal([.invalidUTF8, .line("add"), .invalidUTF8, .line("Eden")])
        let result = await runShelf(terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(result.diagnostics.components(separatedBy: "The typed text is not valid UTF-8").count == 3)
    }

    @Test func `Pasted lines run in order until one fails`() async {
        let result = await runShelf(terminal: lines("# comment\nadd Eden\nnope\nlist"))
        #expect(result.log.executed == ["add"])
    }

    @Test func `After a pasted line that fails, the following lines are kept for the key Up`() async {
        let terminal = lines("add Eden\nnope\n# comment\nlist\nadd \\\nMore")
        let result = await runShelf(terminal: terminal)
        #expect(terminal.remembered == ["add Eden", "nope", "list\nadd More"])
        #expect(result.diagnostics.hasSuffix("2 lines were not run. Press Up to get them back.\n"))
    }

    @Test func `The history stores commands but not answers`() async {
        let terminal = lines("add", "Eden", "nope")
        _ = await runShelf(terminal: terminal)
        #expect(terminal.remembered == ["add", "nope"])
    }

    @Test func `A typed line that begins with a number sign is not a comment`() async {
        #expect(await runShelf(terminal: lines("#12")).diagnostics.hasPrefix("There is no command “#12”."))
    }

    @Test func `A failed command doesn't set the exit code of the shell`() async {
        #expect(await runShelf(terminal: lines("fail unknown")).code == 0)
    }

    @Test func `Tab completes commands and values at the prompt`() async {
        let terminal = lines("x", "x")
        terminal.tabs = ["de", "delete wa"]
        _ = await runShelf(terminal: terminal)
        #expect(terminal.completions.map { $0?.common } == ["delete", "delete \"War and Peace\""])
    }

    @Test func `Every command uses the current terminal width, or 80 columns if it is unknown`() async {
        let narrow = await runShelf(terminal: lines("help"), width: 30)
        #expect(narrow.output.contains("help"))
        for line in narrow.output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 30) }
        let unknown = await runShelf(terminal: lines("help add"), width: nil)
        #expect(unknown.output.contains("--rating"))
        for line in unknown.output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80) }
    }

    @Test func `Only a terminal with color gets it, and only if the user wants it`() async {
        let colored = await runShelf(["list"], terminal: lines(), environment: ["TERM": "xterm"])
        #expect(colored.output.contains("\u{1B}[1m"))
        for environment in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = await runShelf(["list"], terminal: lines(), environment: environment)
            #expect(!plain.output.contains("\u{1B}"))
        }
    }

    @Test func `Without a UTF-8 locale, output is ASCII`() async {
        let result = await runShelf(terminal: lines("list", "nope"), environment: ["LANG": "C"])
        #expect((result.output + result.diagnostics).utf8.allSatisfy { $0 < 0x80 })
        #expect(result.diagnostics.contains("There is no command \"nope\"."))
    }
}
