import Foundation
import Localization
import Testing

@testable import Shell

@MainActor
@Suite("One command from the command line")
struct OneShotTests {
    @Test func `A command runs, writes its output and exits with 0`() async {
        let result = await runShelf(["add", "War and Peace 2", "--rating", "5"])
        #expect(result.code == 0)
        #expect(result.output == "Added War and Peace 2.\nWarning: Look here.\n")
        #expect(result.log.executed == ["add"])
        #expect(result.log.closed == 1)
    }

    @Test func `JSON and CSV can be requested before and after the command`() async {
        let expected = "{\n  \"title\": \"X\",\n  \"rating\": null,\n  \"tags\": [\"a\", \"b\"]\n}\n"
        for arguments in [
            ["--json", "add", "X", "--tag", "a", "--tag=b"], ["add", "X", "--tag", "a", "--tag=b", "--json"],
            ["--format", "json", "add", "X", "--tag", "a", "--tag=b"],
        ] {
            let result = await runShelf(arguments)
            #expect(result.output == expected)
            #expect(result.diagnostics == "Warning: Look here.\n")
        }
        #expect(await runShelf(["list", "--csv"]).output == "title\r\nSolaris\r\nWar and Peace\r\n")
    }

    /// Titles whose list is written in several pieces.
    private static let manyTitles = (0..<60_000).map { "A title with the number \($0), which is long" }

    @Test func `A long list is written whole, with warnings about its values on standard error`() async {
        let titles = Self.manyTitles
        let result = await runShelf(["list"], titles: titles, unreadable: [plain("Unreadable.")])
        #expect(result.code == 0)
        #expect(result.output == titles.map { $0 + "\n" }.joined())
        #expect(result.diagnostics == "Warning: Unreadable.\n")
        let short = await runShelf(["list"], unreadable: [plain("Unreadable.")])
        #expect(short.output == "Solaris\nWar and Peace\nWarning: Unreadable.\n")
        #expect(short.diagnostics == "")
    }

    @Test func `A long list whose reader goes away is no failure, but a full disk is one`() async {
        let closed = await runShelf(["list"], failingWith: BrokenPipeError(), titles: Self.manyTitles)
        #expect(closed.code == 0)
        #expect(closed.diagnostics == "")
        let full = await runShelf(["list"], failingWith: StreamError.writing(ENOSPC), titles: Self.manyTitles)
        #expect(full.code == 74)
        #expect(!full.diagnostics.isEmpty)
    }

    @Test func `A pipe gets plain text, a terminal gets a table`() async {
        #expect(await runShelf(["list"]).output == "Solaris\nWar and Peace\n")
        let terminal = await runShelf(["list"], terminal: FakeTerminal([]))
        #expect(terminal.output == "Title\n─────────────\nSolaris\nWar and Peace\n")
    }

    @Test(arguments: [
        "shelf --store a.store --language pl delete sol",
        "shelf --store=a.store delete --language pl sol",
        "shelf delete --language=pl --store \"a.store\" sol",
    ])
    func `Completion uses the store and the language of the completed line`(line: String) async {
        let result = await runShelf(["completions", "bash", line])
        #expect(result.code == 0)
        #expect(result.output == "Solaris\n")
        #expect(result.log.options.storePath == "a.store")
        #expect(result.log.options.language == "pl")
    }

    @Test func `Completion ignores wrong options in the completed line`() async {
        let result = await runShelf([
            "--store", "b.store", "completions", "bash", "shelf --language xx delete sol",
        ])
        #expect(result.code == 0)
        #expect(result.output == "Solaris\n")
        #expect(result.diagnostics.isEmpty)
        #expect(result.log.options.storePath == "b.store")
        #expect(result.log.options.language == nil)
        let terminal = FakeTerminal([
            .line("completions bash 'shelf --language pl delete sol'"), .line("nope"),
        ])
        let session = await runShelf(terminal: terminal)
        #expect(session.output.contains("Solaris\n"))
        #expect(session.diagnostics.contains("There is no command"))
    }

    @Test func `Two formats at once are refused`() async {
        let result = await runShelf(["list", "--json", "--csv"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: Only one output format can be chosen.\n")
        #expect(result.log.begun == 0)
    }

    @Test func `An error goes to standard error with the program's name and sets the exit code`() async {
        let unknown = await runShelf(["lst"])
        #expect(unknown.code == 64)
        #expect(unknown.output == "")
        #expect(unknown.diagnostics == "shelf: There is no command “lst”.\nDid you mean “list”?\n")
        // The number of a record belongs after the command.
        let number = await runShelf(["12", "delete"])
        #expect(number.diagnostics == "shelf: There is no command “12”.\nDid you mean “delete 12”?\n")
        let alone = await runShelf(["12"])
        #expect(alone.diagnostics == "shelf: There is no command “12”.\n“help” lists all commands.\n")
        let missing = await runShelf(["add"])
        #expect(missing.code == 64)
        #expect(missing.diagnostics.hasPrefix("shelf: The argument TITLE is missing.\nUsage: add TITLE ["))
        let value = await runShelf(["add", "x", "--rating", "6"])
        #expect(value.code == 64)
        #expect(value.diagnostics == "shelf: --rating: “6” is not a number from 1 to 5.\n")
    }

    @Test func `The program describes errors of other libraries; unknown errors are shown as they are`() async
    {
        let described = await runShelf(["fail", "described"])
        #expect(described.code == 65)
        #expect(described.diagnostics == "shelf: The store is no store.\n")
        let unknown = await runShelf(["fail", "unknown"])
        #expect(unknown.code == 1)
        #expect(
            unknown.diagnostics == """
                shelf: “fail” failed because of an unknown error.
                Data that was saved before is kept. Try again. If it fails again, report the description below to the program's maintainer.
                Technical description: Unknown()

                """)
        // The message is in the user's language; only the technical description is in English.
        for (language, problem, label) in [
            ("pl", "shelf: Polecenie „fail” nie powiodło się z powodu", "\nOpis techniczny: Unknown()\n"),
            ("hu", "shelf: A „fail” parancs ismeretlen hiba miatt", "\nMűszaki leírás: Unknown()\n"),
        ] {
            let other = await runShelf(["--language", language, "fail", "unknown"])
            #expect(other.code == 1)
            #expect(other.diagnostics.hasPrefix(problem))
            #expect(other.diagnostics.hasSuffix(label))
            #expect(!other.diagnostics.contains("Data that"))
        }
        let file = await runShelf(["fail", "file"])
        #expect(file.code == 66)
        #expect(
            file.diagnostics == "shelf: There is no file “/nowhere”.\nCheck the path; Tab completes it.\n")
    }

    @Test func `Without a terminal, a confirmation is refused and --yes is named`() async {
        let result = await runShelf(["delete", "Solaris"])
        #expect(result.code == 64)
        #expect(result.diagnostics.contains("--yes"))
        #expect(await runShelf(["delete", "Solaris", "--yes"]).output == "Deleted.\n")
    }

    @Test func `Messages are in the language of the environment or of --language`() async {
        let environment = await runShelf(["lst"], environment: ["LANG": "pl_PL.UTF-8"])
        #expect(environment.diagnostics.hasPrefix("shelf: Nie ma polecenia „lst”."))
        let before = await runShelf(["--language", "hu", "lst"], environment: ["LANG": "pl_PL.UTF-8"])
        #expect(before.diagnostics.hasPrefix("shelf: Nincs „lst” parancs."))
        let unknown = await runShelf(["--language", "xx", "list"])
        #expect(unknown.code == 64)
        #expect(unknown.diagnostics.hasPrefix("shelf: --language: “xx” is none of the possible values."))
    }

    @Test func `Options of the program reach the session from any position`() async {
        let before = await runShelf(["--store", "/tmp/x", "--in-memory", "list"])
        #expect(before.log.options.storePath == "/tmp/x")
        #expect(before.log.options.inMemory)
        let behind = await runShelf(["list", "--store=~/x", "--language", "pl"])
        #expect(behind.log.options.storePath == "/home/reader/x")
        #expect(behind.log.options.language == "pl")
    }

    @Test func `Help and version need no session`() async {
        for arguments in [
            ["--version"], ["version"], ["--help"], ["help"], ["help", "add"], ["add", "--help"], ["-h"],
        ] {
            let result = await runShelf(arguments)
            #expect(result.code == 0, "\(arguments)")
            #expect(result.log.begun == 0, "\(arguments)")
            #expect(!result.output.isEmpty, "\(arguments)")
        }
        #expect(await runShelf(["--version"]).output == "shelf 1.2.3\n")
    }

    @Test func `An unknown option of the program is refused before anything else`() async {
        let result = await runShelf(["--jsn", "list"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: There is no option --jsn.\nDid you mean “--json”?\n")
    }

    @Test func `A closed output pipe is not an error`() async {
        let result = await runShelf(["list"], failingWith: BrokenPipeError())
        #expect(result.code == 0)
        #expect(result.diagnostics == "")
    }

    @Test func `An unwritable output is an input/output error`() async {
        let result = await runShelf(["list"], failingWith: StreamError.writing(28))
        #expect(result.code == 74)
        #expect(
            result.diagnostics == """
                shelf: The output could not be written: the disk is full.
                Free some space, or choose another location. Saved data is not lost.

                """)
    }

    @Test func `A cancelled command has failed`() async {
        let result = await runShelf(["fail", "cancelled"])
        #expect(result.code == 1)
        #expect(result.diagnostics == "shelf: Cancelled.\n")
    }

    @Test func `On a terminal, missing values are asked for until they are valid`() async {
        let terminal = FakeTerminal([.line(" "), .line("Eden")])
        let result = await runShelf(["add", "--rating", "3"], terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(terminal.prompts == ["Title? ", "Title? "])
        #expect(terminal.initials == ["", ""])
        #expect(result.diagnostics.contains("The text can't be blank"))
        #expect(terminal.remembered.isEmpty)
    }

    @Test func `A confirmation accepts the user's language and defaults to no`() async {
        let yes = FakeTerminal([.line("maybe"), .line("t")])
        let deleted = await runShelf(["delete", "x"], terminal: yes, environment: ["LANG": "pl_PL.UTF-8"])
        #expect(deleted.output == "Deleted.\n")
        #expect(yes.prompts.count == 2)
        #expect(yes.prompts[0].hasSuffix("[t/N] "))
        #expect(await runShelf(["delete", "x"], terminal: FakeTerminal([.line("")])).output == "Kept.\n")
    }

    @Test(arguments: [LineEvent.interrupted, .end])
    func `Ctrl-C or Ctrl-D at a question cancels the command`(_ event: LineEvent) async {
        let result = await runShelf(["delete", "x"], terminal: FakeTerminal([event]))
        #expect(result.code == 1)
        #expect(result.output == "")
        #expect(result.diagnostics == "shelf: Cancelled.\n")
    }
}
