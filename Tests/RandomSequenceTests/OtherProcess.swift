import Foundation
import TestSupport

/// The built program in a terminal, which keeps running while this process uses the same store.
final class OtherProcess {
    private let home: TemporaryDirectory
    private let terminal: PseudoTerminal

    init(_ program: String, store: String) throws {
        home = try TemporaryDirectory()
        terminal = try PseudoTerminal(
            try ProgramUnderTest.path(program), ["--store", store], environment: home.environment(),
            workingDirectory: home.path, columns: 200, rows: 60)
        try terminal.expectPrompt("> ")
    }

    /// Types a line and waits until the command is done.
    ///
    /// - Parameter mustFail: Whether the program must report that there is nothing to undo or redo.
    func run(_ line: String, mustFail: Bool) throws {
        try terminal.sendLine(line)
        let answer = try terminal.expectPrompt("> ")
        if answer.contains("There is nothing to") != mustFail {
            throw TestSupportError("“\(line)” in another process answers “\(answer)”")
        }
    }

    func end() throws {
        try terminal.sendLine("quit")
        let status = try terminal.waitForExit()
        if status != .exited(0) { throw TestSupportError("another process ended by \(status)") }
    }
}
