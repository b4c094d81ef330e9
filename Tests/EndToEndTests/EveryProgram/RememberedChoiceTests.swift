import Foundation
import TestSupport
import Testing

/// The rule: what a user chose at a prompt (an order, a filter, an open record) has an effect only there. Scripts, pipes,
/// `-c`, `--json`, `--csv` and other stores neither see such a choice nor make one.
@Suite("Remembered choices in every program", .level(.default))
struct RememberedChoiceTests {
    /// Lines that fill a store, lines that choose an order, a filter or an open record, and the list that shows them.
    struct Case: Sendable {
        let setup: [String]
        let choices: [String]
        let list: String
        /// Whether one of the choices stays open, so that the prompt changes.
        var opens: [String] = []
    }

    private static let cases = [
        "mybooks": Case(
            setup: ["add Zebra Brown", "add Apple Young", "rate zebra 5"], choices: ["set sort author"],
            list: "list"),
        "itour": Case(
            setup: [
                "add Rome --priority must", "back", "add Oslo --priority meh", "back",
                "add Aachen --priority must",
                "back",
            ],
            choices: ["list --priority must", "list --sort priority"], list: "list", opens: ["open rome"]),
        "moonshot": Case(
            setup: ["favourite 11"], choices: ["set sort launch", "layout list"], list: "missions"),
        "portfolio": Case(
            setup: [
                "tag new work", "new Zebra --tag work", "back", "new Apple --tag work", "back", "new Berry",
                "back",
            ],
            choices: ["filter work", "sort title"], list: "list", opens: ["open zebra"]),
    ]

    /// The list in every way that isn't a prompt of the program's own store.
    private static func lists(_ person: Person, _ list: String, other: String) throws -> [String: String] {
        func atTerminal(_ arguments: [String]) throws -> String {
            let terminal = try PseudoTerminal(
                person.path, arguments, environment: person.environment, workingDirectory: person.home.path,
                columns: 200, rows: 200)
            #expect(try terminal.waitForExit() == .exited(0), "\(arguments)")
            return terminal.output
        }
        try person.home.write(list + "\n", to: "list.txt")
        return [
            "pipe": try person.run(list).stdout, "script": try person.run(stdin: list + "\n").stdout,
            "-c": try person.run("-c", list).stdout, "-f": try person.run("-f", "list.txt").stdout,
            "--json": try person.run(list, "--json").stdout, "--csv": try person.run(list, "--csv").stdout,
            "-c at a terminal": try atTerminal(["-c", list]),
            "-f at a terminal": try atTerminal(["-f", "list.txt"]),
            "--json at a terminal": try atTerminal([list, "--json"]),
            "--csv at a terminal": try atTerminal([list, "--csv"]),
            "another store at a terminal": try atTerminal(["--store", other, list]),
            "another store": try person.run("--store", other, list).stdout,
        ]
    }

    /// The list at a terminal, in the program's own store.
    private static func shown(_ person: Person, _ list: String) throws -> String {
        let terminal = try PseudoTerminal(
            person.path, [list], environment: person.environment, workingDirectory: person.home.path,
            columns: 200,
            rows: 200)
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.output
    }

    @Test(arguments: Transcript.programs)
    func `A choice at the prompt reaches later prompts, but no script, pipe, data or other store`(
        program: String
    )
        throws
    {
        let tried = try #require(Self.cases[program])
        let person = try Person(program)
        let filled = try person.run(stdin: tried.setup.map { $0 + "\n" }.joined())
        try #require(filled.status == .exited(0), "\(filled.stderr)")
        let other = try person.copyOfStore()
        let before = try Self.lists(person, tried.list, other: other)
        let shown = try Self.shown(person, tried.list)

        let terminal = try person.terminal(columns: 200, rows: 200)
        for line in tried.choices + tried.opens {
            try terminal.sendLine(line)
            try terminal.expectPrompt("> ")
        }
        // At the prompt itself, data doesn't depend on the choices.
        try terminal.sendLine("\(tried.list) --json")
        let said = try terminal.expectPrompt("> ")
        #expect(said.contains(before["--json at a terminal"] ?? "?"), "\(said)")
        // While the prompt is open, and after it.
        #expect(try Self.lists(person, tried.list, other: other) == before)
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try Self.lists(person, tried.list, other: other) == before)
        #expect(try Self.shown(person, tried.list) != shown)
    }

    // The only choice of mybooks is a setting, which “set” changes wherever it runs.
    @Test(arguments: Transcript.programs.filter { $0 != "mybooks" })
    func `A choice in a script, in another store or in memory is forgotten`(program: String) throws {
        let tried = try #require(Self.cases[program])
        // The command “set” changes a setting wherever it runs.
        let choices = tried.choices.filter { !$0.hasPrefix("set ") } + tried.opens
        let person = try Person(program)
        let filled = try person.run(stdin: tried.setup.map { $0 + "\n" }.joined())
        try #require(filled.status == .exited(0), "\(filled.stderr)")
        let other = try person.copyOfStore()
        let shown = try Self.shown(person, tried.list)
        let lines = choices.flatMap { ["-c", $0] }
        try person.run(stdin: choices.map { $0 + "\n" }.joined())
        for arguments in [lines, ["--store", other] + lines] {
            _ = try TestSupport.run(
                person.path, arguments, environment: person.environment, workingDirectory: person.home.path)
            let terminal = try PseudoTerminal(
                person.path, arguments, environment: person.environment, workingDirectory: person.home.path)
            _ = try terminal.waitForExit()
        }
        for place in [["--store", other], ["--in-memory"]] {
            let terminal = try PseudoTerminal(
                person.path, place, environment: person.environment, workingDirectory: person.home.path,
                columns: 200)
            try terminal.expectPrompt("\(program)> ")
            for line in choices {
                try terminal.sendLine(line)
                try terminal.expectPrompt("> ")
            }
            try terminal.sendLine("quit")
            _ = try terminal.waitForExit()
        }
        #expect(try Self.shown(person, tried.list) == shown)
    }
}
