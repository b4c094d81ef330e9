import Foundation
import TestSupport
import Testing

@Suite("Single commands of mybooks", .level(.default))
struct OneShotTests {
    @Test func `The next process shows an added book with its defaults`() throws {
        let reader = try Reader()
        let added = try reader.mybooks("add", "Solaris", "Stanisław Lem")
        #expect(added.status == .exited(0))
        #expect(added.stdout == "Added “Solaris” by Stanisław Lem as number 1.\n")
        #expect(added.stderr.isEmpty)
        let book = try reader.mybooks("show", "solaris", "--json").object
        #expect(book["number"] as? Int == 1)
        #expect(book["title"] as? String == "Solaris")
        #expect(book["author"] as? String == "Stanisław Lem")
        #expect(book["status"] as? String == "on-shelf")
        #expect(book["rating"] is NSNull)
        #expect(book["started"] is NSNull)
        #expect(book["completed"] is NSNull)
        #expect((book["added"] as? String)?.count == 10)
    }

    @Test func `All properties of a book can be given at once, and options can be anywhere`() throws {
        let reader = try Reader()
        let added = try reader.mybooks(
            "add", "--rating", "5", "--status=completed", "Lalka", "--added", "2024-01-02", "Bolesław Prus",
            "--started", "2024-01-03", "--completed", "2024-01-04", "--summary", "Long.", "--json")
        #expect(added.status == .exited(0))
        let book = try added.object
        #expect(book["rating"] as? Int == 5)
        #expect(book["status"] as? String == "completed")
        #expect(
            [book["added"], book["started"], book["completed"]] as? [String]
                == ["2024-01-02", "2024-01-03", "2024-01-04"])
        #expect(book["summary"] as? String == "Long.")
    }

    @Test(arguments: [["add"], ["add", "Solaris"], ["add", " ", "Lem"], ["add", "Solaris", ""]])
    func `A blank or missing title or author is refused`(arguments: [String]) throws {
        let reader = try Reader()
        let result = try run(
            reader.program, arguments, stdin: "", environment: reader.environment,
            workingDirectory: reader.home.path)
        #expect(result.status == .exited(64))
        #expect(result.stdout.isEmpty)
        #expect(!result.stderr.isEmpty)
        #expect(try reader.titles().isEmpty)
    }

    @Test func `A book with the ISBN of another one is a duplicate, with 10 or 13 digits`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "The Dispossessed", "Le Guin", "--isbn", "978-0-06-051275-0")
        let refused = try reader.mybooks("add", "Wydziedziczeni", "Le Guin", "--isbn", "006051275X")
        #expect(refused.status == .exited(1), "\(refused.stderr)")
        #expect(refused.stderr.contains("“The Dispossessed”"), "\(refused.stderr)")
        let own = try reader.mybooks(
            "add", "Wydziedziczeni", "Le Guin", "--isbn", "006051275X", "--allow-duplicate")
        #expect(own.status == .exited(0))
    }

    @Test func `A duplicate book is refused regardless of case and accents, unless it is confirmed`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Chłopi", "Władysław Reymont")
        let refused = try reader.mybooks("add", "CHLOPI", "wladyslaw reymont")
        #expect(refused.status == .exited(1))
        #expect(refused.stderr.contains("already in the log as number 1"))
        #expect(refused.stderr.contains("--allow-duplicate"))
        #expect(
            try reader.mybooks("add", "chlopi", "Wladyslaw Reymont", "--allow-duplicate").status == .exited(0)
        )
        #expect(try reader.titles().count == 2)
        // A book with the same title by another author isn't a duplicate.
        #expect(try reader.mybooks("add", "Chłopi", "Someone Else").status == .exited(0))
    }

    @Test func `An empty log suggests adding the first book`() throws {
        let result = try Reader().mybooks("list")
        #expect(result.status == .exited(0))
        #expect(result.stdout.contains("empty"))
        #expect(result.stdout.contains("add"))
    }

    @Test func `A piped list shows number, status, title, author and stars without truncation`() throws {
        let reader = try Reader()
        let title = String(repeating: "Very long ", count: 30) + "三体"
        try reader.mybooks("add", title, "刘慈欣", "--rating", "4", "--status", "completed")
        #expect(try reader.rows() == [["1", "●", title, "刘慈欣", "★★★★"]])
    }

    @Test func `Lists are sorted by title in the language's order`() throws {
        let reader = try Reader()
        let polish = ["Łąka", "Mapa", "Lato", "żaba", "Zamek", "Ćma", "cytryna", "Dom"]
        try reader.mybooks(stdin: polish.map { "add \($0) A\n" }.joined())
        #expect(
            try reader.titles("--language", "pl")
                == ["cytryna", "Ćma", "Dom", "Lato", "Łąka", "Mapa", "Zamek", "żaba"])
        let other = try Reader()
        let hungarian = ["csap", "cukor", "cékla", "öl", "oszlop", "zsír", "zug"]
        try other.mybooks(stdin: hungarian.map { "add \($0) A\n" }.joined())
        #expect(
            try other.titles("--language", "hu")
                == ["cékla", "cukor", "csap", "oszlop", "öl", "zug", "zsír"])
    }

    @Test func `Lists can be sorted, reversed and filtered`() throws {
        let reader = try Reader()
        try reader.script(
            "add A Z --added 2024-01-03 --rating 3",
            "add B Y --added 2024-01-01 --rating 5 --status completed",
            "add C X --added 2024-01-02 --status in-progress --started 2024-01-05",
            "add D W --added 2023-01-02 --status in-progress --started 2024-01-04")
        #expect(try reader.titles("--reverse") == ["D", "C", "B", "A"])
        #expect(try reader.titles("--sort", "author") == ["D", "C", "B", "A"])
        #expect(try reader.titles("--sort", "added") == ["D", "B", "C", "A"])
        // Books without a start date are last in both directions.
        #expect(try reader.titles("--sort", "started") == ["D", "C", "A", "B"])
        #expect(try reader.titles("--sort", "started", "--reverse") == ["C", "D", "A", "B"])
        #expect(try reader.titles("--sort", "completed") == ["B", "A", "C", "D"])
        #expect(try reader.titles("--sort", "rating") == ["B", "A", "C", "D"])
        #expect(try reader.titles("--sort", "status") == ["A", "C", "D", "B"])
        #expect(try reader.titles("--status", "in-progress") == ["C", "D"])
        #expect(try reader.titles("--rating", "3..5") == ["A", "B"])
        #expect(try reader.titles("--rating", "4..") == ["B"])
        #expect(try reader.titles("--rating", "3") == ["A"])
        #expect(try reader.titles("--rating", "3..5", "--status", "completed") == ["B"])
    }

    @Test func `Search covers title, author and summary, ignoring case and accents, including the Polish ł`()
        throws
    {
        let reader = try Reader()
        try reader.script(
            "add Łódź \"Kto Inny\"", "add \"Ziemia obiecana\" \"Władysław Reymont\"",
            "add Reportaże \"A. Nonim\" --summary \"O mieście LÓDŹ i okolicy\"", "add Solaris Lem")
        func found(_ text: String) throws -> [String] {
            try reader.mybooks("search", text, "--json").objects.compactMap { $0["title"] as? String }
        }
        #expect(try found("lodz") == ["Łódź", "Reportaże"])
        #expect(try found("WLADYSLAW") == ["Ziemia obiecana"])
        #expect(try found("100%_") == [])
        let nothing = try reader.mybooks("search", "xyz")
        #expect(nothing.status == .exited(0))
        #expect(nothing.stdout.contains("xyz"))
        #expect(try reader.mybooks("search", "").status == .exited(64))
    }

    @Test func `Status transitions set and clear the dates`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem", "--added", "2024-01-02")
        func dates() throws -> [String] {
            let book = try reader.mybooks("show", "1", "--json").object
            return ["status", "added", "started", "completed"].map { book[$0] as? String ?? "-" }
        }
        func today() throws -> String {
            try reader.shell("date -u +%F").stdout.trimmingCharacters(in: .newlines)
        }
        try reader.mybooks("start", "solaris")
        #expect(try dates() == ["in-progress", "2024-01-02", today(), "-"])
        try reader.mybooks("finish", "solaris")
        #expect(try dates() == ["completed", "2024-01-02", today(), today()])
        try reader.mybooks("status", "solaris", "in-progress")
        #expect(try dates() == ["in-progress", "2024-01-02", today(), "-"])
        try reader.mybooks("shelve", "solaris")
        #expect(try dates() == ["on-shelf", "2024-01-02", "-", "-"])
        let finished = try reader.mybooks("status", "1", "completed")
        #expect(finished.stdout == "“Solaris” is now completed.\n")
        #expect(try dates() == ["completed", "2024-01-02", "-", today()])
        let again = try reader.mybooks("finish", "1")
        #expect(again.status == .exited(0))
        #expect(again.stdout.contains("Nothing changed"))
    }

    @Test func `An edit applies the status before the dates and reports the changes`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem", "--added", "2024-01-02")
        let edited = try reader.mybooks(
            "edit", "solaris", "--status", "completed", "--started", "2024-01-05", "--completed",
            "2024-01-09",
            "--author", "Stanisław Lem", "--rating", "5", "--summary", "An ocean.")
        #expect(edited.status == .exited(0))
        #expect(edited.stdout.contains("author"))
        #expect(edited.stdout.contains("date completed"))
        let book = try reader.mybooks("show", "1", "--json").object
        #expect(book["started"] as? String == "2024-01-05")
        #expect(book["completed"] as? String == "2024-01-09")
        let again = try reader.mybooks("edit", "1", "--rating", "5")
        #expect(again.stdout.contains("Nothing changed"))
        let nothing = try reader.mybooks("edit", "1")
        #expect(nothing.status == .exited(64))
    }

    @Test func `Dates in the wrong order are refused with both dates`() throws {
        let reader = try Reader()
        try reader.mybooks(
            "add", "Solaris", "Lem", "--added", "2024-03-02", "--status", "in-progress", "--started",
            "2024-03-05")
        let earlier = try reader.mybooks("edit", "1", "--status", "completed", "--completed", "2024-03-04")
        #expect(earlier.status == .exited(1))
        #expect(earlier.stderr.contains("Mar 4, 2024"))
        #expect(earlier.stderr.contains("Mar 5, 2024"))
        #expect(try reader.mybooks("show", "1", "--json").object["status"] as? String == "in-progress")
        let future = try reader.mybooks("edit", "1", "--started", "2999-01-01")
        #expect(future.status == .exited(1))
        #expect(future.stderr.contains("future"))
        let irrelevant = try reader.mybooks(
            "edit", "1", "--status", "in-progress", "--completed", "2024-04-04")
        #expect(irrelevant.status == .exited(1))
        #expect(irrelevant.stderr.contains("finish"))
    }

    @Test func `Only dates that are relevant to the status are shown`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Solaris", "Lem", "--added", "2024-03-02")
        #expect(try !reader.mybooks("show", "1").stdout.contains("Started"))
        try reader.mybooks("start", "1")
        let started = try reader.mybooks("show", "1").stdout
        #expect(started.contains("Started"))
        #expect(!started.contains("Completed"))
        try reader.mybooks("finish", "1")
        #expect(try reader.mybooks("show", "1").stdout.contains("Completed"))
    }

    @Test func `A book is found by number or part of its title, and ambiguous names list the candidates`()
        throws
    {
        let reader = try Reader()
        try reader.script(
            "add 1984 \"George Orwell\"", "add Dune \"Frank Herbert\"",
            "add \"Dune Messiah\" \"Frank Herbert\"")
        func shown(_ reference: String) throws -> String? {
            try reader.mybooks("show", reference, "--json").object["title"] as? String
        }
        #expect(try shown("2") == "Dune")
        #expect(try shown("#3") == "Dune Messiah")
        #expect(try shown("1984") == "1984")
        #expect(try shown("title:1984") == "1984")
        #expect(try shown("messi") == "Dune Messiah")
        #expect(try shown("dune") == "Dune")
        let ambiguous = try reader.mybooks("show", "du")
        #expect(ambiguous.status == .exited(1))
        #expect(ambiguous.stderr.contains("2 “Dune” (Frank Herbert)"))
        #expect(ambiguous.stderr.contains("3 “Dune Messiah”"))
        let unknown = try reader.mybooks("show", "dume")
        #expect(unknown.status == .exited(1))
        #expect(unknown.stderr.contains("“Dune”"))
        #expect(try reader.mybooks("show", "#77").stderr.contains("77"))
    }

    @Test func `Sample books are added once, many in Polish, and can be undone`() throws {
        let reader = try Reader()
        let added = try reader.mybooks("samples", "--json")
        #expect(added.status == .exited(0))
        let count = try reader.titles().count
        #expect(try added.objects.count == count)
        #expect(count >= 20)
        #expect(try reader.titles().contains("Lalka"))
        #expect(try reader.mybooks("samples").stdout.contains("already"))
        #expect(try reader.titles().count == count)
        try reader.mybooks("undo")
        #expect(try reader.titles().isEmpty)
    }

    @Test func `Statistics count by status, rating and month`() throws {
        let reader = try Reader()
        try reader.mybooks(
            "add", "A", "X", "--added", "2024-01-01", "--status", "completed", "--completed", "2024-02-03",
            "--rating", "5")
        try reader.mybooks(
            "add", "B", "X", "--added", "2024-01-01", "--status", "completed", "--completed", "2024-02-28")
        try reader.mybooks("add", "C", "X")
        let shown = try reader.mybooks("stats", "--months", "1200").stdout
        #expect(shown.contains("3 books"))
        #expect(shown.contains("February 2024"))
        let numbers = try reader.mybooks("stats", "--json").objects
        func count(_ group: String, _ name: String) -> Int? {
            numbers.first { $0["group"] as? String == group && $0["name"] as? String == name }?["count"]
                as? Int
        }
        #expect(count("status", "completed") == 2)
        #expect(count("status", "on-shelf") == 1)
        #expect(count("rating", "5") == 1)
        #expect(count("rating", "none") == 2)
        #expect(count("completed", "2024-02") == 2)
    }

    @Test func `The where command prints the path of the store in the XDG data directory`() throws {
        let reader = try Reader()
        #expect(try reader.mybooks("where").stdout == reader.store + "\n")
        #expect(try reader.mybooks("--store", "other", "where").stdout == reader.home.file("other") + "\n")
        #expect(try reader.mybooks("--in-memory", "where").stdout.contains("memory"))
    }

    @Test func `Stores of --store are separate, and --in-memory stores nothing`() throws {
        let reader = try Reader()
        try reader.mybooks("--store", "one.store", "add", "A", "X")
        try reader.mybooks("add", "B", "X", "--store", "two.store")
        #expect(try reader.titles("--store", "one.store") == ["A"])
        #expect(try reader.titles("--store", "two.store") == ["B"])
        try reader.mybooks("--in-memory", "add", "C", "X")
        #expect(try reader.titles().isEmpty)
    }

    @Test func `The options --version and --help need no store`() throws {
        let reader = try Reader()
        let version = try reader.mybooks("--version")
        #expect(version.status == .exited(0))
        #expect(version.stdout.hasPrefix("mybooks 1."))
        let help = try reader.mybooks("--help").stdout
        for word in ["add", "list", "--store", "--language", "exit-codes"] {
            #expect(help.contains(word), "\(word)")
        }
        #expect(try reader.mybooks("help", "add").stdout.contains("--allow-duplicate"))
        #expect(try reader.mybooks("add", "--help").stdout.contains("--allow-duplicate"))
        #expect(try !reader.shell("ls home").stdout.contains("mybooks"))
    }
}
