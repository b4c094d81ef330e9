import Localization
import Testing

@testable import Shell

@MainActor
@Suite("One command from the command line")
struct OneShotTests {
    @Test("A command runs, writes its output and ends with 0")
    func runs() async {
        let result = await runShelf(["add", "War and Peace 2", "--rating", "5"])
        #expect(result.code == 0)
        #expect(result.output == "Added War and Peace 2.\nWarning: Look here.\n")
        #expect(result.log.executed == ["add"])
        #expect(result.log.closed == 1)
    }

    @Test("JSON and CSV can be asked for before and behind the command")
    func formats() async {
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

    @Test("A pipe gets plain text, a terminal gets a table")
    func defaultFormat() async {
        #expect(await runShelf(["list"]).output == "Solaris\nWar and Peace\n")
        let terminal = await runShelf(["list"], terminal: FakeTerminal([]))
        #expect(terminal.output == "Title\n─────────────\nSolaris\nWar and Peace\n")
    }

    @Test(
        "What a line says of the store and the language counts for what it can become",
        arguments: [
            "shelf --store a.store --language pl delete sol",
            "shelf --store=a.store delete --language pl sol",
            "shelf delete --language=pl --store \"a.store\" sol",
        ])
    func completedLine(line: String) async {
        let result = await runShelf(["completions", "bash", line])
        #expect(result.code == 0 && result.output == "Solaris\n")
        #expect(result.log.options.storePath == "a.store" && result.log.options.language == "pl")
    }

    @Test("What is wrong with the options of a line that is completed counts for nothing")
    func completedWrongly() async {
        let result = await runShelf([
            "--store", "b.store", "completions", "bash", "shelf --language xx delete sol",
        ])
        #expect(result.code == 0 && result.output == "Solaris\n" && result.diagnostics.isEmpty)
        #expect(result.log.options.storePath == "b.store" && result.log.options.language == nil)
        let terminal = FakeTerminal([
            .line("completions bash 'shelf --language pl delete sol'"), .line("nope"),
        ])
        let session = await runShelf(terminal: terminal)
        #expect(session.output.contains("Solaris\n"))
        #expect(session.diagnostics.contains("There is no command"))
    }

    @Test("Two formats at once are refused")
    func conflictingFormats() async {
        let result = await runShelf(["list", "--json", "--csv"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: Only one output format can be chosen.\n")
        #expect(result.log.begun == 0)
    }

    @Test("An error goes to standard error, with the program's name, and decides on the exit code")
    func errors() async {
        let unknown = await runShelf(["lst"])
        #expect(unknown.code == 64)
        #expect(unknown.output == "")
        #expect(unknown.diagnostics == "shelf: There is no command “lst”.\nDid you mean “list”?\n")
        let missing = await runShelf(["add"])
        #expect(missing.code == 64)
        #expect(missing.diagnostics.hasPrefix("shelf: The argument TITLE is missing.\nUsage: add TITLE ["))
        let value = await runShelf(["add", "x", "--rating", "6"])
        #expect(value.code == 64)
        #expect(value.diagnostics == "shelf: --rating: “6” is not a number from 1 to 5.\n")
    }

    @Test("Errors of other libraries are put into a person's words by the program, or shown as they are")
    func otherErrors() async {
        let described = await runShelf(["fail", "described"])
        #expect(described.code == 65)
        #expect(described.diagnostics == "shelf: The store is no store.\n")
        let unknown = await runShelf(["fail", "unknown"])
        #expect(unknown.code == 1)
        #expect(
            unknown.diagnostics == """
                shelf: “fail” failed for a reason that the program doesn't know.
                What was saved before is kept. Try it again; if it fails again, tell whoever looks after the program, with the description below.
                Technical description: Unknown()

                """)
        // In the person's language, but for the description.
        for (language, problem, label) in [
            ("pl", "shelf: Nie udało się wykonać „fail” z przyczyny", "\nOpis techniczny: Unknown()\n"),
            ("hu", "shelf: A „fail” olyan okból", "\nMűszaki leírás: Unknown()\n"),
        ] {
            let other = await runShelf(["--language", language, "fail", "unknown"])
            #expect(
                other.code == 1 && other.diagnostics.hasPrefix(problem) && other.diagnostics.hasSuffix(label))
            #expect(!other.diagnostics.contains("What was"))
        }
        let file = await runShelf(["fail", "file"])
        #expect(file.code == 66)
        #expect(
            file.diagnostics == "shelf: There is no file “/nowhere”.\nCheck the path; Tab completes it.\n")
    }

    @Test("Where nobody can be asked, a confirmation is refused and --yes is named")
    func confirmation() async {
        let result = await runShelf(["delete", "Solaris"])
        #expect(result.code == 64)
        #expect(result.diagnostics.contains("--yes"))
        #expect(await runShelf(["delete", "Solaris", "--yes"]).output == "Deleted.\n")
    }

    @Test("Messages speak the language of the environment, or that of --language")
    func languages() async {
        let environment = await runShelf(["lst"], environment: ["LANG": "pl_PL.UTF-8"])
        #expect(environment.diagnostics.hasPrefix("shelf: Nie ma polecenia „lst”."))
        let before = await runShelf(["--language", "hu", "lst"], environment: ["LANG": "pl_PL.UTF-8"])
        #expect(before.diagnostics.hasPrefix("shelf: Nincs „lst” parancs."))
        let unknown = await runShelf(["--language", "xx", "list"])
        #expect(unknown.code == 64)
        #expect(unknown.diagnostics.hasPrefix("shelf: --language: “xx” is none of the possible values."))
    }

    @Test("The flags of the program reach the session, wherever they stand")
    func launchOptions() async {
        let before = await runShelf(["--store", "/tmp/x", "--in-memory", "list"])
        #expect(before.log.options.storePath == "/tmp/x")
        #expect(before.log.options.inMemory)
        let behind = await runShelf(["list", "--store=~/x", "--language", "pl"])
        #expect(behind.log.options.storePath == "/home/reader/x")
        #expect(behind.log.options.language == "pl")
    }

    @Test("Help and version need no session")
    func withoutSession() async {
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

    @Test("An unknown option of the program is refused before anything else")
    func unknownOption() async {
        let result = await runShelf(["--jsn", "list"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: There is no option --jsn.\nDid you mean “--json”?\n")
    }

    @Test("A reader that has gone is no error")
    func readerGone() async {
        let result = await runShelf(["list"], failingWith: ReaderGone())
        #expect(result.code == 0)
        #expect(result.diagnostics == "")
    }

    @Test("An output that can't be written is an error of input and output")
    func writeError() async {
        let result = await runShelf(["list"], failingWith: StreamError.writing(28))
        #expect(result.code == 74)
        #expect(
            result.diagnostics == """
                shelf: The output could not be written: the disk is full.
                Free some space, or choose another place. Nothing that was saved is lost.

                """)
    }

    @Test("A command that was cancelled has failed")
    func cancelled() async {
        let result = await runShelf(["fail", "cancelled"])
        #expect(result.code == 1)
        #expect(result.diagnostics == "shelf: Cancelled.\n")
    }

    @Test("A person at a terminal is asked for what is missing, again until it is right")
    func asks() async {
        let terminal = FakeTerminal([.line(" "), .line("Eden")])
        let result = await runShelf(["add", "--rating", "3"], terminal: terminal)
        #expect(result.output.contains("Added Eden."))
        #expect(terminal.prompts == ["Title? ", "Title? "])
        #expect(terminal.initials == ["", ""])
        #expect(result.diagnostics.contains("There must be a text here"))
        #expect(terminal.remembered.isEmpty)
    }

    @Test("A confirmation is answered in the person's language, and no is the default")
    func confirms() async {
        let yes = FakeTerminal([.line("maybe"), .line("t")])
        let deleted = await runShelf(["delete", "x"], terminal: yes, environment: ["LANG": "pl_PL.UTF-8"])
        #expect(deleted.output == "Deleted.\n")
        #expect(yes.prompts.count == 2)
        #expect(yes.prompts[0].hasSuffix("[t/N] "))
        #expect(await runShelf(["delete", "x"], terminal: FakeTerminal([.line("")])).output == "Kept.\n")
    }

    @Test("Ctrl-C or Ctrl-D at a question takes the command back", arguments: [LineEvent.interrupted, .end])
    func takesBack(_ event: LineEvent) async {
        let result = await runShelf(["delete", "x"], terminal: FakeTerminal([event]))
        #expect(result.code == 1)
        #expect(result.output == "")
        #expect(result.diagnostics == "shelf: Cancelled.\n")
    }
}
