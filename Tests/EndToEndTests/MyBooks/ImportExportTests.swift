import Foundation
import TestSupport
import Testing

@Suite("Import and export of mybooks")
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
