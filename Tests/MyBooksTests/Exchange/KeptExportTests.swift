import Foundation
import Localization
import ModelData
import ProgramKit
import Testing

@testable import MyBooks

/// Exports written in November 2026, before 1.0.0. They stay readable; see `docs/import-export.md`.
@MainActor
@Suite("Exports of November 2026")
struct KeptExportTests {
    nonisolated static let files = ["books.json", "books.csv"]

    /// Imports an export into an empty log.
    func log(_ file: String) async throws -> TestLog {
        let path = try #require(
            Bundle.module.path(forResource: file, ofType: nil, inDirectory: "Fixtures/export-2026-11"))
        let log = try await TestLog()
        let report = try await log.importFile(path)
        #expect(report.added == 6)
        #expect(report.skipped.isEmpty)
        #expect(report.dropped.first.isEmpty)
        #expect(report.altered.first.isEmpty)
        #expect(report.unknownFields.isEmpty)
        return log
    }

    @Test(arguments: files) func `All books have their titles, authors and identifiers`(_ file: String)
        async throws
    {
        let log = try await log(file)
        let books = try log.books
        #expect(
            books.map(\.title) == [
                "Solaris", "Tüskevár", "A Wizard of Earthsea", "Ulysses", "Lalka", "Dune (Dune, #1)",
            ])
        #expect(
            books.map(\.author) == [
                "Stanisław Lem", "Fekete István", "Ursula K. Le Guin", "James Joyce", "Bolesław Prus",
                "Frank Herbert",
            ])
        #expect(
            books.map(\.identifier.uuidString) == [
                "3D112D36-617C-48F8-9D46-F5E13DB42AD7",
                "2D3F9F6B-3DB4-48A4-A59D-53D08188A598",
                "701639B9-75A0-4CE9-8583-CDE617A4EF9D",
                "3765ACC0-8EDD-4148-AD6C-0BB090256EE1",
                "8FD89404-2596-41C6-9115-0AFC6F3A831C",
                "3A850F69-DEAC-419A-9546-3CC9CD68D1BE",
            ])
    }

    @Test(arguments: files) func `A book with all details has each of them`(_ file: String) async throws {
        let log = try await log(file)
        let solaris = try log.book("Solaris")
        #expect(
            solaris.summary
                == "Ocean myśli; ludzie nie wiedzą, co.\n\nDruga część: gość, którego nie da się odesłać.")
        #expect(CivilDate(utc: solaris.added) == day(2020, 1, 2))
        #expect(solaris.series == "Kanon fantastyki; tom I")
        #expect(solaris.seriesNumber == "1.5")
        #expect(solaris.contributors == "Joanna Kilmartin (translator); Steve Cox")
        #expect(solaris.isbn == "9780156027601")
        #expect(solaris.publisher == "Harcourt, Brace & Co.")
        #expect(solaris.pages == 204)
        #expect(solaris.minutes == nil)
        #expect(solaris.binding == "Paperback")
        #expect(solaris.language == "Polski")
        #expect(solaris.year == 2002)
        #expect(solaris.originalYear == 1961)
        #expect(solaris.copies == 2)
        #expect(solaris.privateNotes == "Pożyczony od Zosi.\nŻółta okładka, „strona 7” ma plamę.")
        #expect(solaris.source == nil)
        #expect(solaris.lastImport == nil)
        #expect(solaris.otherColumns == nil)
    }

    @Test(arguments: files) func `A book that was read three times has its readings and positions`(
        _ file: String
    ) async throws {
        let log = try await log(file)
        let solaris = try log.book("Solaris")
        #expect(
            solaris.allReadings == [
                ReadingValues(
                    status: .completed, started: PartialDate("2010-05"), completed: PartialDate("2010"),
                    rating: StarRating(3.5), review: "Za młody byłem.\nPrzeczytać znów!"),
                ReadingValues(
                    status: .abandoned, started: PartialDate("2022-02-01"),
                    completed: PartialDate("2022-03-03"), rating: nil, review: nil),
                ReadingValues(
                    status: .completed, started: PartialDate("2023-10-01"),
                    completed: PartialDate("2023-10-20"), rating: StarRating(4.75),
                    review: "Lepsza niż kiedyś:\n„nie potrzebujemy innych światów, potrzebujemy luster”."),
            ])
        #expect(solaris.progress.map { CivilDate(utc: $0.date) } == [day(2023, 10, 5), day(2023, 10, 9)])
        #expect(
            solaris.progress.map(\.place) == [
                ReadingPlace(unit: .percent, value: 33), ReadingPlace(unit: .page, value: 120),
            ])
        #expect(solaris.progress.allSatisfy { $0.reading == nil })
    }

    @Test(arguments: files) func `Quotes have their order, pages and notes`(_ file: String) async throws {
        let log = try await log(file)
        let quotes = try log.book("Solaris").quotes
        #expect(
            quotes.map(\.text) == [
                "Człowiek wyruszył na spotkanie innych światów",
                "Nie potrzebujemy innych światów.\nPotrzebujemy luster.",
            ])
        #expect(quotes.map(\.page) == ["xii", "72–73"])
        #expect(quotes.map(\.note) == ["", "Snaut, w bibliotece.\n\"Najważniejsze\"; zdanie"])
        #expect(
            quotes.map(\.identifier.uuidString) == [
                "2B18F075-987B-4CD1-965D-891E6E8CB778",
                "1263D8EF-0646-4757-9D38-47696F1F408D",
            ])
    }

    @Test(arguments: files) func `Loans have their borrowers and days`(_ file: String) async throws {
        let log = try await log(file)
        let loans = try log.book("Solaris").loans
        #expect(loans.map(\.borrower) == ["Anna Nowak", "Győző Őry"])
        #expect(loans.map { CivilDate(utc: $0.lent) } == [day(2023, 6, 1), day(2024, 1, 15)])
        #expect(loans.map { $0.returned.map { CivilDate(utc: $0) } } == [day(2023, 6, 30), nil])
    }

    @Test(arguments: files) func `Books are on their shelves`(_ file: String) async throws {
        let log = try await log(file)
        #expect(
            try log.shelves == [
                "do \"pożyczenia\"; ważne": ["Solaris"],
                "ulubione": ["Solaris", "A Wizard of Earthsea", "Lalka"],
                "őszi esték": ["Tüskevár"], "sci-fi": ["Dune (Dune, #1)"], "to-lend": ["Dune (Dune, #1)"],
            ])
    }

    @Test(arguments: files) func `An audiobook in progress has its length and time`(_ file: String)
        async throws
    {
        let log = try await log(file)
        let book = try log.book("Tüskevár")
        #expect(
            book.allReadings == [
                ReadingValues(
                    status: .inProgress, started: PartialDate("2024-02-02"), completed: nil, rating: nil,
                    review: nil)
            ])
        #expect(book.minutes == 615)
        #expect(book.binding == "Audiobook")
        #expect(book.language == "magyar")
        #expect(book.contributors == "Őze Áron (felolvasó)")
        #expect(book.progress.map(\.place) == [ReadingPlace(unit: .minute, value: 200)])
    }

    @Test(arguments: files) func `Each status has the dates that are known`(_ file: String) async throws {
        let log = try await log(file)
        let shelved = try log.book("A Wizard of Earthsea")
        #expect(shelved.status == .onShelf)
        #expect(shelved.allReadings.isEmpty)
        #expect(shelved.year == -44)
        let abandoned = try log.book("Ulysses").latestReading
        #expect(
            abandoned
                == ReadingValues(
                    status: .abandoned, started: PartialDate("2019"), completed: PartialDate("2019-08"),
                    rating: StarRating(1), review: nil))
        let completed = try log.book("Lalka")
        #expect(
            completed.latestReading
                == ReadingValues(
                    status: .completed, started: nil, completed: nil, rating: nil, review: nil))
        #expect(CivilDate(utc: completed.added) == day(2024, 2, 29))
    }

    @Test(arguments: files) func `A book from Goodreads keeps its source, other columns and import memory`(
        _ file: String
    ) async throws {
        let log = try await log(file)
        let dune = try log.book("Dune (Dune, #1)")
        #expect(dune.source == "goodreads:1000")
        #expect(dune.summary == "Great.\nReally.")
        #expect(dune.series == "Dune")
        #expect(dune.seriesNumber == "1")
        #expect(dune.isbn == "9780441172719")
        #expect(dune.publisher == "Ace")
        #expect(dune.pages == 535)
        #expect(dune.binding == "Mass Market Paperback")
        #expect(dune.year == 1990)
        #expect(dune.originalYear == 1965)
        #expect(dune.copies == 1)
        #expect(dune.privateNotes == "for Bob")
        #expect(CivilDate(utc: dune.added) == day(2017, 12, 24))
        #expect(
            dune.allReadings == [
                ReadingValues(
                    status: .completed, started: nil, completed: nil, rating: nil, review: nil),
                ReadingValues(
                    status: .completed, started: nil, completed: PartialDate("2018-01-31"),
                    rating: StarRating(4), review: nil),
            ])
        #expect(
            dune.otherColumns
                == #"{"Average Rating": "4.27", "Bookshelves with positions": "sci-fi (#2), to-lend (#1)", "#
                + #""ISBN": "0441172717", "Bookshelves": "sci-fi, to-lend"}"#)
        // The user rated it 4, Goodreads 5. The file's fingerprints tell it, so the rating stays, and the
        // publisher, which the user didn't change, follows.
        let report = try await log.importText(
            """
            Book Id,Title,Author,My Rating,Publisher,Exclusive Shelf,Date Read,Bookshelves
            1000,"Dune (Dune, #1)",Frank Herbert,5,Chilton,read,2018/01/31,"sci-fi, to-lend"

            """)
        #expect(report.added == 0)
        #expect(dune.stars == StarRating(4))
        #expect(dune.publisher == "Chilton")
    }
}
