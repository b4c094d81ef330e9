import TestSupport
import Testing

@Suite("Accessible mode of mybooks", .level(.default))
struct AccessibleTests {
    /// Returns a user whose reading log has two books.
    private func reader() throws -> Reader {
        let home = try TemporaryDirectory.copy(of: "two books") { home in
            try addBooks(Reader(home: home))
        }
        return try Reader(home: home)
    }

    private func addBooks(_ reader: Reader) throws {
        try reader.mybooks(
            "add", "Solaris", "Stanisław Lem", "--status", "completed", "--rating", "4", "--added",
            "2024-03-01", "--started", "2024-03-02", "--completed", "2024-03-05")
        try reader.mybooks("add", "Lalka", "Bolesław Prus", "--added", "2024-03-01")
    }

    private func lines(_ reader: Reader, _ arguments: String...) throws -> [String] {
        let result = try reader.shell("\"$mybooks\" --accessible \(arguments.joined(separator: " "))")
        #expect(result.status == .exited(0), "\(result.stderr)")
        return result.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }

    @Test func `A list starts with the count, then each book follows as a sentence, title first`() throws {
        #expect(
            try lines(reader(), "list") == [
                "2 books", "“Lalka” by Bolesław Prus: on shelf, number 2.",
                "“Solaris” by Stanisław Lem: completed, 4 of 5 stars, number 1.",
            ])
        #expect(
            try lines(reader(), "search", "lem") == [
                "1 book", "“Solaris” by Stanisław Lem: completed, 4 of 5 stars, number 1.",
            ])
        #expect(
            try lines(reader(), "--language", "pl", "search", "lem").last
                == "„Solaris”, Stanisław Lem: przeczytana, 4 z 5 gwiazdek, numer 1.")
        #expect(
            try lines(reader(), "--language", "hu", "search", "lem").last
                == "„Solaris”, Stanisław Lem: befejezve, 5 csillagból 4, sorszáma 1.")
    }

    @Test func `A book's dates are written in words`() throws {
        #expect(
            try lines(reader(), "show", "solaris") == [
                "Number: 1", "Title: Solaris", "Author: Stanisław Lem", "Status: completed",
                "Rating: 4 of 5 stars", "Added: March 1, 2024", "Started: March 2, 2024",
                "Completed: March 5, 2024",
            ])
        #expect(
            try lines(reader(), "--language", "pl", "show", "solaris").suffix(1) == [
                "Ukończono: 5 marca 2024"
            ])
    }

    @Test func `A line break in a title adds no separate line or field`() throws {
        let reader = try Reader()
        try reader.home.write(
            #"""
            [{"title": "Night\nRating: rated 5 of 5", "author": "X", "status": "on-shelf",
            "added": "2024-01-01", "summary": "One\nTwo"}]
            """#, to: "odd.json")
        try reader.mybooks("import", "odd.json")
        #expect(
            try lines(reader, "list") == [
                "1 book", "“Night Rating: rated 5 of 5” by X: on shelf, number 1.",
            ])
        let shown = try lines(reader, "show", "1")
        #expect(shown.prefix(3) == ["Number: 1", "Title: Night", "  Rating: rated 5 of 5"], "\(shown)")
        #expect(shown.suffix(2) == ["Summary: One", "  Two"], "\(shown)")
    }

    @Test func `Shelves and quotes are printed one after another`() throws {
        let reader = try reader()
        try reader.script(
            "shelf add 1 space", "shelf add 1 Łódź", "quote add 1 'Two words' --page 5 --note fine")
        #expect(
            try lines(reader, "shelves") == [
                "2 shelves", "", "Shelf: Łódź", "Books: 1", "", "Shelf: space", "Books: 1",
            ])
        #expect(
            try lines(reader, "quotes") == [
                "1 quote", "", "Number: 1", "Book: Solaris", "Quote: Two words", "Page: 5", "Note: fine",
            ])
        #expect(
            try lines(reader, "show", "1").suffix(8) == [
                "Shelves: Łódź, space", "Quotes", "1 quote", "", "Number: 1", "Quote: Two words", "Page: 5",
                "Note: fine",
            ])
    }

    @Test func `The report of an import consists of sentences and starts with the count`() throws {
        let reader = try reader()
        try reader.home.write(InvalidFiles.goodreads(), to: "odd.csv")
        let report = try lines(reader, "import", "odd.csv")
        #expect(
            report.first?.hasPrefix("Added 8, merged 0, left 0 unchanged, skipped 4.") == true, "\(report)")
        #expect(report.contains("Warning: Line 3 was skipped: the title is missing."))
        #expect(report.allSatisfy { $0.hasSuffix(".") }, "\(report)")
        #expect(try lines(reader, "undo")[0].hasPrefix("Undone: Imported odd.csv: 8 books added"))
    }

    @Test func `Settings, help and steps have one line for each label`() throws {
        let reader = try reader()
        #expect(
            try lines(reader, "set", "dates") == [
                "Setting: dates", "Value: medium", "Possible values: iso, numeric, medium, long or full",
                "Meaning: How dates are written: as 2024-03-15, in numbers, or with names of months and days.",
            ])
        #expect(try lines(reader, "start", "lalka") == ["“Lalka” is now in progress."])
        #expect(try lines(reader, "delete", "lalka", "--yes") == ["Deleted “Lalka”."])
        #expect(try lines(reader, "samples") == ["Added 25 sample books. “list” shows them."])
        let steps = try lines(reader, "history")
        #expect(steps[0] == "5 steps")
        #expect(steps.contains("Step: Deleted “Lalka”."))
        #expect(steps.contains { $0.hasPrefix("Time: ") && $0.contains("20") })
        let help = try lines(reader, "help", "rate")
        #expect(help.contains("BOOK: The book's number, or a part of its title."))
    }

    @Test func `Charts are printed as numbers in sentences`() throws {
        // The charts of months and years end with the present ones.
        #expect(
            try lines(reader(), "stats", "--months", "1200").filter {
                !$0.hasSuffix(": 0") || !$0.contains("20")
            } == [
                "2 books", "Books read: 1", "Average rating: 4 of 5",
                "Best: “Solaris” (4)", "Current streak: 0 days in a row",
                "By status", "on shelf: 1", "in progress: 0", "paused: 0", "completed: 1", "abandoned: 0",
                "By rating",
                "5 of 5 stars: 0", "4 of 5 stars: 1", "3 of 5 stars: 0", "2 of 5 stars: 0",
                "1 of 5 stars: 0", "not rated: 1", "Completed per month",
                "1 in total; the highest value is 1 (March 2024).", "March 2024: 1",
                "Completed per year", "2024: 1",
            ])
    }

    @Test func `ACCESSIBLE and the setting apply to the prompt, which sends no escape sequences`() throws {
        let reader = try Reader(adding: ["ACCESSIBLE": "1", "TERM": "dumb"])
        let terminal = try reader.terminal()
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("add Solaris Lem --rating 5")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("list")
        try terminal.expect(
            "1 book\n“Solaris” by Lem: on shelf, 5 of 5 stars, number 1.\n")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("set accessible off")
        try terminal.expectPrompt("mybooks> ")
        try terminal.sendLine("list")
        try terminal.expect("★★★★★")
        #expect(!terminal.rawOutput.contains(0x1B))
    }
}
