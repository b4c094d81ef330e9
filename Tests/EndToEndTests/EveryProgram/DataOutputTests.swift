import Foundation
import TestSupport
import Testing

@Suite("Machine-readable output of every program", .level(.default))
struct DataOutputTests {
    /// Returns the transcript's lines, with a format option if a line's command accepts one.
    private func lines(_ program: String, _ format: String) throws -> [String] {
        try Transcript(of: program).lines.map { line in
            ["quit", "echo", "completions"].contains { line.hasPrefix($0) } ? line : "\(line) \(format)"
        }
    }

    /// Returns the JSON that a line prints; `nil` if there is none.
    private func value(_ screen: Person.Screen) -> Any? {
        // The output includes warnings, which aren't part of the JSON.
        let text = screen.text.split(separator: "\n").filter { !$0.hasPrefix("Warning: ") }
            .joined(separator: "\n")
        guard text.hasPrefix("{") || text.hasPrefix("[") else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test(arguments: Transcript.all)
    func `JSON has exactly the documented fields`(program: String) throws {
        let documented = try DocumentedFields(of: program)
        let grammar = try Person(program).grammar()
        var seen: [String: Set<DocumentedFields.Shape>] = [:]
        for screen in try Person.screens(program, lines(program, "--json")) {
            guard let value = value(screen) else { continue }
            let command = grammar.command(of: screen.line)?.name ?? String(screen.line.prefix { $0 != " " })
            let known = documented.shapes[command] ?? []
            if let object = value as? [String: Any] {
                // A command that has no data prints an empty object.
                if object.isEmpty {
                    #expect(known.isEmpty, "\(screen.line) writes nothing")
                    continue
                }
                let fit = known.filter { Self.fits(object, $0) }
                #expect(!fit.isEmpty, "\(screen.line) writes \(object.keys.sorted()), documented: \(known)")
                seen[command, default: []].formUnion(fit)
            } else if let rows = value as? [[String: Any]], let named = Self.namedFields(screen.line) {
                #expect(rows.allSatisfy { Set($0.keys) == Set(named) }, "\(screen.line)")
            } else if let rows = value as? [[String: Any]] {
                #expect(!known.isEmpty, "\(screen.line) is not documented")
                let fit = known.filter { shape in
                    shape.rows.isEmpty && rows.allSatisfy { Self.fields(of: $0, shape) == Set(shape.fields) }
                }
                #expect(
                    rows.isEmpty || !fit.isEmpty,
                    "\(screen.line) writes \(rows.first?.keys.sorted() ?? []), documented: \(known)")
                if !rows.isEmpty { seen[command, default: []].formUnion(fit) }
            }
        }
        // “sync” and “lookup” need a server, and “restore” and “repair” need backups and damaged stores. SyncCommandTests
        // and MaintenanceCommandTests test these commands.
        let commands = grammar.names.filter {
            !$0.hasPrefix("sync") && $0 != "restore" && $0 != "repair" && $0 != "lookup"
        }
        for (command, shapes) in documented.shapes where commands.contains(command) {
            #expect(
                seen[command] == shapes, "\(command): not seen \(shapes.subtracting(seen[command] ?? []))")
        }
    }

    @Test(arguments: Transcript.all)
    func `Every documented field is explained, and only fields of commands are`(program: String) throws {
        let documented = try DocumentedFields(of: program)
        #expect(documented.unexplained.sorted() == [])
        #expect(documented.unknown.sorted() == [])
    }

    /// Returns the fields that `--columns` of a line names; `nil` without the option.
    private static func namedFields(_ line: String) -> [String]? {
        guard let option = line.range(of: "--columns ") else { return nil }
        // The words are the keys with hyphens.
        return line[option.upperBound...].prefix { $0 != " " }.split(separator: ",").map { word in
            word.split(separator: "-").enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
        }
    }

    /// Returns the fields of an object without the one that every command that changes data adds, unless a command
    /// documents it itself.
    private static func fields(of object: [String: Any], _ shape: DocumentedFields.Shape) -> Set<String> {
        var fields = Set(object.keys)
        if !shape.fields.contains("before"), !(object["before"] is String) { fields.remove("before") }
        return fields
    }

    private static func fits(_ object: [String: Any], _ shape: DocumentedFields.Shape) -> Bool {
        guard fields(of: object, shape) == Set(shape.fields) else { return false }
        return shape.rows.allSatisfy { field, keys in
            (object[field] as? [[String: Any]])?.allSatisfy {
                fields(of: $0, .init(fields: keys)) == Set(keys)
            } == true
        }
    }

    @Test(arguments: Transcript.all)
    func `CSV has the same fields in the documented order, each part starting with its keys`(program: String)
        throws
    {
        let documented = try DocumentedFields(of: program)
        let person = try Person(program)
        let grammar = try person.grammar()
        let errors = try Set(
            Person.screens(program, lines(program, "--json")).filter { value($0) == nil }.map(\.line)
                .map { $0.replacing(" --json", with: "") })
        var compared = 0
        for screen in try person.screens(lines(program, "--csv")) {
            let line = screen.line.replacing(" --csv", with: "")
            if errors.contains(line) { continue }
            let command = grammar.command(of: line)?.name ?? String(line.prefix { $0 != " " })
            guard let shapes = documented.shapes[command] else {
                #expect(screen.text.isEmpty || ["echo", "help", "completions"].contains(command), "\(line)")
                continue
            }
            // CSV lines end with CRLF. The text also contains warnings from standard error.
            let text = screen.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
            let headers =
                Self.namedFields(line).map { [[$0.joined(separator: ",")]] }
                ?? shapes.map { shape in
                    let own = shape.fields.filter { shape.rows[$0] == nil }
                    let parts = shape.fields.compactMap { shape.rows[$0] }
                    return ((own.isEmpty ? [] : [own]) + parts).map { $0.joined(separator: ",") }
                }
            let fits = headers.contains { parts in
                text.contains { $0.hasSuffix(parts[0]) }
                    && parts.allSatisfy { text.contains($0) || parts.count == 1 }
            }
            #expect(fits, "\(line) writes \(screen.text.prefix(200)), documented: \(headers)")
            compared += 1
        }
        #expect(compared > (program == "syncserver" ? 8 : 20))
    }

    @Test(arguments: Transcript.all, ["--json", "--csv"])
    func `JSON and CSV are the same in every language`(program: String, format: String) throws {
        // The names of sample records are data in the language of the user who adds them.
        let lines = try lines(program, format).filter { !$0.hasPrefix("samples") }
        let english = try Person(program).screens(lines, hasErrors: false)
        for language in ["pl", "hu"] {
            let other = try Person(program).screens(lines, ["--language", language], hasErrors: false)
            var compared = 0
            for (screen, same) in zip(other, english) {
                // Errors aren't data and are localized.
                let isData = format == "--json" ? value(same) != nil : same.text.contains("\r\n")
                guard isData else { continue }
                compared += 1
                let (one, two) = (Self.settled(screen.text), Self.settled(same.text))
                #expect(one == two, "\(language): \(screen.line)")
            }
            #expect(compared > (program == "syncserver" ? 8 : 20))
        }
    }

    /// Returns a text without times, identifiers and the home directory's path, which differ in each run.
    private static func settled(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "now")
            .replacing(/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/, with: "identifier")
            .replacing(/[^",\n]*\/[^",\n\/]+\.store/, with: "store")
            .replacing(/sync_[0-9A-Za-z_-]+/, with: "token")
            // The random numbers of accounts and devices.
            .replacing(/\d{10,16}/, with: "number")
    }

    @Test(arguments: Transcript.all)
    func `Markdown has tables, lists and headings, and escapes markup in the data`(program: String) throws {
        let lines = try lines(program, "--format markdown")
        var tables = 0
        for screen in try Person(program).screens(lines) {
            let rows = screen.lines.filter { $0.hasPrefix("|") }
            for (index, row) in rows.enumerated() {
                // Every row of a table has as many cells as its header.
                let cells = row.replacing("\\|", with: "").filter { $0 == "|" }.count
                if row.wholeMatch(of: /\|( ---:? \|)+/) != nil {
                    tables += 1
                    #expect(
                        index > 0
                            && rows[index - 1].replacing("\\|", with: "").filter { $0 == "|" }.count == cells)
                }
            }
            #expect(screen.lines.allSatisfy { !$0.contains("─") && !$0.contains("\u{1B}") }, "\(screen.line)")
        }
        #expect(tables > (program == "syncserver" ? 3 : 4))
    }

    @Test func `A Markdown list of books is a table that escapes bars and stars in the data`() throws {
        let person = try Person("mybooks")
        try person.run("add", "Bar | and *star*", "A_B", "--rating", "2")
        try person.run("quote", "add", "1", "# no heading")
        #expect(
            try person.run("list", "--format", "markdown").stdout == """
                | \\# | Status | Title | Author | Rating |
                | ---: | --- | --- | --- | --- |
                | 1 | ○ | Bar \\| and \\*star\\* | A\\_B | ★★ |

                """)
        let book = try person.run("show", "1", "--format", "markdown").stdout
        #expect(book.contains("- **Title**: Bar \\| and \\*star\\*\n"))
        #expect(book.contains("\\# no heading"))
        let stats = try person.run("stats", "--format", "markdown", "--language", "pl").stdout
        #expect(stats.contains("| ---"))
    }
}
