import Foundation
import TestSupport
import Testing

@Suite("Import and export")
struct ImportExportTests {
    /// The sample export of the unit tests.
    var fixture: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../MyBooksTests/Fixtures/goodreads_library_export.csv").standardizedFileURL
            .path
    }

    @Test("A Goodreads export arrives; the report counts, and names line and reason of what was skipped")
    func goodreads() throws {
        let reader = try Reader()
        let trial = try reader.mybooks("import", fixture, "--dry-run")
        #expect(trial.stdout.contains("only a trial") && trial.stdout.contains("Would add 76"))
        #expect(try reader.titles().isEmpty)
        // That is what was asked for.
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

    @Test("An import can be undone as a whole, in another process")
    func undo() throws {
        let reader = try Reader()
        try reader.mybooks("add", "Mine", "Me")
        try reader.mybooks("import", fixture)
        #expect(try reader.mybooks("undo").stdout.contains("76 books added"))
        #expect(try reader.titles() == ["Mine"])
    }

    @Test("What was deleted is added again, as the help says")
    func deleted() throws {
        let reader = try Reader()
        try reader.mybooks("import", fixture)
        try reader.mybooks("delete", "solaris", "--yes")
        #expect(try reader.mybooks("import", fixture).stdout.contains("Added 1, "))
        #expect(
            try reader.mybooks("help", "import").stdout.contains("What you deleted here is added again."))
    }

    @Test(
        "An export, imported into an empty log, gives the same log", arguments: ["books.json", "books.csv"])
    func roundTrip(file: String) throws {
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
        // The copy still knows what came from Goodreads.
        try reader.mybooks("--store", "copy.store", "import", fixture)
        #expect(try reader.titles("--store", "copy.store").count == 76)
    }
}
