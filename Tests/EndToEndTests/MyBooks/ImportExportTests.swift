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
        #expect(trial.stdout.contains("only a trial"))
        #expect(trial.stdout.contains("Would add 77"))
        #expect(try reader.titles().isEmpty)
        // `--quiet` keeps the report of a dry run, because the user requested it.
        #expect(try reader.mybooks("--quiet", "import", fixture, "--dry-run").stdout == trial.stdout)

        let first = try reader.mybooks("import", fixture)
        #expect(first.status == .exited(0))
        #expect(first.stdout.contains("Added 77, merged 1, left 0 unchanged, skipped 2."))
        #expect(first.stdout.contains("New shelves: "))
        #expect(first.stdout.contains("“did-not-finish”"))
        #expect(try reader.titles("--shelf", "did-not-finish") == ["Ulysses"])
        #expect(first.stdout.contains("Line 80 was skipped: the title is missing."))
        #expect(try reader.titles().count == 77)

        let second = try reader.mybooks("import", fixture, "--json").object
        #expect(second["added"] as? Int == 0)
        #expect(second["skipped"] as? Int == 2)
        #expect(second["skippedLines"] as? [Int] == [80, 82])
        #expect(try reader.titles().count == 77)

        let undone = try reader.mybooks("undo")
        #expect(undone.status == .exited(0))
    }

    @Test func `Values that can't be imported are named in every output format`() throws {
        let reader = try Reader()
        try reader.home.write(
            """
            Book Id,Title,Author,Date Read,Exclusive Shelf
            1,Solaris,Lem,2020/13/01,to-read
            2,Lalka,Prus,2021/06/02,read

            """, to: "dates.csv")
        let sentence =
            "Line 2, “Solaris”: “Date Read” (2020/13/01) was not imported: "
        for format in ["plain", "table", "markdown", "accessible", "json", "csv"] {
            let result = try reader.mybooks("import", "dates.csv", "--dry-run", "--format", format)
            // Warnings of machine-readable formats are on standard error.
            let text = ["json", "csv"].contains(format) ? result.stderr : result.stdout
            let plain = text.replacing("\\", with: "").replacing("\n", with: " ")
            #expect(plain.contains(sentence), "\(format): \(text)")
            #expect(!plain.contains("Lalka"), "\(format): \(text)")
        }
        let object = try reader.mybooks("import", "dates.csv", "--json").object
        let dropped = object["droppedFields"] as? [[String: Any]]
        #expect(dropped?.count == 1)
        #expect(dropped?.first?["position"] as? Int == 2)
        #expect(dropped?.first?["title"] as? String == "Solaris")
        #expect(dropped?.first?["field"] as? String == "Date Read")
        #expect(dropped?.first?["written"] as? String == "2020/13/01")
        let csv = try reader.mybooks("import", "dates.csv", "--csv").stdout
        #expect(
            csv.hasSuffix(
                "\r\n\r\nposition,title,field,written,stored\r\n2,Solaris,Date Read,2020/13/01,\r\n"))
        let polish = try reader.mybooks("--language", "pl", "import", "dates.csv").stdout
        #expect(polish.contains("Wiersz 2, „Solaris”: pola „Date Read” (2020/13/01) nie zaimportowano"))
        let hungarian = try reader.mybooks("--language", "hu", "import", "dates.csv").stdout
        #expect(hungarian.contains("2. sor, „Solaris”: „Date Read” (2020/13/01) nem került be"))
    }

    @Test func `A file of another program is recognized, and the right command is named`() throws {
        let reader = try Reader()
        for (name, content, command) in [
            ("todo.csv", "identifier,title,priority\n,Fix it,high\n", "portfolio import todo.csv"),
            (
                "points.json", #"[{"identifier": "1", "name": "Fort", "city": "Rome"}]"#,
                "itour poi import points.json"
            ),
            ("trips.json", #"{"version": 1, "destinations": [{"name": "Rome"}]}"#, "itour import trips.json"),
        ] {
            try reader.home.write(content, to: name)
            let result = try reader.mybooks("import", name)
            #expect(result.status == .exited(65))
            #expect(result.stderr.contains("Import it with “\(command)”."))
        }
    }

    @Test func `An import restores deleted books if asked to, as the help says`() throws {
        let reader = try Reader()
        try reader.mybooks("import", fixture)
        try reader.mybooks("delete", "solaris", "--yes")
        #expect(try reader.mybooks("import", fixture).stdout.contains("Added 1, "))
        #expect(
            try reader.mybooks("help", "import").stdout.contains("Books that you deleted are added again."))
    }
}
