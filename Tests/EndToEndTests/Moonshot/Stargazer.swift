import TestSupport

/// A user with a separate home directory, who runs the built moonshot.
struct Stargazer: ProgramUser {
    let home: TemporaryDirectory
    let program: String
    let environment: [String: String]

    init(locale: String = "en_US.UTF-8", adding additions: [String: String] = [:]) throws {
        home = try TemporaryDirectory()
        program = try ProgramUnderTest.path("moonshot")
        environment = home.environment(locale: locale, timeZone: "UTC", adding: additions)
    }

    /// Runs moonshot with arguments and pipes.
    @discardableResult
    func moonshot(_ arguments: String..., stdin: String = "") throws -> ProcessResult {
        try launch(arguments, stdin: stdin)
    }

    /// Starts moonshot in a terminal, up to its first prompt.
    func shell(_ arguments: String..., columns: Int = 80, rows: Int = 60) throws -> PseudoTerminal {
        let terminal = try start(arguments, columns: columns, rows: rows)
        try terminal.expectPrompt("moonshot> ")
        return terminal
    }
}

extension PseudoTerminal {
    /// Types a line, waits for the next prompt, and returns the output in between.
    @discardableResult
    func run(_ line: String, prompt: String) throws -> String {
        try sendLine(line)
        return try expectPrompt(prompt)
    }
}
