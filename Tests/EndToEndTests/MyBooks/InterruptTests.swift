import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Ctrl-C in every state", .level(.default))
struct InterruptTests {
    /// A state in which the user presses Ctrl-C, and the keys that lead to it.
    struct InterruptibleState {
        let name: String
        let steps: [(keys: String, shown: String)]
        /// The text that the program prints after Ctrl-C.
        let answer: String

        init(_ name: String, answer: String = "^C", _ steps: (String, String)...) {
            self.name = name
            self.answer = answer
            self.steps = steps.map { (keys: $0.0, shown: $0.1) }
        }
    }

    /// Returns a user with some books. The user's editor and pager run until they are interrupted.
    private func reader(inputrc: String = "") throws -> Reader {
        let reader = try Reader(adding: ["EDITOR": "sh waiting", "PAGER": "sh waiting"])
        // The script polls for the signal. A shell that waits for a child handles a signal only after the
        // child has ended.
        try reader.home.write(
            "trap 'echo Caught.; exit 1' INT\necho Waiting.\nwhile :; do sleep 0.05; done\n", to: "waiting")
        try reader.home.write(inputrc, to: "home/.inputrc")
        try reader.script("add Solaris Lem", "samples")
        for name in ["pipe", "pipe.json"] { #expect(mkfifo(reader.home.file(name), 0o600) == 0) }
        return reader
    }

    /// Interrupts the program in each state, all in one session. Afterwards, commands must still run, and at
    /// the end the terminal must have its initial settings.
    private func interrupt(_ all: [InterruptibleState], _ reader: Reader, rows: Int = 24) throws {
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

    @Test func `Ctrl-C discards a line, a search, an argument, a partial key and an unfinished paste`() throws
    {
        try interrupt(
            [
                InterruptibleState("a line", ("add Half", "add Half")),
                InterruptibleState("the list of candidates", ("\t\t", "backup")),
                // After Ctrl-V (quoted insert), Ctrl-C still interrupts instead of being inserted. Don't send
                // a second Ctrl-C, because it could arrive between two lines.
                InterruptibleState("a quoted key", ("ab\u{16}", "ab")),
                InterruptibleState("escape", ("ab", "ab"), ("\u{1B}", "")),
                InterruptibleState("half a key", ("ab", "ab"), ("\u{1B}[", "")),
                InterruptibleState("a number for a key", ("\u{1B}5", "(arg: 5)")),
                InterruptibleState("Ctrl-X", ("ab", "ab"), ("\u{18}", "")),
                InterruptibleState("a search for a letter", ("ab", "ab"), ("\u{1D}", "")),
                InterruptibleState("a paste without an end", ("ab", "ab"), ("\u{1B}[200~add One\r", "")),
                InterruptibleState("a search", ("\u{12}echo", "i-search")),
                InterruptibleState("a search without a find", ("\u{12}qqq", "failed")),
                InterruptibleState("a search with half a key", ("\u{12}echo", "i-search"), ("\u{1B}[", "")),
                InterruptibleState("a search with a paste", ("\u{12}", "i-search"), ("\u{1B}[200~abc", "")),
                InterruptibleState("a search that Enter ends", ("\u{1B}p", ":"), ("ab", "ab")),
                InterruptibleState("the second line of a command", ("add X \\\r", "\n> "), ("Lem", "Lem")),
            ], reader())
    }

    @Test func `Ctrl-C works in every state of the vi mode`() throws {
        try interrupt(
            [
                InterruptibleState("inserting", ("ab", "ab")),
                InterruptibleState("commanding", ("ab", "ab"), ("\u{1B}", "")),
                InterruptibleState("deleting", ("ab", "ab"), ("\u{1B}0d", "")),
                InterruptibleState("replacing", ("ab", "ab"), ("\u{1B}r", "")),
                InterruptibleState("overwriting", ("ab", "ab"), ("\u{1B}Rxy", "xy")),
                InterruptibleState("finding", ("ab", "ab"), ("\u{1B}f", "")),
                InterruptibleState("searching", ("ab", "ab"), ("\u{1B}/", "/"), ("xy", "xy")),
                InterruptibleState("counting", ("ab", "ab"), ("\u{1B}3", "(arg: 3)")),
            ], reader(inputrc: "set editing-mode vi\n"))
    }

    @Test func `Ctrl-C ends questions, the editor, the pager and blocked pipes`() throws {
        try interrupt(
            [
                InterruptibleState("a question", ("add\r", "Title: "), ("Half", "Half")),
                InterruptibleState("a search at a question", ("add\r", "Title: "), ("\u{12}ad", "i-search")),
                InterruptibleState("yes or no", ("delete 1\r", "[y/N] "), ("y", "y")),
                InterruptibleState(
                    "the fields of a record", ("edit 1\r", "Title: Solaris"), ("x\r", "Author: Lem")),
                InterruptibleState("the pager", ("list\r", "Waiting.")),
                InterruptibleState("the editor", ("quote add 1\r", "editor): "), ("\r", "Waiting.")),
                // While the command runs, the terminal doesn't echo Ctrl-C, so only the program's message
                // appears.
                InterruptibleState(
                    "an import from a pipe", answer: "Cancelled.", ("import pipe\r", "import pipe\n")),
                InterruptibleState(
                    "an import from the terminal", answer: "Cancelled.",
                    ("import /dev/tty\r", "import /dev/tty\n")),
                InterruptibleState(
                    "an export to a pipe", answer: "Cancelled.",
                    ("export pipe.json --overwrite\r", "overwrite\n")),
            ], reader(), rows: 12)
    }

    @Test func `Ctrl-C in an editor or pager affects only that program, even if it exits immediately`() throws
    {
        let reader = try reader()
        // The script sends the signal to itself and to the program, as a terminal does.
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

    @Test func `The interrupt key reaches the editor`() throws {
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

    @Test func `A script that waits for a pipe ends at Ctrl-C and reports the interruption`() throws {
        let reader = try reader()
        let terminal = try reader.terminal("import", "pipe")
        // The program prints nothing at this point. So write a byte into the pipe, and wait until the program
        // has read the byte.
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
