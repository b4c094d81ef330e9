import TestSupport
import Testing

@Suite("Lists of books in terminals of every width", .level(.default))
struct ListWidthTests {
    private static let title = "The Left Hand of Darkness", author = "Ursula K. Le Guin"

    private func reader() throws -> Reader {
        try Reader(
            home: try TemporaryDirectory.copy(of: "two books with details") { home in
                let result = try Reader(home: home).script(
                    """
                    add '\(Self.title)' '\(Self.author)' --series 'Hainish Cycle' --series-number 4 --pages 304 \
                    --original-year 1969 --lang English
                    """,
                    "add Solaris 'Stanisław Lem' --status completed --completed 2024-03-05 --rating 5 --pages 204",
                    "shelf add solaris 'to lend'")
                #expect(result.status == .exited(0), "\(result.stderr)")
            })
    }

    /// Returns the lines of `list` in a terminal.
    private func list(columns: Int) throws -> [String] {
        let reader = try reader()
        let terminal = try reader.terminal("list", columns: columns)
        let shown = try terminal.expect("2 books")
        try withExtendedLifetime(reader) { _ = try terminal.waitForExit() }
        return shown.split(whereSeparator: \.isNewline).map { String($0.filter { $0 != "\r" }) }
    }

    @Test(arguments: [
        (80, ["#", "Status", "Title", "Author", "Rating"]),
        (100, ["#", "Status", "Title", "Author", "Rating", "Series", "Ended", "Year"]),
        (120, ["#", "Status", "Title", "Author", "Rating", "Series", "Ended", "Pages", "Year", "Shelves"]),
        (
            200,
            [
                "#", "Status", "Title", "Author", "Rating", "Series", "Ended", "Pages", "Year", "Shelves",
                "Language",
            ]
        ),
    ])
    func `A wide terminal shows further columns that have values, as far as they fit`(
        columns: Int, headings: [String]
    ) throws {
        let lines = try list(columns: columns)
        #expect(lines.first?.split(separator: " ").map(String.init) == headings, "\(lines)")
        let book = try #require(lines.first { $0.contains("Darkness") })
        #expect(book.contains(Self.title))
        #expect(book.contains(Self.author))
        #expect(book.contains("Hainish Cycle #4") == (columns > 80))
        for line in lines { #expect(TerminalColumns.of(line) <= columns, "\(line)") }
    }

    @Test(arguments: [40, 50, 60, 80, 100, 200])
    func `No line is broken or cut inside a word without a sign`(columns: Int) throws {
        let words = Set("\(Self.title) \(Self.author)".split(separator: " "))
        for line in try list(columns: columns) {
            #expect(TerminalColumns.of(line) <= columns, "\(line)")
            guard let start = line.firstRange(of: "The ")?.lowerBound else { continue }
            for word in line[start...].split(separator: " ") where word.first?.isUppercase == true {
                let isCut = word.hasSuffix("…")
                #expect(
                    isCut || words.contains(word) || ["Hainish", "Cycle", "English"].contains(word), "\(line)"
                )
            }
        }
    }

    @Test func `A series that the title names isn't shown again`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Dune (Dune, #1)", "Frank Herbert")
        let terminal = try reader.terminal("list", columns: 200)
        let shown = try terminal.expect("1 book")
        _ = try terminal.waitForExit()
        #expect(shown.contains("Dune (Dune, #1)"))
        #expect(!shown.contains("Series"))
    }

    @Test func `Pipes and data have the same columns as before`() throws {
        let reader = try reader()
        let piped = try reader.mybooks("list").stdout
        #expect(!piped.contains("Hainish"))
        #expect(try reader.mybooks("list", "--json").objects.first?["series"] != nil)
        #expect(try !reader.shell("COLUMNS=200 \"$mybooks\" list").stdout.contains("Hainish"))
    }
}
