import TestSupport
import Testing

@Suite("Screens of mybooks in the pseudo-language", .level(.default))
struct PseudoLanguageTests {
    /// Returns a screen's output. The data contains no English letters, so each English letter in the output
    /// belongs to a text of the program.
    private func lines(_ screen: String) throws -> [Substring] {
        let home = try TemporaryDirectory.copy(of: "books") { home in
            try Reader(home: home).mybooks(
                "-c", "add 三体 刘慈欣 --rating 4 --status completed --summary …", "-c", "add 球状闪电 刘慈欣", "-c",
                "set dates iso", "-c",
                "shelf add 1 书架", "-c", "shelf add 2 球", "-c", "quote add 1 给岁月以文明 --page 5 --note 好", "-c",
                "quote add 1 …")
            try home.write(InvalidFiles.goodreads("☠"), to: "1.csv")
            try home.write(InvalidFiles.json, to: "2.json")
        }
        let reader = try Reader(home: home, adding: ["COLUMNS": "80"])
        if screen == "redo" { try reader.mybooks("undo") }
        let result = try reader.shell(
            "\"$mybooks\" --language en-XA --format table \(screen) 2>&1 < /dev/null")
        return result.stdout.split(separator: "\n")
    }

    private static let screens = [
        "list", "search 三", "show 1", "stats", "set", "set dates", "start 2", "rate 2 3", "rate 2 3",
        "status 2 completed", "edit 2 --rating 3", "shelve 2", "undo", "redo", "delete 2 --yes", "samples",
        "help", "help add", "help set", "history", "--help", "show 三三", "show 99", "show 1 2", "rate 1 9",
        "frobnicate",
        "list --frobnicate", "add", "delete 1", "import /1", "export /1", "set 1", "edit 1",
        "list --rating 1", "shelves", "shelf add 2 书架", "shelf add 1 2 新", "shelf remove 1 2 球",
        "shelf remove 2 书",
        "shelf rename 球 新", "shelf rename 球 书架", "shelf delete 球 --yes", "shelf delete 球", "shelf",
        "help shelf", "quotes", "quote list 2", "quote add 2 新", "quote edit 1 --page 6", "quote edit 1",
        "quote move 2 1", "quote move 2 2", "quote delete 1 --yes", "quote delete 1 2 --yes", "quote edit 9",
        "help quote add",
        "import 1.csv", "import 1.csv --dry-run", "import 2.json", "export 1.txt",
        "export 3.json", "samples --json 3", "undo 1", "list --json --csv", "-x", "import 1.csv --quiet",
    ]

    /// Words that users type in the same form in every language, and placeholders in usage lines.
    private static let grammar: Set<String> = {
        var words: Set<String> = [
            "mybooks", "Goodreads", "LINE", "FILE", "COMMAND", "OPTION", "N", "frobnicate", "h", "c", "f",
            "x",
            // The conjunction that the pseudo-language uses in lists.
            "or",
        ]
        // The names of commands, arguments and options.
        for word in [
            "list ls find search show now stats add edit start finish shelve pause paused reopen status rate delete undo redo history import",
            "export samples where help set echo completions manual version quit exit",
            "sort reverse rating months title author summary added started completed allow duplicate yes dry run",
            "overwrite count format json csv md store in memory language color accessible quiet keep going book books",
            "backup restore repair sync login status conflicts keep off key server token seconds",
            "words shell line setting value command text file date integer number lines topic none pager dates",
            "auto always never on off first weekday clock iso numeric medium long full table plain markdown en pl hu shelf progress",
            "bash fish zsh default today yesterday tomorrow xml out goodreads library export solaris War and Peace",
            "SETTING VALUE SHELL TEXT DATE BOOK PATH TITLE AUTHOR STATUS RATING WORDS new rm remove",
            "shelves quote quotes rename move merge page note place name none abandon reading readings goal review",
            "view views save urgent good lookup take contact duplicates hours location noted time https openlibrary org",
            "lend return loans next random on all year lang series contributors isbn publisher pages minutes",
            "narrator binding original copies notes outcome limit other target to read abandoned My Rating",
        ].joined(separator: " ").split(separator: " ") {
            words.insert(String(word))
            words.insert(word.uppercased())
        }
        // The help topics, which users type in the same form in every language.
        return words.union(["options", "exit", "codes"])
    }()

    /// The codes of the program's languages.
    private static let codes: Result<Set<String>, any Error> = Result {
        let languages = try Reader().mybooks("set", "language", "--json").object["values"] as? String
        return Set((languages ?? "").split(separator: "|").map(String.init))
    }

    @Test(arguments: screens)
    func `Every text of every screen is localized`(screen: String) throws {
        let codes = try Self.codes.get()
        let shown = try lines(screen)
        #expect(!shown.isEmpty)
        for line in shown {
            let words = line.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            // In the help, these indented lines are examples, which contain typed words.
            if line.hasPrefix("  "), !line.contains("⟦"), screen.contains("help") { continue }
            let unknown = words.filter {
                !Self.grammar.contains($0) && !Self.facts.contains($0) && !codes.contains($0)
            }
            #expect(unknown.isEmpty, "\(line)")
        }
    }

    @Test func `Every question at the terminal and every answer to a wrong entry is localized`() throws {
        let reader = try Reader()
        let terminal = try reader.terminal("--language", "en-XA", columns: 200)
        try terminal.expectPrompt("mybooks> ")
        func exchange(_ line: String, _ expected: String = "⟧: ") throws {
            try terminal.sendLine(line)
            try terminal.expect(expected)
        }
        try exchange("add")
        try exchange(" ")
        try exchange("三体")
        try exchange("刘慈欣", "mybooks> ")
        try exchange("edit 1")
        for answer in ["", "", "nix", "", "9"] { try exchange(answer) }
        try terminal.send(.controlC)
        try terminal.expect("mybooks> ")
        try exchange("delete 1", "[y/N] ")
        try exchange("perhaps", "[y/N] ")
        try exchange("n", "mybooks> ")
        let texts = terminal.output.split(separator: "\n").filter { line in
            let echoes = ["mybooks> ", "mybooks 1"].contains { line.hasPrefix($0) }
            return !echoes && line.contains { $0.isASCII && $0.isLetter }
        }
        for line in texts { #expect(line.contains("⟦"), "\(line)") }
        #expect(texts.count > 5)
    }

    /// Words that come from locale data: names of months, and AM and PM.
    private static let facts: Set<String> = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December", "AM", "PM",
        // Names of columns in imported files, and a file extension.
        "Date", "Read", "txt",
    ]
}
