import TestSupport

/// Somebody with a home of their own, who runs the built moonshot.
struct Stargazer {
    let home: TemporaryDirectory
    let program: String
    let environment: [String: String]

    init(locale: String = "en_US.UTF-8", adding additions: [String: String] = [:]) throws {
        home = try TemporaryDirectory()
        program = try ProgramUnderTest.path("moonshot")
        environment = home.environment(locale: locale, timeZone: "UTC", adding: additions)
    }

    /// Runs moonshot with arguments, its streams in pipes.
    @discardableResult
    func moonshot(_ arguments: String..., stdin: String = "") throws -> ProcessResult {
        try run(program, arguments, stdin: stdin, environment: environment, workingDirectory: home.path)
    }

    /// Runs moonshot on a script.
    func script(_ lines: String..., arguments: [String] = []) throws -> ProcessResult {
        try run(
            program, arguments, stdin: lines.map { $0 + "\n" }.joined(), environment: environment,
            workingDirectory: home.path)
    }

    /// Starts moonshot in a terminal, up to its first prompt.
    func shell(_ arguments: String..., columns: Int = 80, rows: Int = 60) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            program, arguments, environment: environment, workingDirectory: home.path, columns: columns,
            rows: rows)
        try terminal.expectPrompt("moonshot> ")
        return terminal
    }
}

extension PseudoTerminal {
    /// Types a line, and waits for the next prompt; returns what stands between.
    @discardableResult
    func run(_ line: String, prompt: String) throws -> String {
        try sendLine(line)
        return try expectPrompt(prompt)
    }
}
