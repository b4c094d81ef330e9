import Foundation
import TestSupport
import Testing

@Suite(
    "Completion of itour, moonshot, portfolio and syncserver in shells, and their manual pages",
    .level(.default))
struct OperatingSystemShellTests {
    static let programs = ["itour", "moonshot", "portfolio", "syncserver"]

    /// For each program, the text that the user types after the program's name, and the word to which it is
    /// completed.
    private static let completions: [String: [(typed: String, word: String)]] = [
        "itour": [
            ("pla", "plan"), ("sight mo", "move"), ("list --sort pri", "priority"), ("show lod", "Łódź"),
            ("--langu", "--language"), ("calendar --mon", "--month"),
        ],
        "moonshot": [
            ("timel", "timeline"), ("astronaut arms", "armstrong"), ("missions --sort la", "launch"),
            ("layout gr", "grid"), ("--da", "--data"),
        ],
        "portfolio": [
            ("filt", "filter"), ("tag ren", "rename"), ("list --status cl", "closed"), ("show lod", "Łódź"),
            ("sort modified ol", "oldest"), ("--qui", "--quiet"),
        ],
        "syncserver": [
            ("ser", "serve"), ("account del", "delete"), ("serve --metr", "--metrics-port"),
            ("set dat", "dates"),
            ("--datab", "--database"),
        ],
    ]

    private static let data = [
        "itour": ["add Łódź", "back"], "moonshot": [], "portfolio": ["new Łódź", "back"],
    ]

    private func person(_ program: String) throws -> Person {
        let person = try Person(program)
        _ = try person.screens(Self.data[program] ?? [])
        try FileManager.default.createDirectory(
            atPath: person.home.file("bin"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: person.home.file("bin/\(program)"), withDestinationPath: person.path)
        return person
    }

    private func environment(_ person: Person) -> [String: String] {
        let path = "\(person.home.file("bin")):\(person.environment["PATH"] ?? "")"
        return person.environment.merging(["PATH": path, "LC_ALL": "C.UTF-8"]) { $1 }
    }

    static func isInstalled(_ shell: String) -> Bool {
        ["/bin", "/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
        }
    }

    @Test(arguments: programs)
    func `Bash completes commands, options, their values and live values`(program: String) throws {
        let person = try person(program)
        for (typed, word) in Self.completions[program] ?? [] {
            let line = "\(program) \(typed)"
            let result = try TestSupport.run(
                "/bin/bash",
                [
                    "-c",
                    """
                    compopt() { :; }
                    source <(\(program) completions bash)
                    COMP_LINE=$1 COMP_POINT=${#1}; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                    _\(program); printf '%s\\n' "${COMPREPLY[@]}"
                    """, "bash", line,
                ] + line.split(separator: " ").map(String.init), environment: environment(person),
                workingDirectory: person.home.path)
            #expect(result.stdout.split(separator: "\n").contains { $0 == word }, "\(line): \(result.stdout)")
            #expect(result.stderr.isEmpty, "\(result.stderr)")
        }
    }

    @Test(
        .enabled(if: isInstalled("fish"), "fish isn't installed"),
        arguments: programs)
    func `Fish completes the same`(program: String) throws {
        let person = try person(program)
        for (typed, word) in Self.completions[program] ?? [] where word != "Łódź" {
            let result = try TestSupport.run(
                "/usr/bin/env",
                [
                    "fish", "--no-config", "-c",
                    "\(program) completions fish | source; complete -C $argv[1]", "\(program) \(typed)",
                ], environment: environment(person), workingDirectory: person.home.path)
            #expect(
                result.stdout.split(separator: "\n").contains { $0 == word }, "\(typed): \(result.stdout)")
        }
    }

    @Test(
        .enabled(if: isInstalled("zsh"), "zsh isn't installed"),
        arguments: programs)
    func `Zsh completes the same`(program: String) throws {
        let person = try person(program)
        try person.home.write(
            """
            autoload -U compinit && compinit -u -D
            source <(\(program) completions zsh)
            unset zle_bracketed_paste; unsetopt prompt_sp
            PS1='zsh> '
            """, to: "setup.zsh")
        let terminal = try PseudoTerminal(
            "/usr/bin/env", ["zsh", "-f", "-i"],
            environment: environment(person).merging(["TERM": "dumb"]) { $1 },
            workingDirectory: person.home.path, columns: 200)
        try terminal.sendLine("source ./setup.zsh")
        try terminal.expectPrompt("zsh> ")
        for (typed, word) in Self.completions[program] ?? []
        where word.hasPrefix("-") || !typed.hasPrefix("--") {
            try terminal.send("\(program) \(typed)\t")
            try terminal.send("x")
            try terminal.send(.controlL)
            // If another candidate begins with the completed word (“filter” and “filters”), zsh adds no
            // space.
            try terminal.expect(word)
            try terminal.send(.controlU)
        }
    }
}
