import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Help")
struct HelpTests {
    @Test func `Commands are listed in groups with their aliases and summaries`() async {
        let output = await runShelf(["-c", "help"]).output
        #expect(
            output == """
                Books
                  add, new  Adds a title.
                  list      Lists the titles.
                  delete    Deletes titles.

                Tags
                  tag add, tag new, label  Does add a tag.
                  tag remove               Does remove a tag.

                Errors
                  fail  Fails.

                The shell
                  help         Lists the commands, or explains one.
                  set          Shows settings, or changes them permanently.
                  echo         Writes a text, such as a message of a script.
                  completions  Writes the completion script for a shell.
                  manual       Writes the manual page, for “man”.
                  version      Shows the version.
                  quit, exit   Leaves the shell.

                “help COMMAND” explains a command, with examples.
                “help options” lists the options of every command, “help exit-codes” the exit codes.

                """)
    }

    @Test func `The page of a command shows usage, arguments, options and working examples`() async throws {
        let output = await runShelf(["-c", "help add"]).output
        for part in [
            "Adds a title.", "Usage: add [TITLE] [--rating 1..5] [--tag TEXT]…", "Other names: new",
            "It goes to the end.", "TITLE  The title.", "--rating 1..5  The rating.",
            "add \"War and Peace\" --rating 5", "\n“help options” lists the options of every command.\n",
        ] {
            #expect(output.contains(part), "\(part)")
        }
        for part in ["Exit codes", "--json"] { #expect(!output.contains(part), "\(part)") }
        let examples = AddCommand().declaration.examples
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(await runShelf(["-c", english.string(example)]).code == 0)
        }
    }

    @Test func `The topic “options” lists the options that all commands share`() async {
        let output = await runShelf(["-c", "help options"]).output
        #expect(output.hasPrefix("Options of every command\n"))
        for part in ["--format table|", "--json  ", "--csv  ", "--help  "] {
            #expect(output.contains(part), "\(part)")
        }
        #expect(!output.contains("--store"))
        let launched = await runShelf(["help", "options"]).output
        for part in ["--json  ", "--store FILE", "--quiet  "] {
            #expect(launched.contains(part), "\(part)")
        }
        #expect(!launched.contains("-c LINE"))
    }

    @Test func `The topic “exit-codes” and the manual page list the exit codes`() async {
        for arguments in [["-c", "help exit-codes"], ["help", "exit-codes"]] {
            let output = await runShelf(arguments).output
            #expect(output.hasPrefix("Exit codes\n"))
            #expect(output.contains("64   The command or its arguments are invalid."))
            #expect(output.contains("74   Reading or writing failed."))
            #expect(output.contains("141  "))
        }
        #expect(await runShelf(["manual"]).output.contains("\\fB141\\fR"))
        let extra = await runShelf(["-c", "help exit-codes 64"])
        #expect(extra.code == 64)
        #expect(extra.diagnostics.contains("help exit-codes"))
    }

    @Test func `Tab completes topics after “help”, and no command has the name of a topic`() throws {
        let declaration = BuiltInCommand.help.declaration(commandNames: ["add"], settings: [])
        guard case .wordsAfter(let words) = try #require(declaration.parameters.first).completion else {
            Issue.record("“help” completes no words")
            return
        }
        #expect(words["help"]?.map(\.english) == ["add", "options", "exit-codes"])
        for command in BuiltInCommand.allCases { #expect(HelpTopic(rawValue: command.rawValue) == nil) }
    }

    @Test func `The page of a family lists its commands in every form of the request`() async {
        let page = """
            Commands
              tag add TAG     Does add a tag.
              tag remove TAG  Does remove a tag.

            “help COMMAND” explains a command, with examples.

            """
        for line in ["help tag", "tag --help", "tag -h"] {
            let result = await runShelf(["-c", line])
            #expect(result.output == page, "\(line)")
            #expect(result.code == 0)
        }
        #expect(await runShelf(["tag", "--help"]).output.contains("tag add TAG"))
    }

    @Test func `The page of a command with a name of two words shows its usage`() async {
        let page = await runShelf(["-c", "help tag add"]).output
        for part in [
            "Does add a tag.", "Usage: tag add TAG", "Other names: tag new and label", "tag add polish",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(await runShelf(["-c", "tag add --help"]).output == page)
        #expect(await runShelf(["-c", "help label"]).output == page)
        let unknown = await runShelf(["-c", "help tag ad"])
        #expect(unknown.code == 64)
        #expect(unknown.diagnostics.contains("Did you mean “tag add”?"))
    }

    @Test func `The manual page names commands of two words`() async {
        let page = await runShelf(["manual"]).output
        #expect(page.contains(".SS \"tag add TAG\""))
        #expect(page.contains(".B \"shelf tag add polish\""))
    }

    @Test
    func `Help after a command on the command line shows the program's name and refers to shared options`()
        async
    {
        let page = await runShelf(["add", "--help"]).output
        #expect(page.contains("Usage: shelf add [TITLE]"))
        #expect(page.contains("“shelf help options” lists the options of every command."))
        let all = await runShelf(["--help"]).output
        for output in [page, all] { #expect(!output.contains("Exit codes")) }
        #expect(all.contains("“help exit-codes”"))
        let languages = Language.available.map(\.code).joined(separator: "|")
        for part in ["-c LINE", "--store FILE", "--in-memory", "--language \(languages)", "--version"] {
            #expect(all.contains(part), "\(part)")
        }
    }

    @Test func `Help on an unknown command suggests a similar one`() async {
        let result = await runShelf(["help", "ad"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: There is no command “ad”.\nDid you mean “add”?\n")
    }

    @Test(arguments: BuiltInCommand.allCases)
    func `Every built-in command has help in every language`(_ command: BuiltInCommand) {
        let declaration = command.declaration(commandNames: [], settings: [])
        for localizer in [english, polish, hungarian] {
            #expect(localizer.hasEntry(for: declaration.summary))
            for parameter in declaration.parameters { #expect(localizer.hasEntry(for: parameter.help)) }
        }
    }

    @Test func `Placeholders are in the language of the help, also in the manual page`() async {
        for (language, usage, launch) in [
            ("pl", "set [USTAWIENIE] [WARTOŚĆ]", "[OPCJA…] -c WIERSZ…"),
            ("hu", "set [BEÁLLÍTÁS] [ÉRTÉK]", "[KAPCSOLÓ…] -c SOR…"),
        ] {
            let page = await runShelf(["--language", language, "help", "set"]).output
            #expect(page.contains("shelf \(usage)"), "\(page)")
            #expect(await runShelf(["--language", language, "--help"]).output.contains(launch))
            #expect(await runShelf(["--language", language, "manual"]).output.contains(usage))
            let spoken = await runShelf(["--language", language, "--accessible", "help", "set"]).output
            #expect(spoken.contains(usage))
            let error = await runShelf(["--language", language, "set", "color", "auto", "x"]).diagnostics
            #expect(error.contains(usage))
        }
    }

    @Test(arguments: [20, 40, 80])
    func `Help fits every terminal width`(_ width: Int) async {
        for line in ["help", "help add", "help options", "help exit-codes"] {
            let output = await runShelf(["-c", line], environment: ["COLUMNS": "\(width)"]).output
            #expect(!output.isEmpty)
            for line in output.split(separator: "\n") {
                #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
            }
        }
    }

    @Test func `A word that no command name has is refused`() async {
        for (line, word) in [("help add list", "list"), ("help tag add remove", "remove")] {
            let run = await runShelf(["-c", line])
            #expect(run.code == 64)
            #expect(run.output.isEmpty)
            #expect(run.diagnostics.contains("“\(word)” is one argument too many."), "\(run.diagnostics)")
        }
    }
}
