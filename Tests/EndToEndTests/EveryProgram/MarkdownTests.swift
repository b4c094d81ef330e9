import Foundation
import TestSupport
import Testing

@Suite("Markdown output of every program", .level(.default))
struct MarkdownTests {
    /// A text with all characters that Markdown or a terminal would interpret.
    private static let hostile = "a|b\\c `d` *e* _f_ [g](h) <i> #j ||\u{1B}[31m\u{9B}2J\tk|"

    /// A Markdown table, as rows of cells.
    private struct MarkdownTable {
        let rows: [[String]]

        /// Returns the tables in a text.
        static func all(in text: String) -> [MarkdownTable] {
            // Fenced blocks contain pictures, not tables.
            let parts = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
            return parts.map(\.element).joined().components(separatedBy: "\n")
                .split { !$0.hasPrefix("|") }.map { MarkdownTable(rows: $0.map(cells)) }
        }

        /// Returns the cells of a row, which are separated by unescaped bars.
        private static func cells(_ line: String) -> [String] {
            var cells = [""]
            var isEscaped = false
            for character in line.dropFirst() {
                if character == "|", !isEscaped {
                    cells.append("")
                } else {
                    cells[cells.count - 1].append(character)
                }
                isEscaped = character == "\\" && !isEscaped
            }
            return cells.dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        }

        /// Whether the table has a header, a separator row, and the same number of cells in each row.
        var isWhole: Bool {
            guard rows.count >= 2 else { return false }
            return rows.allSatisfy { $0.count == rows[0].count }
                && rows[1].allSatisfy { $0 == "---" || $0 == "---:" }
                && !rows.dropFirst(2).contains { $0.allSatisfy { $0.hasPrefix("---") } }
        }
    }

    private func check(_ screen: Person.Screen) -> Int {
        let tables = MarkdownTable.all(in: screen.text)
        for table in tables { #expect(table.isWhole, "\(screen.line): \(table.rows)") }
        #expect(
            screen.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control },
            "\(screen.line): \(screen.text.debugDescription)")
        return tables.count
    }

    /// Returns the transcript's lines, with a format option if a line's command accepts one.
    private func lines(_ program: String, _ format: String) throws -> [String] {
        try Transcript(of: program).lines.map { line in
            ["quit", "echo", "completions"].contains { line.hasPrefix($0) } ? line : "\(line) \(format)"
        }
    }

    @Test(arguments: Transcript.all, ["en", "pl"])
    func `Every command with data prints Markdown, and table rows have as many cells as the header`(
        program: String, language: String
    ) throws {
        let documented = try DocumentedFields(of: program)
        let grammar = try Person(program).grammar()
        let arguments = ["--language", language]
        let data = try Person.screens(program, lines(program, "--json"), arguments, hasErrors: false)
        let texts = try Person.screens(
            program, lines(program, "--format markdown"), arguments, hasErrors: false)
        var seen: Set<String> = []
        var tables = 0
        for (json, markdown) in zip(data, texts) {
            let isEmpty = ["", "{}\n", "[]\n"].contains(json.text)
            if isEmpty || !json.line.hasSuffix("--json") { continue }
            // If a line prints data in JSON, it also prints text in Markdown.
            #expect(!markdown.text.isEmpty, "\(markdown.line)")
            tables += check(markdown)
            let command = grammar.command(of: markdown.line)?.name
            seen.insert(command ?? String(markdown.line.prefix { $0 != " " }))
        }
        #expect(tables > 2)
        // “sync” and “lookup” need a server, and “repair” needs damaged stores.
        let commands = grammar.names.filter { name in
            documented.shapes[name] != nil && !name.hasPrefix("sync")
                && !["repair", "restore", "lookup"].contains(name)
        }
        #expect(commands.count > 5, "\(Set(commands).subtracting(seen))")
        #expect(Set(commands).isSubset(of: seen), "\(Set(commands).subtracting(seen))")
    }

    @Test(arguments: Transcript.all)
    func `A command fails in one format exactly if it fails in all`(program: String) throws {
        // Another test runs some of the same sessions with this option. Cached sessions run only once.
        let arguments = ["--language", "en"]
        let plain = try Person(program).screens(
            lines(program, "--format plain"), arguments, hasErrors: false)
        for format in ["--json", "--csv", "--format markdown", "--format table", "--format accessible"] {
            let isForPrograms = ["--json", "--csv"].contains(format)
            let screens = try Person.screens(program, lines(program, format), arguments, hasErrors: false)
            for (screen, same) in zip(screens, plain) {
                // Errors aren't in this output. In data formats, a command that only prints a message has no
                // output.
                #expect(!same.text.isEmpty || screen.text.isEmpty, "\(screen.line): \(screen.text)")
                #expect(same.text.isEmpty || !screen.text.isEmpty || isForPrograms, "\(screen.line)")
            }
        }
    }

    /// For each program, the arguments of commands that add entries with a given text, and lines that show
    /// these entries.
    private static let entries: [String: (make: [[String]], show: [String])] = [
        "mybooks": (
            [
                ["add", "%@", "%@", "--summary", "%@"], ["shelf", "add", "1", "x|y"],
                ["quote", "add", "1", "%@", "--note", "%@"],
            ],
            [
                "list", "show 1", "search a", "shelves", "quote list", "stats", "history",
                "edit 1 --rating 3",
                "shelf remove 1 x|y", "delete 1 --yes", "set", "help", "help add",
            ]
        ),
        "itour": (
            [
                ["add", "%@"], ["edit", "1", "--details", "%@", "--date", "2031-05-01"],
                ["sight", "add", "1", "%@", "--note", "%@", "--address", "%@", "--at", "41,12"],
                [
                    "poi", "add", "%@", "--category", "x|y", "--city", "x|y", "--information", "%@", "--at",
                    "41,12",
                ],
            ],
            [
                "list --all", "show 1", "search a", "sight list 1", "plan", "calendar 2031-05",
                "nearby 1 --within 9",
                "stats", "history", "poi list", "poi show 1", "poi near 41,12 --within 9", "poi to-sight 1 1",
                "edit 1 --priority must", "delete 1 --yes", "set", "help", "help poi add",
            ]
        ),
        "moonshot": (
            [["note", "8", "%@"], ["favourite", "8"]],
            [
                "missions", "mission 8", "show", "crew 1", "astronauts", "timeline", "facts", "notes",
                "favourites",
                "history", "search a", "check", "quiz --seed 3 --answers 1,2,1,2,1,2,1,2,1,2", "set", "help",
                "help note",
            ]
        ),
        "portfolio": (
            [
                ["tag", "new", "x|y `z` *"],
                ["new", "x", "--tag", "x|y `z` *"], ["title", "1", "a|b\\c `d` *e* _f_ [g](h) <i> #j || k|"],
                ["content", "1", "--text", "a|b\n| - | - |\n# c\n* d"],
            ],
            [
                "list", "show 1", "filters", "filter all", "tags", "stats", "awards", "award Sorted",
                "history",
                "priority high 1", "close 1", "copy 1", "delete 1 --yes", "set", "help", "help new",
            ]
        ),
        "syncserver": (
            [["account", "add", "a|b `c` *d*", "--yes"], ["device", "add", "a|b `c` *d*", "e|f\\"]],
            ["account list", "device list", "set", "help", "help serve"]
        ),
    ]

    @Test(
        arguments: Transcript.all,
        ["en", "hu"])
    func `Bars, backslashes, line breaks and escape sequences in the data break no table`(
        program: String, language: String
    ) throws {
        let entries = try #require(Self.entries[program])
        let home = try TemporaryDirectory.copy(of: program) { home in
            let person = try Person(program, home: home)
            for (index, arguments) in entries.make.enumerated() {
                let text = Self.hostile + (index == 0 ? "" : "\nmore | of it\r\n")
                let result = try TestSupport.run(
                    person.path, arguments.map { $0 == "%@" ? text : $0 },
                    environment: person.environment, workingDirectory: home.path)
                try #require(result.status == .exited(0), "\(arguments): \(result.stderr)")
            }
            if program == "moonshot" { try writeMissions(person) }
        }
        let person = try Person(program, home: home)
        var tables = 0
        let data = program == "moonshot" ? ["--data", "."] : []
        for screen in try person.screens(
            entries.show, ["--format", "markdown", "--language", language] + data, hasErrors: false)
        {
            #expect(!screen.text.isEmpty, "\(screen.line)")
            tables += check(screen)
            // Apart from escapes and visible control characters, a cell contains the unchanged text.
            for cell in MarkdownTable.all(in: screen.text).flatMap(\.rows).joined() where cell.contains("`d")
            {
                #expect(cell.contains("a\\|b\\\\c \\`d\\` \\*e\\* \\_f\\_ \\[g](h) \\<i> \\#j"), "\(cell)")
            }
        }
        #expect(tables > 1)
    }

    /// Writes missions with the hostile text in every field.
    private func writeMissions(_ person: Person) throws {
        let text = try String(
            decoding: JSONSerialization.data(
                withJSONObject: Self.hostile + "\nmore | of it", options: [.fragmentsAllowed]), as: UTF8.self)
        let missions = (1...12).map { number in
            """
            {"id": \(number), "launchDate": "1968-12-\(number + 10)", "splashdownDate": "1968-12-\(number + 12)",
             "landingSite": \(text), "crew": [{"name": "x\(number)", "role": \(text)}], "description": \(text)}
            """
        }
        try person.home.write("[\(missions.joined(separator: ", "))]", to: "missions.json")
        let astronauts = (1...12).map { number in
            "\"x\(number)\": {\"id\": \"x\(number)\", \"name\": \(text), \"description\": \(text)}"
        }
        try person.home.write("{\(astronauts.joined(separator: ", "))}", to: "astronauts.json")
    }
}
