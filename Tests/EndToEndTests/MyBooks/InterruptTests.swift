import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Ctrl-C, whatever is going on")
struct InterruptTests {
    /// Something that a person is in the middle of: keys, each with what it shows.
    struct Doing {
        let name: String
        let steps: [(keys: String, shown: String)]
        /// What Ctrl-C shows.
        let answer: String

        init(_ name: String, answer: String = "^C", _ steps: (String, String)...) {
            self.name = name
            self.answer = answer
            self.steps = steps.map { (keys: $0.0, shown: $0.1) }
        }
    }

    /// A reader with some books, whose editor and pager go on until they are interrupted.
    private func reader(inputrc: String = "") throws -> Reader {
        let reader = try Reader(adding: ["EDITOR": "sh waiting", "PAGER": "sh waiting"])
        // It looks for the signal again and again: a shell that is about to wait for a child waits to the end.
        try reader.home.write(
            "trap 'echo Caught.; exit 1' INT\necho Waiting.\nwhile :; do sleep 0.05; done\n", to: "waiting")
        try reader.home.write(inputrc, to: "home/.inputrc")
        try reader.script("add Solaris Lem", "samples")
        for name in ["pipe", "pipe.json"] { #expect(mkfifo(reader.home.file(name), 0o600) == 0) }
        return reader
    }

    /// Interrupts one thing after the other in one session; after each the shell does what it is told, and at the end
    /// the terminal is as it was.
    private func interrupt(_ all: [Doing], _ reader: Reader, rows: Int = 24) throws {
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", #"trap : INT; stty -g; "$mybooks"; echo "ended $?"; stty -g"#],
            environment: reader.environment.merging(["mybooks": reader.program]) { $1 },
            workingDirectory: reader.home.path, rows: rows)
        let before = try terminal.expect("\n")
        try terminal.expectPrompt("mybooks> ")
        for doing in all {
            for step in doing.steps {
                try terminal.send(step.keys)
                try terminal.expect(step.shown)
            }
            try terminal.send(.controlC)
            try terminal.expect(doing.answer)
            try terminal.expectPrompt("mybooks> ")
            try terminal.sendLine(#"echo "ready""again""#)
            try terminal.expect("\nreadyagain\n")
            try terminal.expectPrompt("mybooks> ")
        }
        try terminal.sendLine("quit")
        try terminal.expect("ended 0\n")
        #expect(try terminal.expect("\n") == before)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try reader.titles().filter { $0 == "Solaris" }.count == 2)
    }

    @Test("A line, a search, an argument, a key of several bytes, a paste that never ends: all are dropped")
    func keys() throws {
        try interrupt(
            [
                Doing("a line", ("add Half", "add Half")),
                Doing("the list of candidates", ("\t\t", "backup")),
                // What interrupts is never quoted: this is one Ctrl-C, and a second one might come between the lines.
                Doing("a quoted key", ("ab\u{16}", "ab")),
                Doing("escape", ("ab", "ab"), ("\u{1B}", "")),
                Doing("half a key", ("ab", "ab"), ("\u{1B}[", "")),
                Doing("a number for a key", ("\u{1B}5", "(arg: 5)")),
                Doing("Ctrl-X", ("ab", "ab"), ("\u{18}", "")),
                Doing("a search for a letter", ("ab", "ab"), ("\u{1D}", "")),
                Doing("a paste without an end", ("ab", "ab"), ("\u{1B}[200~add One\r", "")),
                Doing("a search", ("\u{12}echo", "i-search")),
                Doing("a search without a find", ("\u{12}qqq", "failed")),
                Doing("a search with half a key", ("\u{12}echo", "i-search"), ("\u{1B}[", "")),
                Doing("a search with a paste", ("\u{12}", "i-search"), ("\u{1B}[200~abc", "")),
                Doing("a search that Enter ends", ("\u{1B}p", ":"), ("ab", "ab")),
                Doing("the second line of a command", ("add X \\\r", "\n> "), ("Lem", "Lem")),
            ], reader())
    }

    @Test("In vi mode too, in each of its states")
    func viKeys() throws {
        try interrupt(
            [
                Doing("inserting", ("ab", "ab")),
                Doing("commanding", ("ab", "ab"), ("\u{1B}", "")),
                Doing("deleting", ("ab", "ab"), ("\u{1B}0d", "")),
                Doing("replacing", ("ab", "ab"), ("\u{1B}r", "")),
                Doing("overwriting", ("ab", "ab"), ("\u{1B}Rxy", "xy")),
                Doing("finding", ("ab", "ab"), ("\u{1B}f", "")),
                Doing("searching", ("ab", "ab"), ("\u{1B}/", "/"), ("xy", "xy")),
                Doing("counting", ("ab", "ab"), ("\u{1B}3", "(arg: 3)")),
            ], reader(inputrc: "set editing-mode vi\n"))
    }

    @Test("Questions, the editor and the pager, and pipes that nobody writes to or reads from")
    func commands() throws {
        try interrupt(
            [
                Doing("a question", ("add\r", "Title: "), ("Half", "Half")),
                Doing("a search at a question", ("add\r", "Title: "), ("\u{12}ad", "i-search")),
                Doing("yes or no", ("delete 1\r", "[y/N] "), ("y", "y")),
                Doing("the fields of a record", ("edit 1\r", "Title: Solaris"), ("x\r", "Author: Lem")),
                Doing("the pager", ("list\r", "Waiting.")),
                Doing("the editor", ("quote add 1\r", "editor): "), ("\r", "Waiting.")),
                // Between the line and what it does, the terminal doesn't show the key.
                Doing("an import from a pipe", answer: "Cancelled.", ("import pipe\r", "import pipe\n")),
                Doing(
                    "an import from the terminal", answer: "Cancelled.",
                    ("import /dev/tty\r", "import /dev/tty\n")),
                Doing(
                    "an export to a pipe", answer: "Cancelled.",
                    ("export pipe.json --overwrite\r", "overwrite\n")),
            ], reader(), rows: 12)
    }

    @Test("Ctrl-C that an editor or a pager gets is meant for it alone, also where it ends at once")
    func otherPrograms() throws {
        let reader = try reader()
        // As the terminal does with what is typed: all that run in it get the signal.
        try reader.home.write(
            "trap : INT; kill -INT $PPID; kill -INT $$; echo \"We need mirrors.\" > \"$1\"", to: "waiting")
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        for number in 1...20 {
            try terminal.sendLine("quote add 1")
            try terminal.expectPrompt("editor): ")
            try terminal.send(.enter)
            try terminal.expect("Added a quote from “Solaris” as number \(number).")
            try terminal.expectPrompt("mybooks> ")
        }
        try reader.home.write("trap : INT; cat; kill -INT $PPID", to: "waiting")
        for _ in 1...10 {
            try terminal.sendLine("list")
            try terminal.expect(" books\n")
            #expect(try terminal.expectPrompt("mybooks> ").isEmpty)
        }
    }

    @Test("An editor gets the key that interrupts it")
    func interruptedEditor() throws {
        let reader = try reader()
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("quote add 1")
        try terminal.expectPrompt("editor): ")
        try terminal.send(.enter)
        try terminal.expect("Waiting.")
        try terminal.send(.controlC)
        try terminal.expect("Caught.")
        try terminal.expect("ended with an error")
        try terminal.expectPrompt("mybooks> ")
    }

    @Test("A script that waits for a pipe ends with Ctrl-C at once, and says that it was broken off")
    func script() throws {
        let reader = try reader()
        let terminal = try reader.terminal("import", "pipe")
        // Nothing is shown before; the pipe that somebody writes to tells that it is read.
        let writing = open(reader.home.file("pipe"), O_RDWR | O_CLOEXEC)
        defer { close(writing) }
        #expect(write(writing, "[", 1) == 1)
        try wait(for: "the program reads the pipe") {
            var left: Int32 = 1
            return ioctl(writing, UInt(FIONREAD), &left) == 0 && left == 0
        }
        try terminal.send(.controlC)
        #expect(try terminal.waitForExit() == .exited(130))
        #expect(terminal.output.contains("Cancelled"))
    }
}
