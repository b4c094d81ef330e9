import Foundation
import Localization
import ProgramKit
import Testing

@testable import MyBooks

@MainActor
@Suite("Importing exports of other services")
struct ServiceImportTests {
    /// Imports a fixture twice into an empty log. The second import must change nothing.
    private func log(_ name: String, _ type: String = "csv") async throws -> TestLog {
        let path = try #require(
            Bundle.module.path(forResource: name, ofType: type, inDirectory: "Fixtures"))
        let log = try await TestLog()
        let first = try await log.importFile(path)
        #expect(first.added > 0)
        let count = try log.books.count
        let readings = try log.books.map(\.allReadings.count)
        let second = try await log.importFile(path)
        #expect(second.added == 0, "\(name)")
        #expect(second.changed == 0, "\(name)")
        #expect(try log.books.count == count && log.books.map(\.allReadings.count) == readings)
        return log
    }

    @Test func `StoryGraph's readings, statuses and quarter stars are imported`() async throws {
        let log = try await log("storygraph")
        let solaris = try log.book("Solaris")
        #expect(
            solaris.allReadings.map { [$0.started?.description, $0.completed?.description] } == [
                ["2019-03-01", "2019-03-09"], ["2023-01-15", "2023-02-01"],
            ])
        #expect(solaris.stars == StarRating(4.25))
        #expect(solaris.isbn == "9780156027601")
        #expect(solaris.copies == 1)
        #expect(solaris.review == "Twice, and better the second time.")
        #expect(Set(solaris.shelfNames) == ["sci-fi", "lent"])
        let ulysses = try log.book("Ulysses")
        #expect(ulysses.status == .abandoned)
        #expect(ulysses.latestReading.completed?.description == "2021-07-01")
    }

    @Test(
        "A page count of 0 means that it is unknown",
        arguments: [
            ("Book Id,Title,Author,Number of Pages,Exclusive Shelf\n1,Emma,Jane Austen,0,to-read\n", nil),
            ("title,creators,length,upc_isbn13,item_type\nEmma,Jane Austen,0,,book\n", nil),
            ("Name,By,Long\nEmma,Jane Austen,0\n", "Name=title,By=author,Long=pages"),
        ] as [(String, String?)])
    func unknownPages(file: String, map: String?) async throws {
        let log = try await TestLog()
        #expect(try await log.importText(file, map: map).added == 1)
        #expect(try log.book("Emma").pages == nil)
    }

    @Test func `A contributor with the role of a narrator is the narrator, too`() async throws {
        let book = try await log("storygraph").book("The Dispossessed")
        #expect(book.narrator == "Don Leslie")
        #expect(book.contributors == "Don Leslie (Narrator)")
    }

    @Test func `Columns without a field are kept, shown and exported`() async throws {
        let log = try await log("storygraph")
        let solaris = try log.book("Solaris")
        #expect(solaris.otherColumns == #"{"Moods": "dark, reflective", "Pace": "slow"}"#)
        #expect(try log.book("Ulysses").otherColumns == nil)
        let shown = solaris.shown(log.session.fieldContext).fields.suffix(2)
        #expect(shown.map { log.session.localizer.string($0.title) } == ["Moods", "Pace"])
        for bytes in [LogExport.json(try log.books), LogExport.csv(try log.books)] {
            let copy = try await TestLog()
            _ = try await copy.importText(String(decoding: bytes, as: UTF8.self))
            #expect(try copy.book("Solaris").otherColumns == solaris.otherColumns)
        }
        // A newer file of the service without one of the columns changes the other one only.
        _ = try await log.importText("Title,Authors,Read Status,Pace\nSolaris,Stanisław Lem,read,fast\n")
        #expect(solaris.otherColumns == #"{"Moods": "dark, reflective", "Pace": "fast"}"#)
        // Another service doesn't replace them.
        let other = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Average Rating\n7,Solaris,Stanisław Lem,read,4.05\n")
        #expect(other.added == 0)
        #expect(solaris.otherColumns == #"{"Moods": "dark, reflective", "Pace": "fast"}"#)
    }

    @Test func `Kept columns are asked for by their names, sorted and listed`() async throws {
        let log = try await log("storygraph")
        func titles(_ line: String) async throws -> [String] {
            guard case .table(let table)? = try await log.run(line).blocks.first else { return [] }
            return table.rows.map { $0[2].raw.csvText }
        }
        #expect(try await titles("list \"Moods\":dark") == ["Solaris"])
        #expect(try await titles("list moods:DARK") == ["Solaris"])
        #expect(try await titles("list -\"Moods\":any pace:slow") == [])
        #expect(try await titles("list \"Moods\":any") == ["Solaris"])
        let sorted = try await titles("list --sort Pace")
        #expect(sorted.first == "Solaris")
        #expect(sorted.count == (try log.books.count))
        guard case .table(let table)? = try await log.run("list moods:any --sort pace").blocks.first else {
            return #expect(Bool(false))
        }
        #expect(table.columns.suffix(2).map(\.key) == ["Moods", "Pace"])
        #expect(table.rows.map { $0.suffix(2).map(\.raw.csvText) } == [["dark, reflective", "slow"]])
        #expect(try await log.problem("list \"Mood\":dark") != nil)
        #expect(try await log.problem("list --sort mood") != nil)
        try await log.run("edit --where '\"Moods\":dark' rating:5")
        #expect(try log.book("Solaris").stars == StarRating(5.0))
    }

    @Test func `Kept numbers are compared as numbers`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Average Rating\n7,Solaris,Lem,read,4.05\n8,Eden,Lem,read,10.5\n"
        )
        for (line, expected) in [
            ("list \"Average Rating\":>4.5", ["Eden"]), ("list \"Average Rating\":4..5", ["Solaris"]),
            ("list \"Average Rating\":any --sort 'average rating'", ["Solaris", "Eden"]),
        ] {
            guard case .table(let table)? = try await log.run(line).blocks.first else {
                return #expect(Bool(false), "\(line)")
            }
            #expect(table.rows.map { $0[2].raw.csvText } == expected, "\(line)")
        }
    }

    @Test func `BookWyrm's shelves and dates are imported`() async throws {
        let log = try await log("bookwyrm")
        let book = try log.book("三体")
        #expect(book.status == .completed)
        #expect(book.latestReading.started?.description == "2024-01-03")
        #expect(book.stars == StarRating(5))
        #expect(book.isbn == "9787536692930")
        let stopped = try log.book("Gravity’s Rainbow")
        #expect(stopped.status == .abandoned)
        #expect(stopped.latestReading.completed?.description == "2023-02-14")
        #expect(stopped.isbn == "0143039946")
    }

    @Test func `Openreads' readings are imported, and deleted books are skipped`() async throws {
        let log = try await log("openreads")
        let book = try log.book("Wild Forest")
        #expect(book.stars == StarRating(4.5))
        #expect(book.pages == 312)
        #expect(book.privateNotes == "p. 40: owls")
        #expect(
            book.allReadings.map { [$0.started?.description, $0.completed?.description] } == [
                ["2024-03-01", "2024-03-11"]
            ])
        #expect(Set(book.shelfNames) == ["nature", "gift", "favourites"])
        #expect(try !log.books.contains { $0.title == "Deleted one" })
    }

    @Test func `Openreads joins readings with semicolons, and a time of reading is named`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "title,author,status,readings,my_review\nDune,Frank Herbert,finished,"
                + "2020-01-01T00:00:00.000|2020-02-01T00:00:00.000|;2024-01-01T00:00:00.000|2024-02-01T00:00:00.000|3600000,\n"
        )
        let book = try log.book("Dune")
        #expect(book.allReadings.map(\.started?.description) == ["2020-01-01", "2024-01-01"])
        #expect(book.allReadings.map(\.completed?.description) == ["2020-02-01", "2024-02-01"])
        #expect(report.added == 1)
    }

    @Test func `Calibre's books are owned, with series and identifiers`() async throws {
        let log = try await log("calibre")
        let omens = try log.book("Good Omens")
        #expect(omens.author == "Terry Pratchett")
        #expect(omens.contributors == "Neil Gaiman")
        #expect(omens.stars == StarRating(4.5))
        #expect(omens.source == "goodreads:12067")
        #expect(omens.year == 1990)
        #expect(omens.status == .onShelf)
        #expect(omens.summary == "The end is near.")
        let dune = try log.book("Dune")
        #expect(dune.series == "Dune")
        #expect(dune.seriesNumber == "1")
        #expect(dune.year == nil)
    }

    @Test func `LibraryThing's tab-separated file is imported with roles, dates and half stars`() async throws
    {
        let log = try await log("librarything", "tsv")
        let book = try log.book("Zbrodnia i kara")
        #expect(book.author == "Fiodor Dostojewski")
        #expect(book.contributors == "Zbigniew Podgorzec (Translator)")
        #expect(book.stars == StarRating(4.5))
        #expect(book.pages == 640)
        #expect(book.publisher == "Znak")
        // The last digit of the ISBN is wrong.
        #expect(book.review == "Heavy.\nWorth it.")
        #expect(book.isbn == nil)
        // The publisher is only a part of its column, and no field is the lending.
        let others = OtherColumns(book.otherColumns)
        #expect(others["Publication"] == "Znak (2014), Hardcover, 640 pages")
        #expect(others["Date"] == nil)
        #expect(others["Lending Patron"] == "Ewa")
        #expect(others["Work id"] == "8252")
        #expect(book.latestReading.started?.description == "2015-01-02")
        #expect(book.status == .completed)
        #expect(try log.book("Wishlist item").status == .onShelf)
    }

    @Test(arguments: [
        "Title,Author,Series,ISBN-13,ISBN-10,Pages,Status,Date Added,Date Started,Date Finished,Rating,Review,Lists,Owned",
        "title,author,series,isbn_13,isbn_10,pages,status,date_added,date_started,date_finished,rating,review,lists,owned",
        "Title,Authors,Series Name,ISBN 13,ISBN 10,Page Count,Reading Status,Added At,StartedAt,finishedAt,My Rating,My Review,LISTS,OWNED",
    ])
    func `Hardcover's columns are found in any spelling`(header: String) async throws {
        let file =
            header + "\n"
            + [
                "Dune,\"Frank Herbert, Ann Lee\",Dune #1,9780441172719,0441172717,412,Read,2020-01-02,2020-02-01,2020-02-20,4.5,Sand.,\"sf, best\",true",
                "Emma,Jane Austen,,,,,Did Not Finish,2020-01-03,2020-03-01,2020-03-05,,,,false",
                "Ulysses,James Joyce,,,,,Paused,2020-01-04,2020-04-01,,,,,",
                "Solaris,Stanisław Lem,,,,204,Want to Read,2020-01-05,,,,,,",
            ].joined(separator: "\n") + "\n"
        let log = try await TestLog()
        let report = try await log.importText(file)
        #expect(report.added == 4)
        #expect(report.unknownFields.isEmpty)
        #expect(report.dropped.count == 0)
        let dune = try log.book("Dune")
        #expect(dune.contributors == "Ann Lee")
        #expect(dune.series == "Dune")
        #expect(dune.seriesNumber == "1")
        #expect(dune.isbn == "9780441172719")
        #expect(dune.pages == 412)
        #expect(dune.copies == 1)
        #expect(dune.stars == StarRating(4.5))
        #expect(dune.review == "Sand.")
        #expect(dune.shelfNames == ["best", "sf"])
        #expect(dune.latestReading.started?.description == "2020-02-01")
        let statuses = try log.books.map(\.status)
        #expect(statuses == [.completed, .abandoned, .paused, .onShelf])
        #expect(try log.book("Emma").latestReading.completed?.description == "2020-03-05")
        #expect(report.altered.count == 0)
        #expect(try await log.importText(file).unchanged == 4)
    }

    @Test func `A file in UTF-16 is imported in both byte orders, as a file in UTF-8 is`() async throws {
        let little = try await log("librarything-utf16", "tsv")
        let expected = try await log("librarything", "tsv")
        func contents(_ log: TestLog) throws -> [[String?]] {
            try log.books.map { [$0.title, $0.author, $0.review, $0.contributors, $0.privateNotes] }
        }
        #expect(try contents(little) == contents(expected))
        let text = "Book Id,Title,Author,Exclusive Shelf\r\n7,三体 🚀,Żółw Őry,read\r\n"
        for isBig in [true, false] {
            let units = "\u{FEFF}\(text)".utf16.map { isBig ? $0.bigEndian : $0.littleEndian }
            let log = try await TestLog()
            let report = try await log.importBytes(units.withUnsafeBytes { Array($0) })
            #expect(report.added == 1)
            #expect(try log.books.map(\.title) == ["三体 🚀"] && log.books.map(\.author) == ["Żółw Őry"])
        }
    }

    @Test func `A book of another service is the same book, and its readings aren't added twice`()
        async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Date Read\n7,Solaris,Stanisław Lem,read,2023/02/01\n")
        _ = try await log.importText(
            "Title,Authors,Read Status,Dates Read\nSolaris,Stanisław Lem,read,2019/03/09; x\nSolaris,Stanisław Lem,read,2023/02/01\n"
        )
        #expect(try log.books.filter { $0.source == "goodreads:7" }.count == 1)
        #expect(
            try log.book("Solaris").allReadings.compactMap(\.completed?.description).contains("2023-02-01"))
    }

    @Test(arguments: [
        ("2018/01/31", "2018-01-31"), ("2018-01-31", "2018-01-31"), ("[2018-01-31]", "2018-01-31"),
        ("2018-01-31T22:41:16+01:00", "2018-01-31"), ("31.01.2018", "2018-01-31"), ("2018-01", "2018-01"),
        ("2018", "2018"), ("Jan 31, 2018", "2018-01-31"), ("31/01/2018", "2018-01-31"),
        ("01/31/2018", "2018-01-31"), ("3/3/2018", "2018-03-03"),
    ])
    func `Dates are read in the styles of the services`(written: String, date: String) throws {
        #expect(try ServiceValues.date(written)?.description == date)
    }

    @Test(arguments: ["03/04/2018", "31/13/2018", "0/1/2018", "31/02/2018", "31/x/01/2018", "31.x.01.2018"])
    func `A date that can mean two days, or none, is refused`(written: String) {
        #expect(throws: BadField.self) { try ServiceValues.date(written) }
    }

    @Test func `The message about a date that can mean two days names both`() throws {
        let error = try #require(throws: BadField.self) { try ServiceValues.date("03/04/2018") }
        #expect(Localizer(.english).string(error.reason) == "it can be 2018-03-04 or 2018-04-03")
    }

    @Test func `A log with readings, details, progress and loans survives its own export`() async throws {
        let log = try await TestLog()
        let book = try log.add("Solaris") { book in
            book.latestReading = ReadingValues(
                status: .completed, started: PartialDate("2010"), completed: PartialDate("2010-05"),
                rating: StarRating(4.5))
            book.transition(to: .inProgress, on: PartialDate(TestLog.today))
            book.progress.append(
                ReadingProgress(date: TestLog.today, place: ReadingPlace(unit: .percent, value: 45)))
            book.loans.append(Loan(borrower: "Anna", lent: TestLog.today))
            (book.series, book.pages, book.privateNotes) = ("Kelvin", 204, "Mine\n\"own\"")
        }
        for bytes in [LogExport.json([book]), LogExport.csv([book])] {
            let copy = try await TestLog()
            #expect(try await copy.importText(String(decoding: bytes, as: UTF8.self)).added == 1)
            let same = try copy.book("Solaris")
            #expect(same.allReadings == book.allReadings)
            #expect(same.series == "Kelvin")
            #expect(same.pages == 204)
            #expect(same.latestProgress.map(\.place.description) == ["45%"])
            #expect(same.openLoan?.borrower == "Anna")
            #expect(same.privateNotes == "Mine\n\"own\"")
        }
    }
}
