import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import MyBooks

@MainActor
@Suite("Shelves from a Goodreads library export")
struct ShelfImportTests {
    func file(_ rows: String...) -> String {
        "Book Id,Title,Author,Bookshelves,Exclusive Shelf\n" + rows.joined(separator: "\n")
    }

    @Test func `Tags and a custom exclusive shelf become shelves, and status shelves don't`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            file(
                #"1,Ulysses,James Joyce,"classics, to-read",did-not-finish"#,
                #"2,Lalka,Bolesław Prus," polish ,  Classics,polish",read"#,
                "3,Potop,Henryk Sienkiewicz,currently-reading,currently-reading", "4,Dune,Frank Herbert,,"))
        #expect(report.added == 4)
        #expect(report.skipped.isEmpty)
        #expect(
            try log.shelves == [
                "did-not-finish": ["Ulysses"], "classics": ["Ulysses", "Lalka"], "polish": ["Lalka"],
            ])
        #expect(report.newShelves.sorted() == ["classics", "did-not-finish", "polish"])
        #expect(try log.books.map(\.status) == [.abandoned, .completed, .inProgress, .onShelf])
        let output = BookImporter(log.session).output(report, isDryRun: false)
        #expect(!output.blocks.contains { if case .warning = $0 { true } else { false } })
    }

    @Test func `An existing shelf is matched regardless of case, but not of accents`() async throws {
        let log = try await TestLog()
        try log.add("Mine")
        try log.shelve("Mine", on: "Łódź")
        let report = try await log.importText(file("1,Lalka,Prus,\"ŁÓDŹ, lodz\",read"))
        #expect(report.newShelves == ["lodz"])
        #expect(try log.shelves == ["Łódź": ["Mine", "Lalka"], "lodz": ["Lalka"]])
    }

    @Test func `Books from an import without shelves get them from the same file later`() async throws {
        let log = try await TestLog()
        let old = file("1,Lalka,Prus,,read", "2,Ulysses,James Joyce,,did-not-finish")
            .replacing("did-not-finish", with: "to-read")
        _ = try await log.importText(old)
        let report = try await log.importText(
            file("1,Lalka,Prus,polish,read", "2,Ulysses,James Joyce,,did-not-finish"))
        #expect(report.added == 0)
        #expect(report.changed == 2)
        #expect(try log.shelves == ["polish": ["Lalka"], "did-not-finish": ["Ulysses"]])
    }

    @Test func `A manual removal from a shelf is kept, even if the shelf is renamed or deleted`() async throws
    {
        let log = try await TestLog()
        let text = file(#"1,Lalka,Prus,"polish, classics",read"#, "2,Potop,Sienkiewicz,polish,read")
        _ = try await log.importText(text)
        let polish = try log.shelf("polish")
        #expect(try log.session.remove([try log.book("Lalka")], from: polish) == .inUse)
        let classics = try log.shelf("classics")
        classics.name = "great"
        classics.key = "great"
        try log.session.context.save()
        let report = try await log.importText(text)
        #expect(report.unchanged == 2)
        #expect(try log.shelves == ["polish": ["Potop"], "great": ["Lalka"]])
    }

    @Test func `A book leaves a shelf that the newer file omits, and an empty shelf is deleted`() async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(file("1,Ulysses,James Joyce,classics,did-not-finish"))
        try log.shelve("Ulysses", on: "mine")
        let report = try await log.importText(file("1,Ulysses,James Joyce,classics,read"))
        #expect(report.changed == 1)
        #expect(try log.shelves == ["classics": ["Ulysses"], "mine": ["Ulysses"]])
        // If a later file contains the shelf again, the import adds it to the log again.
        _ = try await log.importText(file("1,Ulysses,James Joyce,classics,did-not-finish"))
        #expect(try log.shelves.keys.sorted() == ["classics", "did-not-finish", "mine"])
    }

    @Test func `A file without a shelf column removes no book from a shelf`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("1,Lalka,Prus,polish,read"))
        _ = try await log.importText("Book Id,Title,Author,Exclusive Shelf\n1,Lalka,Prus,read\n")
        #expect(try log.shelves == ["polish": ["Lalka"]])
    }

    @Test func `Undo removes imported books and shelves together, and a dry run creates none`() async throws {
        let log = try await TestLog()
        let text = file("1,Lalka,Prus,polish,read", "2,Potop,Sienkiewicz,polish,read")
        _ = try await log.importText(text, dryRun: true)
        #expect(try log.shelves.isEmpty && log.books.isEmpty)
        _ = try await log.importText(text)
        _ = try log.session.context.undoLastTransaction()
        #expect(try log.shelves.isEmpty && log.books.isEmpty)
        _ = try log.session.context.redoLastTransaction()
        #expect(try log.shelves == ["polish": ["Lalka", "Potop"]])
    }

    /// Returns a file with the column of positions.
    private func positions(_ rows: String...) -> String {
        "Book Id,Title,Author,Bookshelves,Bookshelves with positions,Exclusive Shelf\n"
            + rows.joined(separator: "\n") + "\n"
    }

    @Test func `Positions on shelves become their order, also that of the books to read`() async throws {
        let log = try await TestLog()
        try log.add("Mine")
        try log.shelve("Mine", on: "science")
        _ = try await log.importText(
            positions(
                #"1,A,X,"science, to-read","science (#3), to-read (#2)",to-read"#,
                "2,B,X,science,science (#1),read",
                #"3,C,X,"science, to-read","science (#2), to-read (#1)",to-read"#,
                "4,D,X,to-read,to-read (#10),to-read", "5,E,X,odd,odd (#x),read"))
        #expect(try log.shelf("science").books.map(\.title) == ["Mine", "B", "C", "A"])
        #expect(try log.shelf("to-read").books.map(\.title) == ["C", "A", "D"])
        #expect(try log.shelf("odd").books.map(\.title) == ["E"])
    }

    @Test func `The user's order of a shelf stays, and new books follow it`() async throws {
        let log = try await TestLog()
        let old = ["1,A,X,to-read,to-read (#1),to-read", "2,B,X,to-read,to-read (#2),to-read"]
        _ = try await log.importText(positions(old[0], old[1]))
        try log.shelf("to-read").books.reverse()
        try log.session.context.save()
        let report = try await log.importText(
            positions(
                "4,D,X,to-read,to-read (#4),to-read", "3,C,X,to-read,to-read (#3),to-read", old[0], old[1]))
        #expect(report.added == 2)
        #expect(report.unchanged == 2)
        #expect(try log.shelf("to-read").books.map(\.title) == ["B", "A", "C", "D"])
        // A book that was read leaves the shelf with the newer file.
        _ = try await log.importText(positions("1,A,X,,,read"))
        #expect(try log.shelf("to-read").books.map(\.title) == ["B", "C", "D"])
        try log.session.context.undoLastTransaction()
        #expect(try log.shelf("to-read").books.map(\.title) == ["B", "A", "C", "D"])
    }

    @Test func `Positions are ordered across batches, and undo and redo keep the order`() async throws {
        let log = try await TestLog()
        let rows = (1...4100).map { "\($0),Book \($0),X,to-read,to-read (#\(5000 - $0)),to-read" }
        _ = try await log.importText(positions(rows.joined(separator: "\n")))
        let expected = (1...4100).reversed().map { "Book \($0)" }
        #expect(try log.shelf("to-read").books.map(\.title) == expected)
        try log.session.context.undoLastTransaction()
        try log.session.context.redoLastTransaction()
        #expect(try log.shelf("to-read").books.map(\.title) == expected)
    }

    @Test func `Thousands of books in several batches are added to the same shelves`() async throws {
        let log = try await TestLog()
        let rows = (1...4500).map { "\($0),Title \($0),Author,\($0 % 2 == 0 ? "even" : "odd"),read\n" }
        _ = try await log.importText("Book Id,Title,Author,Bookshelves,Exclusive Shelf\n" + rows.joined())
        #expect(try log.shelves.mapValues(\.count) == ["even": 2250, "odd": 2250])
        let shelf = try log.shelf("odd")
        #expect(shelf.books.prefix(3).map(\.title) == ["Title 1", "Title 3", "Title 5"])
        #expect(shelf.books.last?.title == "Title 4499")
    }

    @Test func `Import fingerprints with shelves are stored and read back`() throws {
        var fingerprints = ImportFingerprints("title:1f rating:2a")
        let polish = try #require(ShelfName("Polish"))
        let classics = try #require(ShelfName("classics"))
        #expect(!fingerprints.contains(polish))
        fingerprints.put(on: polish)
        fingerprints.put(on: classics)
        let read = ImportFingerprints(fingerprints.stored)
        #expect(read == fingerprints)
        #expect(read.stored.hasPrefix("title:1f rating:2a shelf:"))
        let shouted = try #require(ShelfName("POLISH"))
        #expect(read.contains(shouted))
        let forgotten = fingerprints.forgetShelves(except: [classics])
        let isForgotten = try #require(forgotten)
        #expect(isForgotten("polish"))
        #expect(!isForgotten("classics"))
        #expect(!isForgotten("other"))
        let again = fingerprints.forgetShelves(except: [classics])
        #expect(again == nil)
    }
}
