import Foundation
import TestSupport
import Testing

@Suite("Terminal sessions of mybooks", .level(.default))
struct TerminalTests {
    /// Starts mybooks in a terminal, and waits for its first prompt.
    func shell(_ reader: Reader, columns: Int = 80) throws -> PseudoTerminal {
        let terminal = try reader.terminal(columns: columns)
        try terminal.expectPrompt("mybooks> ")
        return terminal
    }

    @Test func `The add command asks for missing values until they aren't blank`() throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.sendLine("add")
        try terminal.expect("Title")
        try terminal.sendLine("   ")
        try terminal.expect("Title")
        try terminal.sendLine("Solaris")
        try terminal.expect("Author")
        try terminal.sendLine("Lem")
        try terminal.expect("Added “Solaris” by Lem")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("add Solaris Lem")
        try terminal.expect("Add it again?")
        try terminal.sendLine("n")
        try terminal.expect("Nothing was added")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("add")
        try terminal.expect("Title")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.titles() == ["Solaris"])
    }

    @Test func `The edit command asks for each field with its current value and saves once at the end`()
        throws
    {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem", "--added", "2024-01-02", "--summary", "Old")
        let terminal = try shell(reader)
        try terminal.sendLine("edit 1")
        try terminal.expect("Solaris")
        try terminal.sendLine(" (novel)")
        try terminal.expect("Lem")
        try terminal.send(.controlU)
        try terminal.sendLine("Stanisław Lem")
        try terminal.expect("on shelf")
        try terminal.send(.controlU)
        try terminal.sendLine("in-progress")
        try terminal.expect("Rating")
        try terminal.sendLine("4")
        try terminal.expect("2024-01-02")
        try terminal.send(.enter)
        try terminal.expect("Started")
        try terminal.send(.controlU)
        try terminal.sendLine("2024-01-05")
        try terminal.expect("Old")
        try terminal.sendLine("er")
        try terminal.expect("Changed “Solaris”")
        try terminal.expectPrompt("mybooks> ")
        let book = try reader.mybooks("show", "1", "--json").object
        #expect(book["title"] as? String == "Solaris (novel)")
        #expect(book["author"] as? String == "Stanisław Lem")
        #expect(book["status"] as? String == "in-progress")
        #expect(book["rating"] as? Int == 4)
        #expect(book["started"] as? String == "2024-01-05")
        #expect(book["summary"] as? String == "Older")
    }

    @Test func `Ctrl-C during an edit discards it completely`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem")
        let terminal = try shell(reader)
        try terminal.sendLine("edit 1")
        try terminal.expect("Solaris")
        try terminal.sendLine(" changed")
        try terminal.expect("Lem")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.titles() == ["Solaris"])
        #expect(try reader.mybooks("undo").stdout.contains("Added"))
    }

    @Test func `The summary is edited in $EDITOR, which can have arguments`() throws {
        let reader = try Reader(adding: ["EDITOR": "sed -i s/Old/New/"])
        try reader.mybooks("add", "Solaris", "Lem", "--summary", "Old\ntext")
        let terminal = try shell(reader)
        try terminal.sendLine("edit 1")
        for expected in ["Solaris", "Lem", "on shelf", "Rating", "Added"] {
            try terminal.expect(expected)
            try terminal.send(.enter)
        }
        try terminal.expect("editor?")
        try terminal.sendLine("y")
        try terminal.expect("Changed “Solaris”: summary")
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.mybooks("show", "1", "--json").object["summary"] as? String == "New\ntext")
    }

    @Test func `After dates in the wrong order or a failing editor, only that field is asked again`() throws {
        let reader = try Reader(adding: ["EDITOR": "false"])
        try reader.mybooks(
            "add", "Solaris", "Lem", "--added", "2024-01-02", "--status", "completed", "--started",
            "2024-01-03", "--completed", "2024-01-04")
        let terminal = try shell(reader)
        try terminal.sendLine("edit 1")
        try terminal.expect("Title: Solaris")
        try terminal.sendLine(" (novel)")
        for expected in ["Author", "Status", "Rating"] {
            try terminal.expect(expected)
            try terminal.send(.enter)
        }
        try terminal.expect("Added: 2024-01-02")
        try terminal.send(.controlU)
        try terminal.sendLine("2024-02-02")
        try terminal.expect("Started (blank for none): 2024-01-03")
        try terminal.send(.controlU)
        try terminal.sendLine("2024-02-03")
        try terminal.expect("Completed (blank for none): 2024-01-04")
        try terminal.send(.enter)
        try terminal.expect("is before Feb 3, 2024")
        try terminal.expect("2024-01-04")
        try terminal.send(.controlU)
        try terminal.sendLine("2024-02-04")
        try terminal.expect("Summary (+ opens your editor): ")
        try terminal.sendLine("+")
        try terminal.expect("The editor false ended with an error")
        try terminal.expect("Summary (+ opens your editor): ")
        try terminal.sendLine("An ocean.")
        try terminal.expect("Changed “Solaris”: title")
        try terminal.expectPrompt("mybooks> ")
        let book = try reader.mybooks("show", "1", "--json").object
        #expect(book["completed"] as? String == "2024-02-04")
        #expect(book["summary"] as? String == "An ocean.")
    }

    @Test func `Control characters of a title are visible in the line and kept if the line isn't edited`()
        throws
    {
        let reader = try Reader()
        let title = "Multi\nline \u{9B}31m \u{1B}[31m \u{202E}end"
        try reader.mybooks("add", title, "Lem")
        let terminal = try shell(reader)
        try terminal.sendLine("edit 1")
        try terminal.expect("Title: Multi line <U+009B>31m ␛[31m <U+202E>end")
        for expected in ["", "Author", "Status", "Rating", "Added", "Summary"] {
            try terminal.expect(expected)
            try terminal.send(.enter)
        }
        try terminal.expect("already has these values")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send("show Multi\t\t")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        let raw = String(decoding: terminal.rawOutput, as: UTF8.self)
        #expect(!raw.contains("\u{9B}"))
        #expect(!raw.contains("\u{202E}"))
        #expect(!raw.contains("\u{1B}[31m"))
        #expect(try reader.mybooks("show", "1", "--json").object["title"] as? String == title)
    }

    @Test func `Ctrl-C during fast typing ends the line, never the program`() throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        // At Ctrl-C, the terminal discards unread keys. Here readline has read the first keys and is about to
        // read the discarded ones.
        for round in 0..<400 {
            try terminal.send("show Multi\t\t")
            usleep([0, 0, 1000, 3000][round % 4])
            try terminal.send(.controlC)
            try terminal.expectPrompt("mybooks> ")
        }
        try terminal.sendLine("list")
        try terminal.expect("The log is empty")
    }

    @Test(arguments: ["", "add Half"])
    func `Ctrl-Z stops the shell, and its line is still there after it continues`(typed: String) throws {
        let reader = try Reader()
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: reader.environment.merging(["mybooks": reader.program, "PS1": "ready> "]) { $1 },
            workingDirectory: reader.home.path)
        try terminal.expectPrompt("ready> ")
        try terminal.sendLine(#""$mybooks""#)
        try terminal.expectPrompt("mybooks> ")
        for _ in 1...5 {
            if !typed.isEmpty {
                try terminal.send(.controlU)
                try terminal.send(typed)
                try terminal.expect(typed)
            }
            try terminal.send(.controlZ)
            #expect(try !terminal.expect("Stopped").contains("mybooks> "))
            try terminal.expectPrompt("ready> ")
            try terminal.sendLine("fg")
            try terminal.expectPrompt("mybooks> " + typed)
        }
        try terminal.send(.controlU)
        try terminal.sendLine("where")
        try terminal.expect("mybooks.store")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quit")
        try terminal.expectPrompt("ready> ")
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: ["", "add Half"]
    )
    func `If no shell can continue it, the program ignores Ctrl-Z`(typed: String) throws {
        let reader = try Reader()
        // The program is started without a shell, as in a terminal window or a container.
        let terminal = try shell(reader)
        for _ in 1...5 {
            if !typed.isEmpty {
                try terminal.send(.controlU)
                try terminal.send(typed)
                try terminal.expect(typed)
            }
            try terminal.send(.controlZ)
            try terminal.expectPrompt("mybooks> " + typed)
        }
        try terminal.send(.controlU)
        try terminal.sendLine("where")
        try terminal.expect("mybooks.store")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `Tab completes commands, options, values and titles, with quotes if necessary`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Księgi Jakubowe", "Olga Tokarczuk")
        try reader.mybooks("add", "Bieguni", "Olga Tokarczuk")
        let terminal = try shell(reader)
        try terminal.send("sho\t")
        try terminal.expect("show ")
        try terminal.send("ksieg\t")
        try terminal.expect("Księgi Jakubowe")
        try terminal.send(.enter)
        try terminal.expect("Olga Tokarczuk")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send("list --rev\t")
        try terminal.expect("--reverse")
        try terminal.send(.controlU)
        try terminal.send("list --sort auth\t")
        try terminal.expect("author")
        try terminal.send(.enter)
        try terminal.expectPrompt("mybooks> ")
    }

    @Test func `Ctrl-C discards the line, and an error leaves the shell running`() throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.send("add Half")
        try terminal.send(.controlC)
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("nonsense")
        try terminal.expect("nonsense")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("add A X")
        try terminal.expect("number 1")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try reader.titles() == ["A"])
    }

    @Test(
        "SIGTERM, SIGHUP and Ctrl-\\ end the shell without losing what was acknowledged",
        arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.sendLine("add A X")
        try terminal.expect("number 1")
        try terminal.expectPrompt("mybooks> ")
        terminal.signal(number)
        #expect(try terminal.waitForExit() == .exited(128 + number))
        #expect(try reader.titles() == ["A"])
    }

    @Test func `Closing the terminal window ends the shell`() throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.sendLine("add A X")
        try terminal.expect("number 1")
        terminal.hangUp()
        _ = try terminal.waitForExit()
        #expect(try reader.titles() == ["A"])
    }

    /// Returns the width of a line in columns, without the carriage return at its end.
    @Test func `Ctrl-C in a history search discards the line, and the shell is ready`() throws {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.sendLine("list --status in-progress")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send(.controlR)
        try terminal.send("stat")
        try terminal.expect("in-progress")
        try terminal.send(.controlC)
        try terminal.expect("^C\nmybooks> ")
        try terminal.sendLine("where")
        try terminal.expect("mybooks.store")
    }

    @Test func `A store that is deleted while the shell is open is detected before a change is acknowledged`()
        throws
    {
        let reader = try Reader()
        let terminal = try shell(reader, columns: 300)
        try terminal.sendLine("add A X")
        try terminal.expect("number 1")
        try terminal.expectPrompt("mybooks> ")
        try FileManager.default.removeItem(atPath: reader.store)
        try terminal.sendLine("add B X")
        try terminal.expect("was deleted, moved or replaced while it was open")
        try terminal.expectPrompt("mybooks> ")
        #expect(!terminal.output.contains("Added “B”"))
    }

    @Test func `A resized terminal applies from the next command on`() throws {
        let reader = try Reader()
        try reader.mybooks("add", String(repeating: "word ", count: 20), "Author")
        let terminal = try shell(reader, columns: 80)
        try terminal.sendLine("list")
        let wide = try terminal.expect("1 book")
        #expect(wide.contains("…"))
        for line in wide.split(separator: "\n").dropFirst() { #expect(line.count <= 80) }
        try terminal.expectPrompt("mybooks> ")
        try terminal.resize(columns: 40)
        try terminal.sendLine("list")
        let narrow = try terminal.expect("1 book")
        #expect(narrow.contains("…"))
        for line in narrow.split(separator: "\n").dropFirst() { #expect(line.count <= 40) }
    }

    @Test
    func `A backslash at the end continues a command, and a bracketed paste runs when Enter is pressed`()
        throws
    {
        let reader = try Reader()
        let terminal = try shell(reader)
        try terminal.sendLine("add Solaris \\")
        try terminal.expectPrompt("> ")
        try terminal.sendLine("Lem")
        try terminal.expect("Added “Solaris” by Lem")
        try terminal.expectPrompt("mybooks> ")
        try terminal.send("\u{1B}[200~add One X\radd Two Y\u{1B}[201~")
        try terminal.expect("add Two Y")
        #expect(try reader.titles() == ["Solaris"])
        try terminal.send(.enter)
        try terminal.expect("Added “Two” by Y")
        try terminal.expectPrompt("mybooks> ")
        #expect(try reader.titles() == ["One", "Solaris", "Two"])
    }

    @Test func `The user sets the number of remembered lines`() throws {
        let reader = try Reader()
        try reader.mybooks("set", "history", "2")
        let terminal = try shell(reader)
        for number in 1...4 {
            try terminal.sendLine("echo \(number)")
            try terminal.expectPrompt("mybooks> ")
        }
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try reader.shell("cat home/.local/state/mybooks/history").stdout == "echo 3\necho 4\n")
    }
}
