import TestSupport

/// A user with a separate home directory, who runs the built portfolio.
struct Tracker: ProgramUser {
    let home: TemporaryDirectory
    let program: String
    let environment: [String: String]

    /// Creates a user. By default, the home directory is new and empty.
    init(
        home: TemporaryDirectory? = nil, locale: String = "en_US.UTF-8",
        adding additions: [String: String] = [:]
    ) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        program = try ProgramUnderTest.path("portfolio")
        environment = home.environment(locale: locale, timeZone: "UTC", adding: additions)
    }

    /// Runs portfolio with arguments and pipes.
    @discardableResult
    func portfolio(_ arguments: String...) throws -> ProcessResult {
        try launch(arguments)
    }

    /// Starts portfolio in a terminal, and waits for its first prompt.
    func terminal(_ arguments: String..., columns: Int = 80) throws -> PseudoTerminal {
        let terminal = try start(arguments, columns: columns, rows: 40)
        try terminal.expectPrompt("portfolio> ")
        return terminal
    }

    /// Returns the value of a field of an issue.
    func value(_ field: String, of issue: String = "1") throws -> String? {
        try portfolio("show", issue, "--json").object[field] as? String
    }
}
