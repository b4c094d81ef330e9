import Foundation
import TestSupport

/// A user with a separate home directory, who runs one of the programs.
struct Person {
    let program: String
    let home: TemporaryDirectory
    var path: String
    let environment: [String: String]

    /// Creates a user whose working directory contains the transcript's files. By default, the home directory
    /// is new and empty.
    init(
        _ program: String, home: TemporaryDirectory? = nil, locale: String = "en_US.UTF-8",
        adding additions: [String: String] = [:]
    ) throws {
        self.program = program
        let home = try home ?? TemporaryDirectory()
        self.home = home
        path = try ProgramUnderTest.path(program)
        environment = home.environment(locale: locale, timeZone: "UTC", adding: additions)
        for file in try Transcript.files(of: program) {
            let place = home.file(file.lastPathComponent)
            if FileManager.default.fileExists(atPath: place) { continue }
            try FileManager.default.copyItem(atPath: file.path, toPath: place)
        }
    }

    /// Runs the program with arguments and pipes.
    @discardableResult
    func run(_ arguments: String..., stdin: String = "") throws -> ProcessResult {
        try TestSupport.run(
            path, arguments, stdin: stdin, environment: environment, workingDirectory: home.path)
    }

    /// A typed line and its output. The output contains standard error, but no line numbers in its errors.
    struct Screen {
        let line: String
        let text: String

        var lines: [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// Runs lines in one session, which continues after errors.
    ///
    /// - Parameters:
    ///   - lines: The lines that the user types.
    ///   - arguments: The program's arguments.
    ///   - hasErrors: Whether the output includes standard error.
    func screens(
        _ lines: [String], _ arguments: [String] = [], hasErrors: Bool = true
    ) throws -> [Screen] {
        // Before each line, `echo` prints a mark with the line's number, so that the output can be split.
        let script = lines.enumerated().map { "echo @@\($0)@@\n\($1)\n" }.joined()
        let result = try TestSupport.run(
            "/bin/sh",
            ["-c", "exec \"$0\" --keep-going \"$@\"" + (hasErrors ? " 2>&1" : ""), path] + arguments,
            stdin: script,
            environment: environment, workingDirectory: home.path)
        // An error begins with the line number in the script, possibly after a colour sequence. Remove the
        // number.
        let place = try Regex("(?m)^(\u{1B}\\[31m)?\(program): [^\n ]* ?[0-9]+[^\n ]*: ")
        let text = result.stdout.replacing(place) { match in match.output[1].substring ?? "" }
        let parts = text.split(separator: /@@[0-9]+@@\r?\n/, omittingEmptySubsequences: false)
        guard parts.count == lines.count + 1 else {
            throw TestSupportError(
                "\(parts.count - 1) of \(lines.count) lines ran: \(result.stdout.suffix(2000))")
        }
        return zip(lines, parts.dropFirst()).map { Screen(line: $0, text: String($1)) }
    }

    /// Starts the program in a terminal, and waits for its first prompt.
    func terminal(
        _ arguments: String..., columns: Int = 80, rows: Int = 40, adding: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            path, arguments, environment: environment.merging(adding) { $1 }, workingDirectory: home.path,
            columns: columns, rows: rows)
        try terminal.expectPrompt("\(program)> ")
        return terminal
    }

    /// Returns the program's manual page. All users share the cached text.
    func manual(_ language: String) throws -> String {
        try Self.pages.value([program, language]) { try run("manual", "--language", language).stdout }
    }

    /// Returns the program's commands and their arguments, read from the manual page.
    func grammar() throws -> ProgramGrammar {
        try Self.grammars.value(program) { ProgramGrammar(manual: try manual("en")) }
    }

    /// Returns the output of lines that a new user runs in one session. Equal sessions run only once in a
    /// test process; their output is cached.
    static func screens(
        _ program: String, _ lines: [String], _ arguments: [String] = [],
        adding additions: [String: String] = [:], hasErrors: Bool = true
    ) throws -> [Screen] {
        let variables = additions.map { "\($0.key)=\($0.value)" }.sorted()
        return try sessions.value([[program, "\(hasErrors)"], variables, arguments, lines]) {
            try Person(program, adding: additions).screens(lines, arguments, hasErrors: hasErrors)
        }
    }

    private static let pages = OnceCache<[String], String>()
    private static let grammars = OnceCache<String, ProgramGrammar>()
    private static let sessions = OnceCache<[[String]], [Screen]>()
}
