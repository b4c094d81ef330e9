import Foundation
import TestSupport
import Testing

@testable import Shell

@MainActor
@Suite("Scripts and -c")
struct ScriptTests {
    @Test func `A script runs line by line in one session`() async {
        let result = await runScript("# books\nadd Eden\n\nlist\n")
        #expect(result.code == 0)
        #expect(result.output.hasSuffix("Solaris\nWar and Peace\nEden\n"))
        #expect(result.log.begun == 1)
        #expect(result.log.closed == 1)
    }

    @Test func `A script stops at the first failing line and reports its number`() async {
        let result = await runScript("list\n\nadd \\\n  --rating 9 x\nlist\n")
        #expect(result.code == 64)
        #expect(result.log.executed == ["list"])
        #expect(result.diagnostics == "shelf: line 3: --rating: “9” is not a number from 1 to 5.\n")
    }

    @Test func `The line number is reported in the user's language`() async {
        let result = await runScript("x\n", ["--language", "hu"])
        #expect(result.diagnostics.hasPrefix("shelf: 1. sor: Nincs „x” parancs."))
    }

    @Test func `An unclosed quote and invalid bytes end a script with separate exit codes`() async {
        let quote = await runScript("add \"x\n")
        #expect(quote.code == 64)
        #expect(quote.diagnostics.hasPrefix("shelf: line 1: The quote \" at column 5 is not closed.\n"))
        let bytes = await runShelf(script: [[0x6C, 0x69, 0x73, 0x74, 0x0A, 0xFF, 0x0A]])
        #expect(bytes.code == 65)
        #expect(bytes.log.executed == ["list"])
        #expect(bytes.diagnostics.hasPrefix("shelf: Line 2 of the input is not valid UTF-8 text.\n"))
        let nul = await runShelf(script: [[0x61, 0x00, 0x0A]])
        #expect(nul.code == 65)
    }

    @Test func `Empty standard input is an empty script`() async {
        let result = await runScript("")
        #expect(result.code == 0)
        #expect(result.output == "")
        #expect(result.log.begun == 0)
    }

    @Test func `Quit ends a script early with success`() async {
        let result = await runScript("list\nquit\nnonsense\n")
        #expect(result.code == 0)
        #expect(result.log.executed == ["list"])
    }

    @Test func `A script asks no questions, not even for missing values`() async {
        let result = await runScript("add\n")
        #expect(result.code == 64)
        #expect(result.diagnostics.hasPrefix("shelf: line 1: The argument TITLE is missing."))
    }

    @Test func `-c runs lines in order and reports the number of the failing one`() async {
        let result = await runShelf([
            "-c", "add 'The Cyberiad'", "-c", "list --csv", "-c", "nope", "-c", "list",
        ])
        #expect(result.code == 64)
        #expect(result.output.hasSuffix("title\r\nSolaris\r\nWar and Peace\r\nThe Cyberiad\r\n"))
        #expect(result.diagnostics.hasPrefix("shelf: line 3: There is no command “nope”."))
    }

    @Test func `A single -c line has no number, and program options precede it`() async {
        let result = await runShelf(["--json", "-c", "nope"])
        #expect(result.diagnostics.hasPrefix("shelf: There is no command “nope”."))
        #expect(await runShelf(["--json", "-c", "list"]).output.hasPrefix("[\n"))
    }

    @Test func `-c together with a command is refused`() async {
        let result = await runShelf(["-c", "list", "list"])
        #expect(result.code == 64)
        #expect(result.log.begun == 0)
    }

    @Test func `-c without a line is refused`() async {
        #expect(await runShelf(["-c"]).code == 64)
    }

    @Test func `--keep-going continues after a failure and exits with the first error's code`() async {
        let result = await runScript("nope\nfail file\nlist\n", ["--keep-going"])
        #expect(result.code == 64)
        #expect(result.output == "Solaris\nWar and Peace\n")
        #expect(result.diagnostics.contains("line 1:"))
        #expect(result.diagnostics.contains("line 2:"))
        let lines = await runShelf(["--keep-going", "-c", "fail file", "-c", "list"])
        #expect(lines.code == 66)
        #expect(lines.log.executed == ["fail", "list"])
        #expect(await runScript("add \"x\nlist\n", ["--keep-going"]).log.executed == ["list"])
    }

    @Test func `A script with a closed output pipe ends and reports skipped lines`() async throws {
        func script(_ text: String, _ arguments: [String] = []) async -> RunResult {
            await runShelf(arguments, script: [Array(text.utf8)], failingWith: BrokenPipeError())
        }
        let notice = """
            The reader of the output closed the pipe, so the lines after this one were not run.
            To run all lines, redirect the output to a file or to /dev/null.

            """
        for arguments in [[], ["--keep-going"]] {
            let result = await script("# titles\nadd Eden\n\n# more\nlist\n", arguments)
            #expect(result.code == 141)
            #expect(result.log.executed == ["add"])
            #expect(result.diagnostics == "shelf: line 2: " + notice)
            let lines = await runShelf(
                arguments + ["-c", "list", "-c", "add Eden"], failingWith: BrokenPipeError())
            #expect(lines.code == 141)
            #expect(lines.log.executed == ["list"])
            #expect(lines.diagnostics == "shelf: line 1: " + notice)
        }
        let directory = try TemporaryDirectory()
        let path = try directory.write("list\nnonsense\n", to: "script")
        let file = await runShelf(["-f", path], failingWith: BrokenPipeError())
        #expect(file.code == 141)
        #expect(file.diagnostics == "shelf: \(path): line 1: " + notice)
        // If several lines fail, the exit code is that of the first failure.
        let failed = await script("nope\nlist\nlist\n", ["--keep-going"])
        #expect(failed.code == 64)
        #expect(failed.diagnostics.hasSuffix("shelf: line 2: " + notice))
    }

    @Test(arguments: ["", "\n\n", "# the end\n", "\n# the end", "quit\n", "# the end\nexit\nlist\n"])
    func `A script with a closed output pipe succeeds if no command is left`(rest: String) async {
        let result = await runShelf(script: [Array("add Eden\n\(rest)".utf8)], failingWith: BrokenPipeError())
        #expect(result.code == 0)
        #expect(result.diagnostics.isEmpty)
        #expect(result.log.executed == ["add"])
        let lines = await runShelf(["-c", "list\n\(rest)"], failingWith: BrokenPipeError())
        #expect(lines.code == 0)
        #expect(lines.diagnostics.isEmpty)
    }

    @Test func `A script with a closed output pipe doesn't wait for input and checks only what it has read`()
        async throws
    {
        func script(_ pieces: String...) async -> RunResult {
            await runShelf(script: pieces.map { Array($0.utf8) }, failingWith: BrokenPipeError())
        }
        for beginning in ["add Eden\n", "add Eden\n\n# more\n"] {
            let result = await script(beginning, "list\n")
            #expect(result.code == 0)
            #expect(result.diagnostics.isEmpty)
            #expect(result.log.executed == ["add"])
        }
        // If the script's remaining text is only a part of a line, it still counts as a command.
        let begun = await script("add Eden\nli", "st\n")
        #expect(begun.code == 141)
        #expect(begun.diagnostics.hasPrefix("shelf: line 1: The reader of the output"))
        let directory = try TemporaryDirectory()
        let comments = String(repeating: "# a line of words\n", count: 10_000)
        for (rest, code) in [("", 0), ("list", 141)] {
            let path = try directory.write("list\n\(comments)\(rest)", to: "script")
            #expect(await runShelf(["-f", path], failingWith: BrokenPipeError()).code == Int32(code))
        }
    }

    @Test func `--quiet hides confirmations of changes but not requested output or errors`() async {
        let result = await runScript("add Eden\necho here\nlist\nnope\n", ["--quiet"])
        #expect(result.output == "Warning: Look here.\nhere\nSolaris\nWar and Peace\nEden\n")
        #expect(result.diagnostics.contains("nope"))
        #expect(await runShelf(["add", "X", "--quiet", "--json"]).output.contains("\"title\": \"X\""))
    }

    @Test func `Echo writes its arguments`() async {
        #expect(await runScript("echo\necho a  'b  c' # d\necho -- -x\n").output == "\na b  c # d\n-x\n")
        #expect(await runScript("echo '\u{1B}[31m'\n").output == "␛[31m\n")
    }

    @Test func `-f runs the lines of a file, and errors name the file and the line`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a script")
        try "# titles\nlist\nnope\nlist\n".write(toFile: path, atomically: true, encoding: .utf8)
        let result = await runShelf(["-f", path])
        #expect(result.code == 64)
        #expect(result.output == "Solaris\nWar and Peace\n")
        #expect(result.diagnostics.hasPrefix("shelf: \(path): line 3: There is no command “nope”.\n"))
        let missing = await runShelf(["-f", "/nowhere/x"])
        #expect(missing.code == 66)
        #expect(missing.diagnostics.hasPrefix("shelf: There is no file “/nowhere/x”."))
        let standard = await runShelf(["-f", "-"], script: [Array("list\n".utf8)])
        #expect(standard.output == "Solaris\nWar and Peace\n")
        #expect(await runShelf(["-f", path, "list"]).code == 64)
    }
}
