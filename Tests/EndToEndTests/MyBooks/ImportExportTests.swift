import Foundation
import TestSupport
import Testing

@Suite("Import and export of mybooks", .level(.default))
struct ImportExportTests {
    /// The sample export of the unit tests.
    var fixture: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../MyBooksTests/Fixtures/goodreads_library_export.csv").standardizedFileURL
            .path
    }

    @Test func `A Goodreads export is imported, and the report has counts and reasons for skipped lines`()
        throws
    {
        let reader = try Reader()
        let trial = try reader.mybooks("import", fixture, "--dry-run")
        #expect(trial.stdout.contains("only a trial") && trial.stdout.contains("Would add 76"))
        #expect(try reader.titles().isEmpty)
        // `--quiet` keeps the report of a dry run, because the user requested it.
        #expect(try reader.mybooks("--quiet", "import", fixture, "--dry-run").stdout == trial.stdout)

        let first = try reader.mybooks("import", fixture)
        #expect(first.status == .exited(0))
        #expect(first.stdout.contains("Added 76, merged 1, left 0 unchanged, skipped 3."))
        #expect(first.stdout.contains("New shelves: ") && first.stdout.contains("“did-not-finish”"))
        #expect(try reader.titles("--shelf", "did-not-finish") == ["Ulysses"])
        #expect(first.stdout.contains("Line 80 was skipped: the title is missing."))
        #expect(try reader.titles().count == 76)

        let second = try reader.mybooks("import", fixture, "--json").object
        #expect(second["added"] as? Int == 0 && second["skipped"] as? Int == 3)
        #expect(second["skippedLines"] as? [Int] == [80, 81, 82])
        #expect(try reader.titles().count == 76)

        let undone = try reader.mybooks("undo")
        #expect(undone.status == .exited(0))
    }

    @Test func `Dates read of books that aren't read are named in every output format`() throws {
        let reader = try Reader()
        try reader.home.write(
            """
            Book Id,Title,Author,Date Read,Exclusive Shelf
            1,Solaris,Lem,2020/05/01,to-read
            2,Lalka,Prus,2021/06/02,read

            """, to: "dates.csv")
        let sentence =
            "Line 2: the “Date Read” of “Solaris” (%@) was not imported, because the book isn't on the shelf “read”."
        for format in ["plain", "table", "markdown", "accessible", "json", "csv"] {
            let result = try reader.mybooks("import", "dates.csv", "--dry-run", "--format", format)
            let (before, after) = (sentence.components(separatedBy: "%@")[0], "was not imported, because")
            // Warnings of machine-readable formats are on standard error.
            let text = ["json", "csv"].contains(format) ? result.stderr : result.stdout
            let plain = text.replacing("\\", with: "").replacing("\n", with: " ")
            #expect(plain.contains(before) && plain.contains(after), "\(format): \(text)")
            #expect(!plain.contains("Lalka"), "\(format): \(text)")
        }
        let object = try reader.mybooks("import", "dates.csv", "--json").object
        let dates = object["droppedDates"] as? [[String: Any]]
        #expect(dates?.count == 1 && dates?.first?["line"] as? Int == 2)
        #expect(dates?.first?["title"] as? String == "Solaris")
        #expect(dates?.first?["date"] as? String == "2020-05-01")
        let csv = try reader.mybooks("import", "dates.csv", "--csv").stdout
        #expect(csv.hasSuffix("\r\n\r\nline,title,date\r\n2,Solaris,2020-05-01\r\n"))
        let polish = try reader.mybooks("--language", "pl", "import", "dates.csv").stdout
        #expect(polish.contains("Wiersz 2: data „Date Read” książki „Solaris”"))
        let hungarian = try reader.mybooks("--language", "hu", "import", "dates.csv").stdout
        #expect(hungarian.contains("2. sor: a „Solaris” könyv „Date Read” dátuma"))
    }

    @Test func `An import can be undone completely in another process`() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Mine", "Me")
        try reader.mybooks("import", fixture)
        #expect(try reader.mybooks("undo").stdout.contains("76 books added"))
        #expect(try reader.titles() == ["Mine"])
    }

    @Test func `An import restores deleted books if asked to, as the help says`() throws {
        let reader = try Reader()
        try reader.mybooks("import", fixture)
        try reader.mybooks("delete", "solaris", "--yes")
        #expect(try reader.mybooks("import", fixture).stdout.contains("Added 1, "))
        #expect(
            try reader.mybooks("help", "import").stdout.contains("Books that you deleted are added again."))
    }

    @Test(arguments: ["books.json", "books.csv"])
    func `An export that is imported into an empty log gives the same log`(file: String) throws {
        let reader = try Reader()
        try reader.mybooks("import", fixture)
        try reader.mybooks("rate", "lalka", "4")
        try reader.mybooks("delete", "solaris", "--yes")
        try reader.mybooks("shelf", "add", "lalka", "krzy", "to lend; \"soon\"")
        try reader.mybooks("quote", "add", "lalka", "First, \"quoted\"", "--page", "12–13", "--note", "a; b")
        try reader.mybooks("quote", "add", "lalka", "Second")
        try reader.mybooks("quote", "move", "2", "1")
        #expect(try reader.mybooks("export", file).stdout.contains("75 books"))
        #expect(try reader.mybooks("--store", "copy.store", "import", file).status == .exited(0))
        func content(_ store: String) throws -> String {
            try reader.mybooks("--store", store, "export", "--overwrite", "again.json")
            return try String(contentsOfFile: reader.home.file("again.json"), encoding: .utf8)
        }
        #expect(try content("copy.store") == content(reader.store))
        // The copy still contains the identifiers from Goodreads, so importing the file again adds no books.
        try reader.mybooks("--store", "copy.store", "import", fixture)
        #expect(try reader.titles("--store", "copy.store").count == 76)
    }
}
