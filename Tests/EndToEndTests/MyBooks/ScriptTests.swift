import TestSupport
import Testing

@Suite("Scripts of mybooks", .level(.default))
struct ScriptTests {
    @Test func `A script runs line by line and ignores comments and blank lines`() throws {
        let reader = try Reader()
        let result = try reader.script(
            "# the first book", "", "add \"Solaris\" 'Stanisław Lem'", "  # indented", "rate solaris 5",
            "show #1 --json")
        #expect(result.status == .exited(0))
        #expect(result.stdout.contains("\"rating\": 5"))
    }

    @Test func `A script stops at the first failing line, names its number and keeps earlier changes`() throws
    {
        let reader = try Reader()
        let result = try reader.script("add A X", "", "rate A 9", "add B X")
        #expect(result.status == .exited(64))
        #expect(result.stderr.contains("line 3"))
        #expect(result.stderr.contains("9"))
        #expect(try reader.titles() == ["A"])
    }

    @Test func `The option -c runs one or more lines with the same grammar`() throws {
        let reader = try Reader()
        let result = try reader.mybooks("-c", "add \"A book\" X", "-c", "list --json")
        #expect(result.status == .exited(0))
        #expect(result.stdout.contains("\"A book\""))
        #expect(try reader.mybooks("-c", "nonsense", "-c", "add B X").status == .exited(64))
        #expect(try reader.titles() == ["A book"])
    }

    @Test func `CRLF, a byte order mark and a missing final newline don't matter`() throws {
        let reader = try Reader()
        let result = try reader.mybooks(stdin: "\u{FEFF}add A X\r\nadd B X\r\nadd C X")
        #expect(result.status == .exited(0))
        #expect(try reader.titles() == ["A", "B", "C"])
    }

    @Test func `An unclosed quote is an error of that line`() throws {
        let result = try Reader().script("add \"A X", "add B X")
        #expect(result.status == .exited(64))
        #expect(result.stderr.contains("line 1"))
        #expect(result.stderr.contains("\""))
    }

    @Test func `Unknown commands and options cause suggestions`() throws {
        let reader = try Reader()
        let command = try reader.mybooks("lsit")
        #expect(command.status == .exited(64))
        #expect(command.stderr.contains("“list”"))
        let option = try reader.mybooks("list", "--revers")
        #expect(option.status == .exited(64))
        #expect(option.stderr.contains("--reverse"))
    }

    @Test func `A reader that closes the pipe early causes no error`() throws {
        let reader = try Reader()
        try reader.mybooks("samples")
        let result = try reader.shell("{ \"$mybooks\" list; echo \"status $?\" >&2; } | head -1")
        #expect(result.stdout.split(separator: "\n").count == 1)
        #expect(result.stderr == "status 0\n")
    }

    @Test func `A full disk under standard output is reported`() throws {
        let reader = try Reader()
        try reader.mybooks("samples")
        let result = try reader.shell("\"$mybooks\" list > /dev/full")
        #expect(result.status == .exited(74))
        #expect(!result.stderr.isEmpty)
    }

    @Test func `The options --csv and --json print the same raw values in every language`() throws {
        let reader = try Reader()
        try reader.mybooks(
            "add", "A, \"B\"", "X", "--rating", "2", "--status", "completed", "--added", "2024-01-01",
            "--completed", "2024-01-02")
        let csv = try reader.mybooks("list", "--csv").stdout
        #expect(
            csv == "number,status,title,author,rating,added,started,completed,shelves,series,"
                + "seriesNumber,pages,binding,language,year\r\n"
                + "1,completed,\"A, \"\"B\"\"\",X,2,2024-01-01,,2024-01-02,,,,,,,\r\n")
        #expect(try reader.mybooks("--language", "pl", "list", "--csv").stdout == csv)
        #expect(
            try reader.mybooks("list", "--json").stdout
                == reader.mybooks("list", "--json", "--language", "hu").stdout)
    }
}
