import Foundation
import TestSupport
import Testing

@Suite("Pseudo-terminal", .level(.default))
struct PseudoTerminalTests {
    private let environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin", "PS1": "ready> "]

    @Test func `Lines can be typed and a program's output read`() throws {
        let terminal = try PseudoTerminal("/bin/cat", environment: environment)
        try terminal.sendLine("Łódź")
        // The first line is the terminal's echo, the second is cat's output.
        #expect(try terminal.expect("Łódź\nŁódź\n") == "")
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output == "Łódź\nŁódź\n")
    }

    @Test func `The program's end is reported as exit code or signal`() throws {
        let exiting = try PseudoTerminal("/bin/sh", ["-c", "echo gone; exit 65"], environment: environment)
        #expect(try exiting.waitForExit() == .exited(65))
        #expect(exiting.output == "gone\n")

        let interrupted = try PseudoTerminal("/bin/cat", environment: environment)
        try interrupted.sendLine("x")
        try interrupted.expect("x\nx\n")
        try interrupted.send(.controlC)
        #expect(try interrupted.waitForExit() == .signalled(SIGINT))

        let terminated = try PseudoTerminal("/bin/cat", environment: environment)
        terminated.signal(SIGTERM)
        #expect(try terminated.waitForExit() == .signalled(SIGTERM))

        let hungUp = try PseudoTerminal("/bin/cat", environment: environment)
        try hungUp.sendLine("x")
        try hungUp.expect("x\nx\n")
        hungUp.hangUp()
        #expect(try hungUp.waitForExit() == .signalled(SIGHUP))
    }

    @Test func `The pseudo-terminal is the controlling terminal and can be resized`() throws {
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", "trap 'stty size' WINCH; tty; stty size < /dev/tty; while read line; do :; done"],
            environment: environment, columns: 40, rows: 10)
        try terminal.expect("/dev/pts/")
        try terminal.expect("10 40\n")
        try terminal.resize(columns: 132, rows: 50)
        // The shell runs the trap for the new size only after its `read` returns.
        try terminal.sendLine("")
        try terminal.expect("50 132\n")
    }

    @Test func `A final prompt is awaited`() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-i"], environment: environment)
        try terminal.expectPrompt("ready> ")
        try terminal.sendLine("echo 'not ready> yet'; sleep 0.1; printf '\\033[1mbold\\033[0m\\n'")
        let shown = try terminal.expectPrompt("ready> ")
        #expect(shown.hasSuffix("not ready> yet\nbold\n"))
        try terminal.send(.controlD)
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func `Keys can be typed into a line editor`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("inside", to: "żółty plik.txt")
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: directory.environment(locale: "C.UTF-8", adding: ["PS1": "ready> "]),
            workingDirectory: directory.path)
        try terminal.expectPrompt("ready> ")
        try terminal.send("ho wide")
        try terminal.send(.home)
        try terminal.send("ec")
        try terminal.send(.end)
        try terminal.sendLine(" open")
        try terminal.expect("\nwide open\n")
        try terminal.expectPrompt("ready> ")
        try terminal.send("cat ż")
        try terminal.send(.tab)
        try terminal.expect("plik.txt")
        try terminal.send(.enter)
        try terminal.expect("inside")
        try terminal.expectPrompt("ready> ")
        try terminal.send(.up)
        try terminal.send(.up)
        try terminal.expect("echo wide open")
        try terminal.send(.controlU)
        try terminal.sendLine("exit 7")
        #expect(try terminal.waitForExit() == .exited(7))
    }

    @Test func `The program gets only the given environment and directory`() throws {
        let directory = try TemporaryDirectory()
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "pwd; env"], environment: ["LANG": "pl_PL.UTF-8"],
            workingDirectory: directory.path)
        #expect(try terminal.waitForExit() == .exited(0))
        let lines = Set(terminal.output.split(separator: "\n").map(String.init))
        #expect(
            lines.subtracting(["_=/usr/bin/env"]).isSubset(of: [
                directory.path, "LANG=pl_PL.UTF-8", "PWD=\(directory.path)", "SHLVL=1", "SHLVL=0", "OLDPWD=",
            ]))
        #expect(lines.contains("LANG=pl_PL.UTF-8"))
    }

    @Test func `A failed expectation includes the seen output`() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "echo something; cat"], environment: environment)
        let timeout = #expect(throws: TestSupportError.self) {
            try terminal.expect("anything else", timeout: .milliseconds(300))
        }
        #expect(timeout?.description.contains("“anything else” did not appear") == true)
        #expect(timeout?.description.contains("something\\n") == true)
        try terminal.send(.controlD)
        let end = #expect(throws: TestSupportError.self) { try terminal.expect("anything else") }
        #expect(end?.description.contains("has closed its terminal") == true)
    }

    @Test func `More text than the terminal's buffer can be typed`() throws {
        let terminal = try PseudoTerminal("/bin/cat", environment: environment)
        let line = String(repeating: "z", count: 1000)
        for _ in 0..<100 { try terminal.sendLine(line) }
        try terminal.sendLine("the end")
        // The terminal's echo and cat's output may be mixed.
        try terminal.expect("the end\n")
        try terminal.expect("the end\n")
        terminal.kill()
    }

    @Test func `Escape sequences of every kind are removed`() {
        #expect(
            strippingEscapes("a\u{1B}[31mb\u{1B}[0mc\r\n\u{1B}]0;title\u{07}d\u{1B}(Be\u{1B}[?2004hf")
                == "abc\ndef")
        #expect(strippingEscapes("\u{1B}]8;;http://x\u{1B}\\link\u{1B}M!") == "link!")
    }
}
