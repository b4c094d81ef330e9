import Foundation
import TestSupport
import Testing

/// The rule: a command that deletes a record or a text that the user wrote asks at a terminal, and needs `--yes` in a
/// script. The commands are read from the manual page, so the test finds a new command that doesn't ask, by its
/// examples.
@Suite("Deletions in every program", .level(.default))
struct DeletionTests {
    /// Further lines that delete something, for options that no example has.
    private static let furtherLines: [String: [[String]]] = [
        "mybooks": [["goal 2024 30", "goal 2024 none"], ["merge solaris dune"]],
        "itour": [
            ["budget set total \"10 EUR\" --in japan", "budget set total none --in japan"],
            ["rate JPY 0.0061", "rate JPY none"],
            ["open rome", "details Trevi", "details --clear"],
        ],
        "moonshot": [["note 8 --delete"]],
        "portfolio": [["view save later is:open", "view delete later"]],
    ]
    /// Commands whose examples take away records, although they delete nothing that the user wrote: a mark, and a shelf
    /// whose books move to another one because of `--merge`.
    private static let exceptions: [String: Set<String>] = [
        "mybooks": ["shelf rename"], "moonshot": ["unfavourite"],
    ]
    /// Commands that need a server or other disks, or that reverse what another command did.
    private static let skipped: Set = [
        "sync", "sync login", "sync off", "sync key", "backup", "restore", "repair", "undo", "redo",
    ]

    private static func person(_ program: String) throws -> Person {
        let person = try Person(program)
        let lines = try #require(ExampleData.lines[program])
        for screen in try person.screens(lines) {
            try #require(!screen.text.contains("There is no"), "\(screen.line): \(screen.text)")
        }
        return person
    }

    /// Runs the lines as a script on a store.
    private static func run(_ lines: [String], _ person: Person, on store: String) throws -> ProcessResult {
        try person.run("--store", store, stdin: lines.map { $0 + "\n" }.joined())
    }

    @Test(arguments: Transcript.programs)
    func `A script deletes nothing without --yes, and a user at a terminal is asked`(program: String) throws {
        let person = try Self.person(program)
        let commands = try person.grammar().commands.filter { !Self.skipped.contains($0.name) }
        var calls = commands.flatMap { command in
            command.examples.map { (command.name, ProgramGrammar.lines(of: $0)) }
        }
        let grammar = try person.grammar()
        let further = (Self.furtherLines[program] ?? []).map { lines in
            (grammar.command(of: lines[lines.count - 1])?.name ?? "", lines)
        }
        calls += further
        var asking: Set<String> = []
        for (name, written) in calls {
            let last = written[written.count - 1].replacing(" --yes", with: "")
            let lines = Array(written.dropLast()) + [last]
            let setup = Array(lines.dropLast())
            let store = try person.copyOfStore()
            if !setup.isEmpty {
                let prepared = try Self.run(setup, person, on: store)
                try #require(prepared.status == .exited(0), "\(setup): \(prepared.stderr)")
            }
            let before = try StoredTables(store)
            let result = try Self.run(lines, person, on: store)
            let lost = try StoredTables(store).lost(since: before)
            if Self.exceptions[program]?.contains(name) != true {
                #expect(lost.isEmpty, "\(lines): \(result.stdout)")
            }
            guard result.stderr.contains("--yes") else { continue }
            #expect(result.status == .exited(64), "\(lines)")
            asking.insert(name)

            // A user at a terminal declines.
            let terminal = try PseudoTerminal(
                person.path, ["--store", store] + lines.flatMap { ["-c", $0] },
                environment: person.environment,
                workingDirectory: person.home.path, columns: 200)
            try terminal.expect("[y/N] ")
            try terminal.send("n\r")
            #expect(try terminal.waitForExit() == .exited(0), "\(lines): \(terminal.output)")
            #expect(try StoredTables(store).lost(since: before).isEmpty, "\(lines)")

            let confirmed = try Self.run(setup + [lines[lines.count - 1] + " --yes"], person, on: store)
            #expect(confirmed.status == .exited(0), "\(lines): \(confirmed.stderr)")
        }
        for command in commands where command.name.hasSuffix("delete") {
            #expect(asking.contains(command.name), "\(command.name)")
        }
        for (name, lines) in further { #expect(asking.contains(name), "\(lines)") }
        for command in commands where asking.contains(command.name) {
            #expect(command.terms.contains("[--yes]"), "\(command.name)")
        }
    }
}
