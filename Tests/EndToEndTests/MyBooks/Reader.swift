import TestSupport

/// A user with a separate home directory, who runs the built mybooks.
struct Reader: ProgramUser {
    let home: TemporaryDirectory
    let program: String
    let environment: [String: String]

    /// Creates a user. By default, the home directory is new and empty.
    init(
        home: TemporaryDirectory? = nil, locale: String = "en_US.UTF-8", timeZone: String = "UTC",
        adding additions: [String: String] = [:]
    ) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        program = try ProgramUnderTest.path("mybooks")
        environment = home.environment(locale: locale, timeZone: timeZone, adding: additions)
    }

    /// Runs mybooks with arguments and pipes.
    @discardableResult
    func mybooks(_ arguments: String..., stdin: String = "") throws -> ProcessResult {
        try launch(arguments, stdin: stdin)
    }

    /// Starts mybooks in a terminal.
    func terminal(_ arguments: String..., columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
        try start(arguments, columns: columns, rows: rows)
    }

    /// Runs a line in the operating system's shell. In the line, `$mybooks` is the program's path.
    func shell(_ line: String) throws -> ProcessResult {
        try run(
            "/bin/sh", ["-c", line], stdin: "", environment: environment.merging(["mybooks": program]) { $1 },
            workingDirectory: home.path)
    }

    /// The path of the store.
    var store: String { home.file("home/.local/share/mybooks/mybooks.store") }

    /// Returns the fields of all books, as `list` prints them into a pipe.
    func rows(_ arguments: String...) throws -> [[String]] {
        try launch(["list"] + arguments).stdout.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }.filter { $0.count > 1 }
    }

    /// Returns the titles of all books, in the order of `list`.
    func titles(_ arguments: String...) throws -> [String] {
        try launch(["list", "--json"] + arguments).objects.map { $0["title"] as? String ?? "" }
    }
}
