import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Closed streams and unwritable files", .level(.default))
struct ClosedStreamTests {
    /// For each program, lines that add an entry with a long text, and the line that shows it. The text is
    /// larger than a pipe's buffer.
    private static let long: [String: (setup: [String], show: String)] = [
        "mybooks": (["add Solaris Lem --summary %@"], "show 1 --json"),
        "itour": (["add Rome", "details %@"], "show 1 --json"),
        "moonshot": (["note 8 %@"], "notes --json"),
        "portfolio": (["new Fix", "content 1 --text %@"], "show 1 --json"),
    ]

    private func bash(_ person: Person, _ line: String, _ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(
            "/bin/bash", ["-c", line, person.path] + arguments, environment: person.environment,
            workingDirectory: person.home.path)
    }

    @Test(arguments: Transcript.programs, ["head -n 1", "true", "head -c 70000"])
    func `If the reader closes the pipe early, the program exits with 0 and prints nothing`(
        program: String, reader: String
    ) throws {
        let session = try #require(Self.long[program])
        let home = try TemporaryDirectory.copy(of: program) { home in
            let text = String(repeating: "word ", count: 40_000)
            let lines = session.setup.map { $0.replacing("%@", with: "\"\(text)\"") }
            for screen in try Person(program, home: home).screens(lines) {
                try #require(screen.text.utf8.count < 1000, "\(screen.text.prefix(1000))")
            }
        }
        let person = try Person(program, home: home)
        let whole = try person.run("-c", session.show)
        #expect(whole.status == .exited(0))
        #expect(whole.outputBytes.count > 3 << 16)
        let result = try bash(
            person, "\"$0\" \"$@\" | \(reader) > read; echo \"ended ${PIPESTATUS[0]}\"", ["-c", session.show])
        #expect(result.stdout == "ended 0\n")
        #expect(result.stderr.isEmpty, "\(result.stderr)")
        let read = try Data(contentsOf: URL(filePath: person.home.file("read")))
        #expect(read == Data(whole.outputBytes.prefix(read.count)))
        // If only an empty line, a comment and `quit` follow, the closed pipe isn't an error.
        let script = try bash(
            person,
            "printf '%s\\n\\n# end\\nquit\\n' '\(session.show)' | \"$0\" | \(reader) > read; echo \"ended ${PIPESTATUS[1]}\"",
            [])
        #expect(script.stdout == "ended 0\n", "\(script.stderr)")
        #expect(script.stderr.isEmpty, "\(script.stderr)")
    }

    @Test(arguments: Transcript.programs)
    func `A script stops at the line where its output is closed, with exit code 141`(program: String) throws {
        let session = try #require(Self.long[program])
        let change = try #require(MaintenanceCommandTests.programs.first { $0.name == program })
        let person = try Person(program)
        let text = String(repeating: "word ", count: 40_000)
        _ = try person.screens(session.setup.map { $0.replacing("%@", with: "\"\(text)\"") })
        let lines = ["echo begun", session.show, change.change.replacing("%@", with: "Fiasco")]
        try person.home.write(lines.joined(separator: "\n"), to: "script")
        let path = person.home.file("script")
        for call in [
            "\"$0\" < script", "\"$0\" --keep-going -f script", "\"$0\" -c \"$1\" -c \"$2\" -c \"$3\"",
        ] {
            let result = try bash(person, "\(call) | head -n 1; echo \"ended ${PIPESTATUS[0]}\"", lines)
            #expect(result.stdout == "begun\nended 141\n", "\(call)")
            let file = call.contains("-f") ? "script: " : ""
            #expect(
                result.stderr == """
                    \(program): \(file)line 2: The reader of the output closed the pipe, so the lines after this one were not run.
                    To run all lines, redirect the output to a file or to /dev/null.

                    """, "\(call)")
        }
        #expect(try !person.run("-c", change.count).stdout.contains("Fiasco"))
        #expect(try person.run("--quiet", "-f", path).status == .exited(0))
        #expect(try person.run("-c", change.count).stdout.contains("Fiasco"))
    }

    @Test(arguments: Transcript.programs)
    func `A script from an open pipe ends as soon as its output is closed`(program: String) throws {
        let session = try #require(Self.long[program])
        let person = try Person(program)
        let text = String(repeating: "word ", count: 40_000)
        _ = try person.screens(session.setup.map { $0.replacing("%@", with: "\"\(text)\"") })
        try #require(mkfifo(person.home.file("lines"), 0o600) == 0)
        for call in ["\"$0\" < lines", "\"$0\" -f lines"] {
            let result = try bash(
                person,
                """
                exec 3<> lines; echo "$1" >&3
                timeout 60 \(call) | head -n 1 > read; echo "ended ${PIPESTATUS[0]}"
                """, [session.show])
            #expect(result.stdout == "ended 0\n", "\(call)")
            #expect(result.stderr.isEmpty, "\(result.stderr)")
        }
    }

    @Test(arguments: Transcript.all)
    func
        `A standard output that is closed from the start is reported in the user's language, with exit code 74`(
            program: String
        ) throws
    {
        let person = try Person(program)
        let lines: [[String]] = [
            ["help"], ["--help"], ["--version"], ["set"], ["manual"], ["completions", "bash"],
            ["-c", "echo x"],
        ]
        for (language, problem) in [
            ("en", "The output could not be written: the stream is closed.\n"),
            ("pl", "Nie udało się zapisać wyniku: strumień jest zamknięty.\n"),
            ("hu", "A kimenetet nem sikerült kiírni: az adatfolyam le van zárva.\n"),
        ] {
            for line in lines {
                let result = try bash(
                    person, "\"$0\" \"$@\" >&-; echo \"ended $?\"", ["--language", language] + line)
                #expect(result.stdout == "ended 74\n", "\(line)")
                let said = result.stderr.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(result.stderr.hasPrefix("\(program): \(problem)"), "\(line): \(result.stderr)")
                // Standard error contains the problem and the remedy.
                #expect(said.count == 3 && said[1].contains("/dev/null"), "\(line): \(result.stderr)")
            }
        }
        let both = try bash(person, "\"$0\" set >&- 2>&-; echo \"ended $?\"", [])
        #expect(both.stdout == "ended 74\n")
        #expect(both.stderr.isEmpty)
        let full = try bash(person, "\"$0\" set > /dev/full; echo \"ended $?\"", [])
        #expect(full.stdout == "ended 74\n")
        #expect(full.stderr.contains("the disk is full.\nFree some space, or choose another location."))
    }

    @Test(arguments: Transcript.programs)
    func `Changes stay saved if the message about them can't be printed`(program: String) throws {
        let change = try #require(MaintenanceCommandTests.programs.first { $0.name == program })
        let person = try Person(program)
        let result = try bash(
            person, "\"$0\" -c \"$1\" >&-; echo \"ended $?\"; \"$0\" -c \"$2\"",
            [change.change.replacing("%@", with: "Solaris"), change.count])
        #expect(result.stdout.hasPrefix("ended 74\n"))
        #expect(result.stdout.contains("Solaris"))
    }

    @Test(arguments: Transcript.all)
    func `An unreadable standard input is reported, and a closed one has no lines`(program: String) throws {
        let person = try Person(program)
        let unreadable = try bash(person, "\"$0\" 0> nothing; echo \"ended $?\"", [])
        #expect(unreadable.stdout == "ended 74\n")
        #expect(
            unreadable.stderr.contains(
                "The input could not be read: the stream is closed.\nRedirect it from a terminal"),
            "\(unreadable.stderr)")
        let closed = try bash(person, "\"$0\" <&-; echo \"ended $?\"", [])
        #expect(closed.stdout == "ended 0\n", "\(closed.stderr)")
        #expect(closed.stderr.isEmpty, "\(closed.stderr)")
    }

    @Test(arguments: Transcript.programs)
    func `An export into a missing directory names the directory and the remedy`(program: String) throws {
        let change = try #require(MaintenanceCommandTests.programs.first { $0.name == program })
        let person = try Person(program)
        try person.run("-c", change.change.replacing("%@", with: "Solaris"))
        for (path, directory) in [
            ("/nonexistent/x.json", "/nonexistent"), ("no/such/x.json", "no/such"),
            ("/x/../y/z.json", "/x/../y"),
        ] {
            let result = try person.run("export", path)
            #expect(result.status == .exited(74))
            #expect(
                result.stderr == """
                    \(program): “\(path)” can't be written: there is no directory “\(directory)”.
                    Create the directory first, or choose another location.

                    """)
        }
        let polish = try person.run("export", "no/x.json", "--language", "pl")
        #expect(polish.stderr.contains("nie ma katalogu „no”.\nNajpierw utwórz katalog"), "\(polish.stderr)")
        let hungarian = try person.run("export", "no/x.json", "--language", "hu")
        #expect(hungarian.stderr.contains("nincs „no” könyvtár.\nElőbb hozd létre"), "\(hungarian.stderr)")
    }
}
