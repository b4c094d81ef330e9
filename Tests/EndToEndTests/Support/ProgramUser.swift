import TestSupport

/// A user with a separate home directory, who runs one of the built programs.
protocol ProgramUser {
    var home: TemporaryDirectory { get }
    /// The path of the program.
    var program: String { get }
    var environment: [String: String] { get }
}

extension ProgramUser {
    /// Runs the program with arguments and pipes.
    func launch(_ arguments: [String], stdin: String = "") throws -> ProcessResult {
        try run(program, arguments, stdin: stdin, environment: environment, workingDirectory: home.path)
    }

    /// Runs the program on a script.
    @discardableResult
    func script(_ lines: String..., arguments: [String] = []) throws -> ProcessResult {
        try launch(arguments, stdin: lines.map { $0 + "\n" }.joined())
    }

    /// Starts the program in a terminal.
    func start(_ arguments: [String], columns: Int, rows: Int) throws -> PseudoTerminal {
        try PseudoTerminal(
            program, arguments, environment: environment, workingDirectory: home.path, columns: columns,
            rows: rows)
    }
}
