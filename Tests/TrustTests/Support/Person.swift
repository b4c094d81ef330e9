import Foundation
import TestSupport

/// A user with a separate home, who runs one of the built programs.
struct Person {
    let home: TemporaryDirectory
    let programName: String
    let program: String
    let environment: [String: String]

    /// - Parameters:
    ///   - programName: The program, such as `mybooks`.
    ///   - home: The home. Default: a new one.
    ///   - additions: Additional environment variables.
    init(
        _ programName: String, home: TemporaryDirectory? = nil, adding additions: [String: String] = [:]
    ) throws {
        self.programName = programName
        self.home = try home ?? TemporaryDirectory()
        program = try ProgramUnderTest.path(programName)
        environment = self.home.environment(adding: additions)
    }

    /// Returns another user with a copy of this user's home. No process may change the home during the copy.
    func copied() throws -> Person {
        try Person(programName, home: home.copy())
    }

    /// The path of the store.
    var store: String { home.file("home/.local/share/\(programName)/\(programName).store") }

    /// Runs the program with pipes.
    @discardableResult
    func run(
        _ arguments: [String] = [], script: [String] = [], fault: Fault? = nil,
        timeout: Duration = usualTimeout
    ) throws -> ProcessResult {
        try TestSupport.run(
            program, arguments, stdin: script.map { $0 + "\n" }.joined(), environment: environment(fault),
            workingDirectory: home.path, timeout: timeout)
    }

    /// Runs the program, and returns the number of its calls that a fault can affect.
    func countCalls(
        _ arguments: [String] = [], script: [String] = [], calls: [SystemCall] = SystemCall.changes,
        effect: Fault.Effect = .kill
    ) throws -> Int {
        let file = home.file("calls")
        let fault = Fault(effect: effect, at: 0, calls: calls, countFile: file)
        let result = try run(arguments, script: script, fault: fault)
        guard result.status == .exited(0),
            let count = Int(try String(contentsOfFile: file, encoding: .utf8))
        else {
            throw TestSupportError("\(programName) was not counted: \(result.stderr)")
        }
        return count
    }

    /// Runs lines in the operating system's shell, where `$program` is the program.
    func shell(_ lines: String) throws -> ProcessResult {
        try TestSupport.run(
            "/bin/sh", ["-c", lines], environment: environment.merging(["program": program]) { $1 },
            workingDirectory: home.path)
    }

    /// Starts the program in a terminal.
    func terminal(_ arguments: [String] = [], fault: Fault? = nil) throws -> PseudoTerminal {
        try PseudoTerminal(
            program, arguments, environment: environment(fault), workingDirectory: home.path, columns: 200,
            rows: 60)
    }

    private func environment(_ fault: Fault?) throws -> [String: String] {
        try environment.merging(fault?.environment(inHome: home.file("home")) ?? [:]) { $1 }
    }
}
