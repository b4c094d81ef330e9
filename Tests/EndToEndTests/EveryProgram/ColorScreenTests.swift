import Foundation
import TestSupport
import Testing

@Suite("Colours and symbols of every program", .level(.default))
struct ColorScreenTests {
    private func screens(_ program: String, _ arguments: String...) throws -> [Person.Screen] {
        try Person.screens(
            program, Transcript(of: program).lines, ["--format", "table"] + arguments,
            adding: ["COLUMNS": "100"])
    }

    @Test(arguments: Transcript.all)
    func `Without colours every screen has the same text`(program: String) throws {
        let plain = try screens(program, "--color", "never")
        let colored = try screens(program, "--color", "always")
        for (one, other) in zip(plain, colored) {
            #expect(!one.text.contains("\u{1B}"), "\(one.line)")
            // The colour of a heading also covers the spaces after it. Remove these spaces.
            let settled = [one.text, strippingEscapes(other.text)].map {
                Self.settled($0, program).replacing(#/ +\n/#, with: "\n")
            }
            #expect(settled[0] == settled[1], "\(one.line)")
        }
        #expect(colored.contains { $0.text.contains("\u{1B}[1m") })
    }

    /// Returns a text without times, paths, tokens, and the random numbers of accounts and devices, which also make their
    /// column narrow or wide.
    private static func settled(_ text: String, _ program: String) -> String {
        var text = text.replacing(/\d+:\d\d/, with: "").replacing(/\S*\.store/, with: "")
            .replacing(/sync_\S+/, with: "")
        if program == "syncserver" {
            text = text.replacing(#/ *\d{10,16}/#, with: "").replacing(#/ {2,}|─+/#, with: " ")
        }
        return text
    }

    @Test(arguments: Transcript.all)
    func `No two texts of a screen differ only in colour`(program: String) throws {
        for screen in try screens(program, "--color", "always") {
            var colors: [String: Set<String>] = [:]
            for match in screen.text.matches(of: /\u{1B}\[(\d+)m([^\u{1B}]*)/)
            where match.1 != "0" && match.1 != "1" {
                let text = match.2.trimmingCharacters(in: .whitespaces)
                // The lines of a picture can have any colours. Its text is in other lines, so only text with
                // letters is checked.
                if text.contains(where: \.isLetter) { colors[text, default: []].insert(String(match.1)) }
            }
            for (text, codes) in colors { #expect(codes.count == 1, "\(screen.line): \(text) in \(codes)") }
        }
    }

    @Test func `Locked awards are grey and unlocked ones coloured, as their rows say`() throws {
        let screens = try screens("portfolio", "--color", "always")
        let rows = screens.filter { $0.line == "awards" }.flatMap(\.lines).filter { $0.contains("locked") }
        #expect(rows.count == 19)
        for row in rows {
            let words = strippingEscapes(row)
            #expect(row.contains("\u{1B}[90m") == !words.contains("unlocked"), "\(words)")
        }
    }

    @Test(arguments: Transcript.all, ["en", "hu"])
    func `If the locale isn't UTF-8, every screen is ASCII, including symbols`(
        program: String, language: String
    ) throws {
        let person = try Person(program, locale: "C", adding: ["COLUMNS": "80"])
        // In a terminal with the C locale, users can type only ASCII.
        let lines = try Transcript(of: program).lines.map { line in
            String(line.map { $0.isASCII ? $0 : "x" })
        }
        for screen in try person.screens(lines, ["--format", "table", "--language", language]) {
            #expect(screen.text.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) }, "\(screen.line)")
        }
    }

    @Test
    func `Long rows of numbers are shown as a sparkline with both end values, and in full in data formats`()
        throws
    {
        let books = try Person("mybooks")
        try books.run(
            "add", "Old", "A", "--status", "completed", "--added", "2020-01-01", "--completed", "2020-01-05")
        try books.run(
            "add", "New", "A", "--status", "completed", "--added", "2020-01-01", "--completed", "2023-03-05")
        let months = try books.run("stats", "--months", "1200", "--format", "table").stdout
        #expect(months.contains(#/January 2020  1  █ .*█.* 0  [A-Z]/#), "\(months)")
        #expect(
            try books.run("stats", "--months", "1200", "--accessible").stdout.contains("February 2020: 0\n"))
        let issues = try Person("portfolio")
        try issues.run("new", "Issue")
        let weeks = try issues.run("stats", "--weeks", "26", "--format", "table").stdout
        #expect(weeks.contains(#/0  .*█  1  [A-Z]/#), "\(weeks)")
        #expect(
            try issues.run("stats", "--weeks", "26", "--json").objects.count {
                $0["group"] as? String == "opened"
            } == 26)
    }
}
