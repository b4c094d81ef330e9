import Foundation
import TestSupport
import Testing

@Suite("Readings, details, loans and goals of mybooks", .level(.default))
struct ReadingTests {
    private func reader() throws -> Reader {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Stanisław Lem", "--added", "2024-01-01", "--pages", "204")
        try reader.mybooks("add", "Dune (Dune, #1)", "Frank Herbert", "--added", "2024-01-02")
        return reader
    }

    /// The readings of a book as `--json` shows them.
    private func readings(_ reader: Reader, _ book: String) throws -> [[String: Any]] {
        try reader.mybooks("reading", "list", book, "--json").objects
    }

    @Test func `Words at the end of a line are a date, and four digits a year`() throws {
        let reader = try reader()
        #expect(
            try reader.mybooks("finish", "solaris", "may", "2016").stdout
                == "“Solaris” is now completed (2016-05).\n")
        #expect(try reader.mybooks("finish", "dune", "2015").stdout.hasSuffix("is now completed (2015).\n"))
        try reader.mybooks("add", "1984", "George Orwell", "--added", "2024-01-03")
        try reader.mybooks("abandon", "dune", "title:1984", "3", "april", "2017")
        #expect(try readings(reader, "1984").map { $0["completed"] as? String } == ["2017-04-03"])
        let wrong = try reader.mybooks("abandon", "solaris", "#2015")
        #expect(wrong.status != .exited(0))
        #expect(wrong.stderr.contains("2015"))
    }

    @Test func `An empty answer says what was asked for`() throws {
        let reader = try reader()
        try reader.mybooks("goal", "2024", "30")
        #expect(
            try reader.mybooks("goal", "10").stdout
                == "There is no goal for the year 10. Set one with “goal YEAR NUMBER”.\n")
        #expect(
            try reader.mybooks("search", "solaris", "--status", "completed").stdout
                == "No book matches. “list” without options shows all books.\n")
        #expect(try reader.mybooks("search", "golem").stdout.hasPrefix("No book has “golem” in its fields"))
    }

    @Test func `The unknown date of a reading is filled, and a known one stays`() throws {
        let reader = try reader()
        try reader.mybooks("edit", "solaris", "--status", "completed", "--completed", "none")
        #expect(
            try reader.mybooks("finish", "solaris", "2015-02-03").stdout.contains("(Feb 3, 2015)"))
        #expect(try readings(reader, "solaris").map { $0["completed"] as? String } == ["2015-02-03"])
        let again = try reader.mybooks("finish", "solaris", "2016")
        #expect(again.stdout.contains("Nothing changed"))
        #expect(again.stdout.contains("reading edit"))
        #expect(try readings(reader, "solaris").map { $0["completed"] as? String } == ["2015-02-03"])
        let future = try reader.mybooks("start", "dune", "--on", "2999-01-01")
        #expect(future.status != .exited(0))
    }

    @Test func `A reading is shown whole, with all lines of its review and its positions`() throws {
        let reader = try reader()
        try reader.mybooks("start", "solaris", "--on", "2024-02-01")
        try reader.mybooks("progress", "solaris", "50", "--on", "2024-02-03")
        try reader.mybooks("finish", "solaris", "2024-02-20")
        try reader.mybooks(
            "reading", "edit", "1", "1", "--review", "One ocean.\nTwo lines.", "--rating", "4.5")
        let reading = try reader.mybooks("reading", "show", "solaris", "1", "--json").object
        #expect(reading["title"] as? String == "Solaris")
        #expect(reading["outcome"] as? String == "completed")
        #expect(reading["rating"] as? Double == 4.5)
        #expect(reading["review"] as? String == "One ocean.\nTwo lines.")
        #expect((reading["positions"] as? [[String: Any]])?.map { $0["place"] as? String } == ["50"])
        let shown = try reader.mybooks("reading", "show", "solaris", "1", "--format", "table").stdout
        for part in ["Solaris", "Feb 1, 2024", "One ocean.", "Two lines.", "page 50 of 204"] {
            #expect(shown.contains(part), "\(part)")
        }
        #expect(try reader.mybooks("reading", "show", "solaris", "2").status != .exited(0))
    }

    @Test func `A re-read keeps the first reading with its dates and its rating`() throws {
        let reader = try reader()
        try reader.mybooks("start", "solaris", "--on", "2024-02-01")
        try reader.mybooks("finish", "solaris", "2024-02-20")
        try reader.mybooks("rate", "solaris", "4.5")
        try reader.mybooks("start", "solaris", "--on", "2024-05")
        let readings = try readings(reader, "solaris")
        #expect(readings.map { $0["started"] as? String } == ["2024-02-01", "2024-05"])
        #expect(readings.map { $0["outcome"] as? String } == ["completed", "in-progress"])
        #expect(readings.first?["rating"] as? Double == 4.5)
        try reader.mybooks("undo")
        #expect(try self.readings(reader, "solaris").count == 1)
        try reader.mybooks("redo")
        #expect(try self.readings(reader, "solaris").count == 2)
    }

    @Test func `Several books change together, with a day at the end`() throws {
        let reader = try reader()
        let result = try reader.mybooks("finish", "solaris", "dune", "yesterday")
        #expect(result.stdout.contains("Solaris"))
        #expect(result.stdout.contains("Dune"))
        let list = try reader.mybooks("list", "--json").objects
        #expect(list.allSatisfy { $0["status"] as? String == "completed" })
        #expect(Set(list.compactMap { $0["completed"] as? String }).count == 1)
        #expect(try reader.mybooks("start", "solaris", "--on", "2999").status == .exited(1))
    }

    @Test func `A book read long ago is added with its year alone`() throws {
        let reader = try reader()
        let added = try reader.mybooks("add", "Old", "A", "--completed", "2010-05", "--json").object
        #expect(added["status"] as? String == "completed")
        #expect(added["completed"] as? String == "2010-05")
        #expect(added["started"] is NSNull)
        #expect(try reader.mybooks("show", "old").stdout.contains("May 2010"))
        #expect(try reader.titles("--year", "2010") == ["Old"])
    }

    @Test func `An abandoned book has its own status and symbol`() throws {
        let reader = try reader()
        try reader.mybooks("start", "solaris")
        try reader.mybooks("abandon", "solaris")
        #expect(try reader.titles("--status", "abandoned") == ["Solaris"])
        #expect(try reader.mybooks("list").stdout.contains("⊘"))
    }

    @Test func `Progress is recorded with its day, and starts a book`() throws {
        let reader = try reader()
        let result = try reader.mybooks("progress", "solaris", "120", "--on", "2024-03-01")
        #expect(result.stdout.contains("page 120 of 204"))
        try reader.mybooks("progress", "solaris", "45%")
        let book = try reader.mybooks("show", "solaris", "--json").object
        #expect(book["progress"] as? String == "45%")
        #expect(book["started"] as? String == "2024-03-01")
        #expect(try reader.mybooks("progress", "solaris", "far").status == .exited(64))
    }

    @Test func `A reading can be changed and deleted`() throws {
        let reader = try reader()
        try reader.mybooks("finish", "solaris", "--on", "2020")
        try reader.mybooks("start", "solaris", "--on", "2024-01-01")
        try reader.mybooks(
            "reading", "edit", "solaris", "1", "--started", "2019-12", "--rating", "3", "--review", "Strange."
        )
        let first = try #require(try readings(reader, "solaris").first)
        #expect(first["started"] as? String == "2019-12")
        #expect(first["rating"] as? Int == 3)
        #expect(first["review"] as? String == "Strange.")
        #expect(try reader.mybooks("reading", "delete", "solaris", "7", "--yes").status == .exited(1))
        try reader.mybooks("reading", "delete", "solaris", "2", "--yes")
        let book = try reader.mybooks("show", "solaris", "--json").object
        #expect(book["completed"] as? String == "2020")
        #expect(book["status"] as? String == "completed")
        try reader.mybooks("reading", "delete", "solaris", "1", "--yes")
        #expect(
            try reader.mybooks("show", "solaris", "--json").object["status"] as? String == "on-shelf")
    }

    @Test func `Details are added, edited and shown, and a wrong ISBN is refused`() throws {
        let reader = try reader()
        let dune = try reader.mybooks("show", "dune", "--json").object
        #expect(dune["series"] as? String == "Dune")
        #expect(dune["seriesNumber"] as? String == "1")
        #expect(dune["title"] as? String == "Dune (Dune, #1)")
        try reader.mybooks(
            "edit", "solaris", "--isbn", "978-0-15-602760-1", "--contributors",
            "Joanna Kilmartin (translator); Steve Cox (translator)", "--original-year", "1961", "--lang",
            "English", "--binding", "Paperback", "--copies", "2", "--notes", "From Anna")
        let book = try reader.mybooks("show", "solaris", "--json").object
        #expect(book["isbn"] as? String == "9780156027601")
        #expect(book["originalYear"] as? Int == 1961)
        #expect((book["contributors"] as? [String])?.count == 2)
        let refused = try reader.mybooks("edit", "solaris", "--isbn", "9780156027602")
        #expect(refused.status == .exited(64))
        #expect(refused.stderr.contains("9780156027602"))
        #expect(try reader.mybooks("show", "solaris").stdout.contains("1961"))
    }

    @Test func `Lists are filtered by any field, and terms of a search are combined`() throws {
        let reader = try reader()
        try reader.mybooks("edit", "dune", "--pages", "604", "--binding", "ebook", "--lang", "English")
        try reader.mybooks("rate", "dune", "4.25")
        try reader.mybooks("add", "Eden", "Stanisław Lem", "--added", "2024-01-03")
        #expect(try reader.titles("--author", "lem") == ["Eden", "Solaris"])
        #expect(try reader.titles("--series", "dune") == ["Dune (Dune, #1)"])
        #expect(try reader.titles("--pages", "300..") == ["Dune (Dune, #1)"])
        #expect(try reader.titles("--pages", "..300") == ["Solaris"])
        #expect(try reader.titles("--binding", "ebook", "--lang", "english") == ["Dune (Dune, #1)"])
        #expect(try reader.titles("--rating", "none") == ["Eden", "Solaris"])
        #expect(try reader.titles("--rating", "4") == ["Dune (Dune, #1)"])
        try reader.mybooks("rate", "solaris", "4.5")
        #expect(try reader.titles("--rating", "4.5") == ["Solaris"])
        #expect(try reader.titles("--rating", "4.25..5") == ["Dune (Dune, #1)", "Solaris"])
        #expect(try reader.titles("--rating", "4.5..4.75") == ["Solaris"])
        #expect(try reader.titles("--rating", "4") == ["Dune (Dune, #1)", "Solaris"])
        #expect(try reader.mybooks("list", "--rating", "5..4").stderr.contains("5..4"))
        try reader.mybooks("edit", "solaris", "--publisher", "Faber")
        #expect(try reader.titles("--publisher", "faber") == ["Solaris"])
        #expect(try reader.titles("--sort", "publisher", "--limit", "1") == ["Solaris"])
        #expect(try reader.titles("--sort", "binding").first == "Dune (Dune, #1)")
        #expect(try reader.titles("--sort", "language").first == "Dune (Dune, #1)")
        #expect(try reader.titles("--limit", "1") == ["Dune (Dune, #1)"])
        #expect(try reader.titles("--sort", "pages") == ["Solaris", "Dune (Dune, #1)", "Eden"])
        let found = try reader.mybooks("search", "lem", "solaris", "--json").objects
        #expect(found.map { $0["title"] as? String } == ["Solaris"])
        #expect(try reader.mybooks("search", "lem", "herbert").stdout.contains("No book"))
    }

    @Test func `Goals show the pace, and a year fits on a screen`() throws {
        let reader = try reader()
        try reader.mybooks("finish", "solaris", "--on", "2023-05-01")
        try reader.mybooks("rate", "solaris", "5")
        #expect(try reader.mybooks("goal", "2023", "2").stdout == "The goal of 2023: 2 books.\n")
        let goal = try #require(try reader.mybooks("goal", "--json").objects.first)
        #expect(goal["reached"] as? Int == 1)
        #expect(goal["percent"] as? Int == 50)
        #expect(try reader.mybooks("goal").stdout.contains("missed by 1"))
        let review = try reader.mybooks("review", "2023").stdout
        #expect(review.contains("204"))
        #expect(review.contains("Solaris"))
        #expect(review.contains("1 of 2 books"))
        let statistics = try reader.mybooks("stats", "--year", "2023", "--json")
        #expect(statistics.stdout.contains("\"averageRating\": 5"))
        try reader.mybooks("goal", "2023", "none", "--yes")
        #expect(try reader.mybooks("goal", "--json").objects.isEmpty)
    }

    @Test func `A list of a year has the books that were read earlier, too`() throws {
        let reader = try reader()
        try reader.mybooks("finish", "solaris", "--on", "2019-03-02")
        try reader.mybooks("start", "solaris", "--on", "2022-01-01")
        try reader.mybooks("finish", "solaris", "--on", "2022-02-03")
        try reader.mybooks("finish", "dune", "--on", "2022-05-04")
        #expect(try reader.titles("--year", "2019") == ["Solaris"])
        #expect(try reader.titles("--year", "2022") == ["Dune (Dune, #1)", "Solaris"])
        #expect(try reader.titles("--year", "2019..2022", "--author", "lem") == ["Solaris"])
        #expect(try reader.titles("--year", "2020").isEmpty)
        let found = try reader.mybooks("search", "lem", "--year", "2019", "--json").objects
        #expect(found.map { $0["title"] as? String } == ["Solaris"])
    }

    @Test
    func `A year with everything has at most 23 lines of 80 columns, and screen readers read sentences`()
        throws
    {
        let reader = try Reader(adding: ["COLUMNS": "80", "LINES": "24"])
        for month in 1...12 {
            try reader.mybooks(
                "add", "Book \(month)", "Ann Lee", "--started", "2023-\(month)-01", "--completed",
                "2023-\(month)-1\(month % 10)", "--pages", "\(month * 100)", "--minutes", "300", "--rating",
                "\(1 + month % 5)")
        }
        try reader.mybooks("abandon", "1", "--on", "2023-12-24")
        try reader.mybooks("goal", "2023", "10")
        try reader.mybooks("goal", "2023", "9000", "pages")
        let lines = try reader.mybooks("--format", "table", "review", "2023").stdout.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 23, "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        let spoken = try reader.mybooks("--accessible", "review", "2023").stdout
        for sentence in [
            "In 2023, you finished 12 books", "The average rating is",
            "The longest is “Book 12” with 1,200 pages.",
            "The longest streak is", "Goal: 12 of 10 books, reached.",
        ] {
            #expect(spoken.contains(sentence), "\(spoken)")
        }
        #expect(!spoken.contains("Longest:"))
    }

    @Test func `The recorded positions of all readings are listed`() throws {
        let reader = try reader()
        #expect(try reader.mybooks("reading", "progress", "solaris").stdout.contains("no recorded positions"))
        try reader.mybooks("progress", "solaris", "120", "--on", "2019-03-01")
        try reader.mybooks("finish", "solaris", "--on", "2019-03-02")
        try reader.mybooks("progress", "solaris", "45%", "--on", "2022-01-02")
        try reader.mybooks("progress", "solaris", "30", "--on", "2022-01-01")
        let rows = try reader.mybooks("reading", "progress", "solaris", "--json").objects
        #expect(rows.map { $0["place"] as? String } == ["120", "30", "45%"])
        #expect(rows.map { $0["reading"] as? Int } == [1, 2, 2])
        #expect(rows.map { $0["date"] as? String } == ["2019-03-01", "2022-01-01", "2022-01-02"])
        let shown = try reader.mybooks("--format", "table", "reading", "progress", "solaris").stdout
        #expect(shown.contains("page 120 of 204"))
        #expect(shown.contains("3 positions"))
    }

    @Test func `After a merge, the same import adds and changes nothing`() throws {
        let reader = try Reader()
        try reader.home.write(
            """
            Book Id,Title,Author,Exclusive Shelf,My Rating,Publisher,Date Read,Bookshelves
            1,Solaris,Stanisław Lem,read,4,Faber,2019/03/02,space
            2,Solaris (Polish),Stanisław Lem,read,5,MON,2022/02/03,polish
            3,Solaris (e-book),Stanisław Lem,to-read,0,,,
            """, to: "goodreads.csv")
        try reader.mybooks("import", "goodreads.csv")
        try reader.mybooks("merge", "2", "3", "--yes")
        try reader.mybooks("merge", "1", "2", "--yes")
        let before = try reader.mybooks("list", "--json").stdout
        let again = try reader.mybooks("import", "goodreads.csv").stdout
        #expect(again.hasPrefix("Added 0, merged 0, left 3 unchanged, skipped 0."), "\(again)")
        let third = try reader.mybooks("import", "goodreads.csv").stdout
        #expect(third.hasPrefix("Added 0, merged 0, left 3 unchanged, skipped 0."), "\(third)")
        #expect(try reader.mybooks("list", "--json").stdout == before)
        #expect(try readings(reader, "solaris").count == 2)
        // The log goes to another store with it.
        try reader.mybooks("export", "log.json")
        try reader.mybooks("--store", "copy.store", "import", "log.json")
        let copied = try reader.mybooks("--store", "copy.store", "import", "goodreads.csv").stdout
        #expect(copied.hasPrefix("Added 0, merged 0, left 3 unchanged"), "\(copied)")
    }

    @Test func `A title of several words needs no quotation marks if it is the only argument`() throws {
        let reader = try reader()
        try reader.mybooks("add", "The Left Hand of Darkness", "Ursula K. Le Guin")
        try reader.mybooks("add", "The Left Hand", "Somebody Else")
        #expect(try reader.mybooks("show", "hand", "of", "dark").stdout.contains("Ursula"))
        #expect(try reader.mybooks("show", "title:left", "hand", "of").stdout.contains("Ursula"))
        let edited = try reader.mybooks("edit", "hand", "of", "darkness", "--pages", "304")
        #expect(edited.stdout.contains("Changed “The Left Hand of Darkness”"))
        #expect(try reader.mybooks("reading", "list", "hand", "of").stdout.contains("has no readings yet"))
        let both = try reader.mybooks("show", "left", "hand", "x")
        #expect(both.status == .exited(1))
        #expect(both.stderr.contains("left hand x"))
    }

    @Test func `A lent book is listed until it comes back`() throws {
        let reader = try reader()
        try reader.mybooks("lend", "solaris", "Anna", "--on", "2024-02-01")
        let again = try reader.mybooks("lend", "solaris", "Bo")
        #expect(again.status == .exited(1))
        #expect(again.stderr.contains("Anna"))
        let loan = try #require(try reader.mybooks("loans", "--json").objects.first)
        #expect(loan["lentTo"] as? String == "Anna")
        #expect(loan["lent"] as? String == "2024-02-01")
        try reader.mybooks("return", "solaris")
        #expect(try reader.mybooks("loans", "--json").objects.isEmpty)
        #expect(try reader.mybooks("loans", "--all", "--json").objects.count == 1)
        #expect(try reader.mybooks("return", "solaris").status == .exited(1))
    }

    @Test func `The order of a shelf is the user's, and the next book comes from it`() throws {
        let reader = try reader()
        try reader.mybooks("shelf", "add", "1", "2", "to-read")
        try reader.mybooks("shelf", "move", "dune", "to-read", "1")
        #expect(try reader.titles("--shelf", "to-read", "--sort", "shelf") == ["Dune (Dune, #1)", "Solaris"])
        #expect(try reader.mybooks("next", "--json").object["title"] as? String == "Dune (Dune, #1)")
        try reader.mybooks("start", "dune")
        #expect(try reader.mybooks("next", "--json").object["title"] as? String == "Solaris")
        #expect(try reader.mybooks("random", "--json").object["title"] as? String == "Solaris")
    }

    @Test func `A book that is begun leaves the reading list, and undo puts it back in its place`() throws {
        let reader = try reader()
        try reader.mybooks("add", "Emma", "Jane Austen", "--added", "2024-01-03")
        try reader.mybooks("shelf", "add", "1", "2", "3", "to-read")
        #expect(
            try reader.mybooks("start", "dune", "2024-02-01").stdout.hasSuffix(
                "Removed from the shelf “to-read”: “Dune (Dune, #1)”.\n"))
        #expect(try reader.titles("--shelf", "to-read", "--sort", "shelf") == ["Solaris", "Emma"])
        try reader.mybooks("undo")
        let all = ["Solaris", "Dune (Dune, #1)", "Emma"]
        #expect(try reader.titles("--shelf", "to-read", "--sort", "shelf") == all)
        try reader.mybooks("progress", "emma", "12", "--on", "2024-03-01")
        try reader.mybooks("edit", "solaris", "--status", "completed")
        #expect(try reader.titles("--shelf", "to-read", "--sort", "shelf") == ["Dune (Dune, #1)"])
        // A book that is put there again stays until the user starts it again.
        try reader.mybooks("shelf", "add", "solaris", "to-read")
        try reader.mybooks("rate", "solaris", "4")
        #expect(try reader.titles("--shelf", "to-read", "--sort", "shelf") == ["Dune (Dune, #1)", "Solaris"])
    }

    @Test func `Two records of one book become one with the readings, shelves and quotes of both`() throws {
        let reader = try reader()
        try reader.mybooks("add", "solaris", "S. Lem", "--added", "2020-01-01", "--publisher", "Mariner")
        try reader.mybooks("finish", "1", "--on", "2024")
        try reader.mybooks("finish", "3", "--on", "2021-06")
        try reader.mybooks("shelf", "add", "3", "classics")
        try reader.mybooks("quote", "add", "3", "We need mirrors.")
        try reader.mybooks("merge", "1", "3", "--yes")
        let book = try reader.mybooks("show", "1", "--json").object
        #expect(book["publisher"] as? String == "Mariner")
        #expect(book["added"] as? String == "2020-01-01")
        #expect(book["shelves"] as? [String] == ["classics"])
        #expect((book["quotes"] as? [Any])?.count == 1)
        #expect(try readings(reader, "1").map { $0["completed"] as? String } == ["2021-06", "2024"])
        #expect(try reader.mybooks("show", "3").status == .exited(1))
        try reader.mybooks("undo")
        #expect(try reader.mybooks("show", "3", "--json").object["publisher"] as? String == "Mariner")
    }
}
