import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Help")
struct HelpTests {
    @Test("Commands are listed in groups, with their other names and what they do")
    func list() async {
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
                  set          Shows or changes settings, which hold from then on.
                  echo         Writes its words, as scripts do between steps.
                  completions  Writes the completion script for a shell.
                  manual       Writes the manual page, for “man”.
                  version      Shows the version.
                  quit, exit   Leaves the shell.

                “help COMMAND” explains a command, with examples.

                """)
    }

    @Test("The page of a command shows usage, arguments, options and examples that work as typed")
    func page() async throws {
        let output = await runShelf(["-c", "help add"]).output
        for part in [
            "Adds a title.", "Usage: add [TITLE] [--rating 1..5] [--tag TEXT]…", "Other names: new",
            "It goes to the end.", "TITLE  The title.", "--rating 1..5  The rating.", "--json",
            "add \"War and Peace\" --rating 5",
        ] {
            #expect(output.contains(part), "\(part)")
        }
        #expect(!output.contains("Exit codes"))
        for example in AddCommand().declaration.examples {
            #expect(await runShelf(["-c", example]).code == 0)
        }
    }

    @Test("The page of a family lists its commands, however one asks for it")
    func family() async {
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

    @Test("The page of a command with a name of two words says how it is called")
    func twoWords() async {
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

    @Test("The manual page names commands of two words")
    func manual() async {
        let page = await runShelf(["manual"]).output
        #expect(page.contains(".SS \"tag add TAG\""))
        #expect(page.contains(".B \"shelf tag add polish\""))
    }

    @Test("--help on the command line shows the program's name and the exit codes")
    func launched() async {
        let page = await runShelf(["add", "--help"]).output
        #expect(page.contains("Usage: shelf add [TITLE]"))
        let all = await runShelf(["--help"]).output
        for output in [page, all] {
            #expect(output.contains("64   The command was not understood."))
            #expect(output.contains("74   Reading or writing failed."))
            #expect(output.contains("141  Nobody read the output any more"))
        }
        let languages = Language.available.map(\.code).joined(separator: "|")
        for part in ["-c LINE", "--store FILE", "--in-memory", "--language \(languages)", "--version"] {
            #expect(all.contains(part), "\(part)")
        }
    }

    @Test("Help on a command that doesn't exist proposes what was meant")
    func unknown() async {
        let result = await runShelf(["help", "ad"])
        #expect(result.code == 64)
        #expect(result.diagnostics == "shelf: There is no command “ad”.\nDid you mean “add”?\n")
    }

    @Test("Every built-in command explains itself in every language", arguments: BuiltInCommand.allCases)
    func builtIn(_ command: BuiltInCommand) {
        let declaration = command.declaration(commandNames: [], settings: [])
        for localizer in [english, polish, hungarian] {
            #expect(localizer.knows(declaration.summary))
            for parameter in declaration.parameters { #expect(localizer.knows(parameter.help)) }
        }
    }

    @Test("Help fits any terminal", arguments: [20, 40, 80])
    func widths(_ width: Int) async {
        for line in ["help", "help add"] {
            let output = await runShelf(["-c", line], environment: ["COLUMNS": "\(width)"]).output
            for line in output.split(separator: "\n") {
                #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
            }
        }
    }

    @Test("A word that belongs to no command's name is not passed over")
    func wordTooMany() async {
        for (line, word) in [("help add list", "list"), ("help tag add remove", "remove")] {
            let run = await runShelf(["-c", line])
            #expect(run.code == 64 && run.output.isEmpty)
            #expect(run.diagnostics.contains("“\(word)” is one argument too many."), "\(run.diagnostics)")
        }
    }
}
