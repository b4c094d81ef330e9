import Foundation
import Testing

@testable import MyBooks

/// The same two books in the exports of all services. The services write the second title and the ISBN
/// differently.
@MainActor
@Suite("The same library from another service")
struct SameLibraryTests {
    private static let libraries: [String: String] = [
        "goodreads": #"""
        Book Id,Title,Author,Exclusive Shelf,ISBN,ISBN13,Date Read
        1,Solaris,Stanisław Lem,read,"=""0156027607""","=""9780156027601""",2019/03/09
        2,"The Dispossessed (Hainish Cycle, #6)",Ursula K. Le Guin,to-read,"=""006051275X""","=""9780060512750""",
        """#,
        "storygraph": """
        Title,Authors,ISBN/UID,Read Status,Last Date Read
        Solaris,Stanislaw Lem,9780156027601,read,2019/03/09
        The Dispossessed,Ursula K. Le Guin,9780060512750,to-read,
        """,
        "hardcover": """
        Title,Author,Hardcover Book ID,ISBN-13,Status,Date Finished
        Solaris,Stanisław Lem,11,,Read,2019-03-09
        The Dispossessed: A Novel,Ursula Le Guin,12,9780060512750,Want to Read,
        """,
        "librarything": """
        Book Id\tTitle\tPrimary Author\tDate Read\tCollections\tISBN
        77\tSolaris\tLem, Stanisław\t[2019-03-09]\tYour library\t[0156027607]
        78\tThe Dispossessed: An Ambiguous Utopia\tLe Guin, Ursula K.\t\tTo read\t[006051275X]
        """,
        "bookwyrm": """
        title,author_text,remote_id,isbn_10,finish_date,shelf
        Solaris,Stanisław Lem,https://books.example/1,0156027607,2019-03-09,read
        The Dispossessed,Ursula K. Le Guin,https://books.example/2,006051275X,,to-read
        """,
        "openreads": """
        title,subtitle,author,status,favourite,deleted,isbn,readings,book_format,my_review,date_added,date_modified
        Solaris,,Stanisław Lem,finished,false,false,9780156027601,|2019-03-09T00:00:00.000|,,,2019-03-01T00:00:00.000,
        The Dispossessed,An Ambiguous Utopia,Ursula K. Le Guin,planned,false,false,9780060512750,,,,2019-03-01T00:00:00.000,
        """,
        "calibre": """
        title,authors,isbn,uuid
        Solaris,Stanisław Lem,9780156027601,5b1c6f1e-0d54-4cf8-9d0b-1b9d9a7f4a01
        The Dispossessed,Ursula K. Le Guin,9780060512750,5b1c6f1e-0d54-4cf8-9d0b-1b9d9a7f4a02
        """,
    ]

    @Test(
        arguments: [
            "goodreads", "storygraph", "hardcover", "librarything", "bookwyrm", "openreads", "calibre",
        ])
    func `It adds nothing twice after each other service, also when each is imported again`(
        first: String
    ) async throws {
        let own = try #require(Self.libraries[first]) + "\n"
        for (second, other) in Self.libraries where second != first {
            let log = try await TestLog()
            let file = other + "\n"
            #expect(try await log.importText(own).added == 2, "\(first)")
            for (round, text) in [file, own, file, own].enumerated() {
                let report = try await log.importText(text)
                #expect(report.added == 0, "\(second) after \(first), round \(round)")
            }
            let books = try log.books
            #expect(books.count == 2)
            #expect(books.map(\.status) == [.completed, .onShelf], "\(second) after \(first)")
            #expect(
                books[0].allReadings.map { $0.completed?.description } == ["2019-03-09"],
                "\(second) after \(first)")
        }
    }

    @Test func `An ISBN of 10 digits is that of 13, and finds a book with another title`() async throws {
        let log = try await TestLog()
        try log.add("Die Enteigneten", "U. Le Guin") { $0.isbn = "9780060512750" }
        let report = try await log.importText(
            "title,author_text,remote_id,isbn_10,shelf\nThe Dispossessed,Ursula K. Le Guin,x,006051275X,read\n"
        )
        #expect(report.added == 0)
        #expect(report.changed == 1)
        // The user's title stays.
        #expect(try log.books.map(\.title) == ["Die Enteigneten"])
    }

    @Test func `Two editions of one service stay two, and another service doesn't add a third`() async throws
    {
        let log = try await TestLog()
        let goodreads =
            "Book Id,Title,Author,Exclusive Shelf\n1,Emma,Jane Austen,read\n2,Emma,Jane Austen,to-read\n"
        #expect(try await log.importText(goodreads).added == 2)
        let calibre = "title,authors,uuid\nEmma,Jane Austen,a\n"
        #expect(try await log.importText(calibre).added == 0)
        #expect(try await log.importText(goodreads).added == 0)
        #expect(try await log.importText(calibre).added == 0)
        #expect(try log.books.count == 2)
    }

    @Test func `A reading that another service knows with other dates is added, and the first one stays`()
        async throws
    {
        let goodreads =
            "Book Id,Title,Author,My Rating,Exclusive Shelf,Date Read\n1,Solaris,Stanisław Lem,3,read,2020/12/22\n"
        let librarything =
            "Book Id\tTitle\tPrimary Author\tRating\tDate Started\tDate Read\tCollections\n"
            + "77\tSolaris\tLem, Stanisław\t4.5\t[2015-01-02]\t[2015-02-20]\tYour library\n"
        for (first, second) in [(goodreads, librarything), (librarything, goodreads)] {
            let log = try await TestLog()
            for text in [first, second, first, second, second, first] {
                _ = try await log.importText(text)
            }
            let readings = try #require(try log.books.first).allReadings
            #expect(readings.map { $0.started?.description } == ["2015-01-02", nil])
            #expect(readings.map { $0.completed?.description } == ["2015-02-20", "2020-12-22"])
            #expect(readings.map(\.rating) == [StarRating(4.5), StarRating(3)])
        }
    }

    @Test func `Another service fills what is empty, and a day's difference is the same reading`()
        async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Date Read,Number of Pages\n1,Dune,Frank Herbert,read,2020/12/22,412\n"
        )
        let report = try await log.importText(
            "Title,Authors,Format,Read Status,Last Date Read,Star Rating\nDune,Frank Herbert,ebook,read,2020/12/23,4.25\n"
        )
        #expect(report.added == 0)
        #expect(report.changed == 1)
        let book = try #require(try log.books.first)
        #expect(book.allReadings.map { $0.completed?.description } == ["2020-12-22"])
        #expect(book.stars == StarRating(4.25))
        #expect(book.pages == 412)
        #expect(book.binding != nil)
    }

    @Test func `A book remembers the service that it was first imported from`() async throws {
        for (name, file) in Self.libraries {
            let service = try #require(BookService(rawValue: name))
            let another: BookService = service == .goodreads ? .storygraph : .goodreads
            let log = try await TestLog()
            _ = try await log.importText(file + "\n")
            for book in try log.books {
                let fingerprints = ImportFingerprints(book.lastImport)
                #expect(fingerprints.isFromAnother(than: another), "\(name)")
                #expect(!fingerprints.isFromAnother(than: service), "\(name)")
            }
        }
    }

    @Test func `A wrong ISBN finds nothing`() async throws {
        let log = try await TestLog()
        try log.add("Solaris") { $0.isbn = "9780156027601" }
        let report = try await log.importText(
            "Title,Authors,ISBN/UID,Read Status\nFiasco,Stanisław Lem,9780156027602,read\n")
        #expect(report.added == 1)
        #expect(report.dropped.count == 1)
    }

    @Test func `The samples of all services add nothing when they are imported again in another order`()
        async throws
    {
        let log = try await TestLog()
        let names = [
            ("goodreads_library_export", "csv"), ("storygraph", "csv"), ("calibre", "csv"),
            ("librarything", "tsv"), ("bookwyrm", "csv"), ("openreads", "csv"),
        ]
        let paths = try names.map {
            try #require(Bundle.module.path(forResource: $0, ofType: $1, inDirectory: "Fixtures"))
        }
        for path in paths { _ = try await log.importFile(path) }
        let titles = try log.books.map(\.title)
        for path in paths.reversed() + paths { #expect(try await log.importFile(path).added == 0) }
        #expect(try log.books.map(\.title).count == titles.count)
        // StoryGraph's sample has this book with an ISBN, and Goodreads' sample without one.
        #expect(titles.filter { $0 == "Solaris" }.count == 1)
    }
}
