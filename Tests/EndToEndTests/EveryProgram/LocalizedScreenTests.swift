import Foundation
import TestSupport
import Testing

/// In the pseudo-language, the letters of localized texts have accents. So letters without accents reveal
/// texts that aren't localized.
@Suite("Screens of every program in the pseudo-language", .level(.default))
struct LocalizedScreenTests {
    @Test(arguments: Transcript.all)
    func `Every text is localized`(program: String) throws {
        let person = try Person(program, adding: ["COLUMNS": "100"])
        let grammar = try person.grammar()
        let lines = try Transcript(of: program).lines
        let help = grammar.names.map { "help \($0)" } + ["help", "help options", "help exit-codes"]
        let examples = Set(grammar.commands.flatMap(\.examples).flatMap { ProgramGrammar.lines(of: $0) })
        let known = grammar.words.union(Self.facts).union(try DataNames(person).words).union(
            Self.words(of: lines.joined(separator: " "))
        ).union([
            program, program.uppercased(), "SQLite", "Goodreads", "mybooks", "itour", "portfolio",
            "syncserver", "https", "openlibrary",
        ])
        var checked = 0
        let screens = try person.screens(
            lines.dropLast() + help + ["manual"], ["--language", "en-XA", "--format", "table"])
        for screen in screens {
            let command = String(screen.line.prefix { $0 != " " })
            // Completion scripts and paths aren't localized.
            if command == "completions" || command == "where" { continue }
            for line in screen.lines {
                // Examples contain typed words. In the manual, an example begins with the program's name.
                let shown = line.replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
                    .trimmingCharacters(in: .whitespaces)
                let isExample = line.hasPrefix("\\fB\(program) ") && !line.contains("[")
                if examples.contains(shown) || line.hasPrefix(".B \"") || isExample { continue }
                checked += 1
                // Paths and file extensions aren't localized, and pictures contain single letters.
                let text = line.replacing(Self.roff, with: "").replacing(/\/tmp\/[^\s”]+/, with: "")
                    .replacing(/\.[a-z]+/, with: "").replacing(/sync_\S+/, with: "")
                let unknown = Self.words(of: text).filter { !known.contains($0) && $0.count > 1 }
                #expect(unknown.isEmpty, "\(screen.line): \(line)")
            }
        }
        #expect(checked > 200)
    }

    fileprivate static func words(of text: String) -> [String] {
        text.split { !($0.isASCII && $0.isLetter) }.map(String.init)
    }

    @Test(
        arguments: Transcript.all,
        [("en-XA", 80), ("en-XB", 40), ("pl", 20)])
    func `No screen is wider than the terminal`(program: String, terminal: (language: String, columns: Int))
        throws
    {
        let person = try Person(program, adding: ["COLUMNS": String(terminal.columns)])
        let screens = try person.screens(
            Transcript(of: program).lines.dropLast(),
            ["--language", terminal.language, "--format", "table"])
        for screen in screens where !screen.line.hasPrefix("completions") && screen.line != "where" {
            for line in screen.lines {
                #expect(TerminalColumns.of(line) <= terminal.columns, "\(screen.line): \(line)")
            }
        }
    }

    /// Words that come from locale data: full and short names of months and weekdays, AM and PM, and the
    /// conjunction before the last entry of a list.
    private static let facts: Set<String> = {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        return Set(
            months + days + (months + days).map { String($0.prefix(3)) } + days.map { String($0.prefix(2)) }
        )
        .union(["AM", "PM", "km", "and", "or"])
        // The help topics, which users type in the same form in every language.
        .union(["options", "exit", "codes", "exit-codes"])
        // The place that itour finds for the destination 京都.
        .union(["Kyoto"])
    }()

    /// The roff requests of a manual page.
    private static var roff: Regex<Substring> { /^\.[A-Z][A-Z] ?|^\.br|\\f[BR]/ }
}

/// The words in a program's built-in data, which aren't localized.
private struct DataNames {
    private(set) var words: Set<String> = []

    /// For each program, words that are typed or stored in the same form in every language, and names of
    /// places.
    private static let typed: [String: Set<String>] = [
        // A column of Goodreads' exports, and conditions.
        "mybooks": ["Date", "Read", "is"],
        // Places of the transcript's destinations, and conditions.
        "itour": ["Osaka", "Nara", "shi", "Japan", "jp", "outside", "past", "planned", "yesterday"],
        // The keys of `--columns`.
        "moonshot": ["splashdown", "csm", "lm", "surface", "earth", "orbits"],
        // The conditions of queries, and the keys of `sort`.
        "portfolio": [
            "overdue", "waiting", "blocking", "recurring", "recent", "untagged", "number", "started",
        ],
    ]

    init(_ person: Person) throws {
        let text: String
        switch person.program {
        case "moonshot":
            try person.run("export", "all.json")
            text = try String(contentsOfFile: person.home.file("all.json"), encoding: .utf8)
        case "portfolio": text = try person.run("awards", "--json").stdout
        case "syncserver": text = ""
        default: text = try person.run("-c", "samples --json", "--in-memory").stdout
        }
        words = Set(LocalizedScreenTests.words(of: text)).union(Self.typed[person.program] ?? [])
    }
}
