import Formats
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import MyBooks

/// Small files in the forms that other programs write, with the values that a reader expects of them.
@MainActor
@Suite("Files that readers bring")
struct ReaderFileTests {
    private func path(_ name: String) throws -> String {
        try #require(
            Bundle.module.path(forResource: name, ofType: nil, inDirectory: "Fixtures/readers"), "\(name)")
    }

    /// Returns the text of a file, with days that aren't in the future of the tests.
    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
            .replacing("2026/", with: "2023/").replacing("2025-01-", with: "2024-02-")
    }

    /// Returns the log after an import of a file, and checks that importing it again changes nothing.
    private func log(_ name: String, map: String? = nil) async throws -> (TestLog, ImportReport) {
        let log = try await TestLog()
        let text = try text(name)
        let report = try await log.importText(text, map: map)
        let again = try await log.importText(text, map: map)
        #expect(again.added == 0, "\(name)")
        #expect(again.changed == 0, "\(name)")
        return (log, report)
    }

    private func messages(_ report: ImportReport, _ log: TestLog) -> [String] {
        report.messages.compactMap { block in
            if case .message(let text) = block { log.session.localizer.string(text) } else { nil }
        }
    }

    private func days(_ book: Book) -> [[String?]] {
        book.allReadings.map { [$0.started?.description, $0.completed?.description] }
    }

    @Test func `Openreads: both readings of a book`() async throws {
        let (log, report) = try await log("openreads.csv")
        #expect(try days(log.book("Dune")) == [["2020-01-01", "2020-02-01"], ["2024-01-01", "2024-02-01"]])
        #expect(report.dropped.first.map(\.written) == ["3600000"])
    }

    @Test func `Goodreads: a newer file adds a reading, and the earlier one keeps its rating`() async throws {
        for isCorrected in [false, true] {
            let log = try await TestLog()
            _ = try await log.importText(try text("goodreads-1.csv"))
            #expect(try log.book("Emma").status == .inProgress)
            if isCorrected {
                let book = try log.book("Emma")
                book.transition(to: .completed, on: PartialDate(day(2023, 2, 8)))
                book.stars = StarRating(4)
                try log.session.context.save()
            }
            for file in ["goodreads-2.csv", "goodreads-3.csv", "goodreads-3.csv"] {
                _ = try await log.importText(try text(file))
            }
            let readings = try log.book("Emma").allReadings
            let first = isCorrected ? "2023-02-08" : "2023-02-10"
            #expect(readings.map(\.completed?.description) == [first, "2023-09-10"])
            #expect(readings.map(\.rating) == [StarRating(4.0), StarRating(5.0)])
        }
    }

    @Test func `A mapped file: grouped numbers, times and years, and the others are named`() async throws {
        let map = "T=title,A=author,P=pages,M=minutes,Y=year,C=copies"
        let (log, report) = try await log("numbers.csv", map: map)
        func values(_ title: String) throws -> [Int?] {
            let book = try log.book(title)
            return [book.pages, book.minutes, book.year, book.copies]
        }
        #expect(try values("A1") == [1234, 1260, nil, nil])
        #expect(try values("A2") == [1234, 1260, nil, nil])
        #expect(try values("A3") == [1234, 1260, 1984, 2])
        #expect(try values("A4") == [304, 462, nil, nil])
        #expect(try values("A5") == [nil, nil, nil, nil])
        #expect(try values("A6") == [304, nil, 1984, nil])
        let named = Dictionary(grouping: report.dropped.first, by: \.title).mapValues(\.count)
        #expect(named == ["A1": 2, "A2": 2, "A4": 2, "A5": 4])
    }

    @Test func `Hardcover: recognized, one author with a suffix, reviews without tags, and two readings`()
        async throws
    {
        let (log, report) = try await log("hardcover.csv")
        #expect(messages(report, log).first == "The file is an export of Hardcover: 3 books.")
        #expect(try log.books.count == 3)
        let champions = try log.book("Breakfast of Champions")
        #expect(champions.author == "Kurt Vonnegut, Jr.")
        #expect(champions.contributors == nil)
        #expect(champions.review == "nice")
        let omens = try log.book("Good Omens")
        #expect(omens.author == "Terry Pratchett")
        #expect(omens.contributors == "Neil Gaiman")
        let twice = try log.book("Twice")
        #expect(days(twice) == [["2024-01-02", "2024-01-05"], ["2024-02-02", "2024-02-05"]])
        #expect(twice.allReadings.map(\.rating) == [StarRating(4.0), StarRating(5.0)])
    }

    @Test func `Calibre: descriptions without tags, whole names, and no invented year`() async throws {
        let (log, _) = try await log("calibre.csv")
        let queen = try log.book("The Traitor Queen")
        #expect(queen.summary == "Discover magic.\nReview\n\"Good\" & more\none")
        #expect(queen.review == nil)
        #expect(Set(queen.shelfNames) == ["Fantasy", "Fiction"])
        let love = try log.book("Strength to Love")
        #expect(love.author == "Martin Luther King, Jr.")
        #expect(love.contributors == "J. Doe")
        #expect(love.year == nil)
    }

    @Test func `Libib: readings, rating, review, notes, tags and copies`() async throws {
        let (log, report) = try await log("libib.csv")
        #expect(messages(report, log).first == "The file is an export of Libib: 2 books.")
        let hand = try log.book("The Left Hand of Darkness")
        #expect(days(hand) == [["2024-01-02", "2024-01-20"]])
        #expect(hand.stars == StarRating(4.5))
        #expect(hand.review == "Great")
        #expect(hand.privateNotes == "signed")
        #expect(hand.summary == "A lone human emissary.")
        #expect(Set(hand.shelfNames) == ["sf", "classics"])
        #expect([hand.pages, hand.year] == [304, 1987])
        let emma = try log.book("Emma")
        #expect(emma.status == .onShelf)
        #expect(emma.copies == 2)
    }

    @Test func `Libib: other things than books are skipped`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "item_type,title,creators\nmovie,Solaris,Andrei Tarkovsky\nbook,Solaris,Stanisław Lem\n")
        #expect(report.added == 1)
        #expect(report.skipped.count == 1)
    }

    @Test func `BookBuddy: narrator, translator, time, summary, position and loan`() async throws {
        let (log, report) = try await log("bookbuddy.csv")
        #expect(messages(report, log).first == "The file is an export of BookBuddy: 2 books.")
        let solaris = try log.book("Solaris")
        #expect(solaris.narrator == "Alessandro Juliani")
        #expect(solaris.contributors == "Bill Johnston (translator); Alessandro Juliani (narrator)")
        #expect([solaris.minutes, solaris.year, solaris.originalYear] == [462, 2011, 1961])
        #expect(solaris.stars == StarRating(4.5))
        #expect(solaris.summary == "Ocean.")
        #expect(solaris.privateNotes == "good")
        #expect(Set(solaris.shelfNames) == ["sf", "polish", "favourites"])
        #expect(days(solaris) == [["2023-01-05", "2023-02-01"]])
        let emma = try log.book("Emma")
        #expect(emma.status == .inProgress)
        #expect(days(emma) == [["2024-03-01", nil]])
        #expect(emma.latestProgress.map(\.place) == [ReadingPlace(unit: .page, value: 120)])
        #expect(emma.pages == 400)
        #expect(emma.openLoan?.borrower == "Anna")
        #expect(emma.openLoan.map { CivilDate(utc: $0.lent) } == day(2024, 1, 1))
        #expect(emma.stars == nil)
    }

    @Test func `StoryGraph in Windows-1250: refused as a whole, and imported with its encoding`() async throws
    {
        let log = try await TestLog()
        let file = try path("storygraph-windows1250.csv")
        await #expect(throws: (any Error).self) { try await log.importFile(file) }
        #expect(try log.books.isEmpty)
        try await log.run("import '\(file)' --encoding windows-1250")
        #expect(try log.books.map(\.title) == ["Ferdydurke", "Łódź", "Solaris"])
        #expect(try log.book("Solaris").author == "Stanisław Lem")
    }

    @Test func `LibraryThing's JSON: roles, dates, collections, and all other keys`() async throws {
        let (log, report) = try await log("librarything.json")
        #expect(messages(report, log).first == "The file is an export of LibraryThing: 2 books.")
        let hand = try log.book("The Left Hand of Darkness")
        #expect(hand.author == "Ursula K. Le Guin")
        #expect(hand.contributors == "Alex Walker (Illustrator)")
        #expect(days(hand) == [["2024-01-02", "2024-01-20"]])
        #expect(hand.stars == StarRating(4.5))
        #expect(hand.review == "Great.\nAgain.")
        #expect(hand.privateNotes == "signed")
        #expect(hand.isbn == "0441478123")
        #expect([hand.pages, hand.year, hand.copies] == [304, 1987, 1])
        #expect(hand.publisher == "Ace")
        #expect(hand.series == "Hainish Cycle")
        #expect(Set(hand.shelfNames) == ["sf", "classics", "To lend"])
        #expect(OtherColumns(hand.otherColumns)["genre"] == "Fiction, Science Fiction")
        #expect(hand.source == "librarything:101")
        let emma = try log.book("Emma")
        #expect(emma.status == .onShelf)
        #expect(emma.copies == 2)
        #expect(emma.isbn == nil)
        #expect(emma.year == nil)
        #expect(report.dropped.count == 0)
    }

    @Test func `Open Library: the shelf is the status, and the other columns are kept`() async throws {
        let (log, report) = try await log("openlibrary.csv")
        #expect(messages(report, log).first == "The file is an export of Open Library: 2 books.")
        let hand = try log.book("The Left Hand of Darkness")
        #expect(hand.status == .completed)
        #expect(hand.stars == StarRating(5.0))
        #expect(hand.originalYear == 1969)
        #expect(hand.source == "openlibrary:OL59800W")
        #expect(OtherColumns(hand.otherColumns)["Subjects"] == "Science fiction, Gender")
        #expect(try log.book("Emma").status == .onShelf)
    }

    @Test(arguments: [
        "Title,Author,Status,Date Finished,Pages\nSolaris,Stanisław Lem,Read,2024-01-02,204\n",
        "title,authors,note\nSolaris,Stanisław Lem,good\n",
    ])
    func `A file without evidence is claimed by no reader`(file: String) async throws {
        let log = try await TestLog()
        await #expect(throws: (any Error).self) { try await log.importText(file) }
        #expect(try log.books.isEmpty)
    }

    @Test(arguments: [
        "Book Id, Title, Author, Exclusive Shelf, My Rating\n1, \"Left, Right\", \"Ann Lee\" , read, 4\n2, Emma, Jane Austen, to-read, 0\n",
        "Book Id; Title; Author; Exclusive Shelf; My Rating\r\n1; \"Left, Right\"; Ann Lee; read; 4\r\n2; Emma; Jane Austen; to-read; 0\r\n",
    ])
    func `A file with a blank after each separator is read`(file: String) async throws {
        let log = try await TestLog()
        let report = try await log.importText(file)
        #expect(report.added == 2)
        #expect(report.skipped.isEmpty)
        #expect(try log.books.map(\.title) == ["Left, Right", "Emma"])
        #expect(try log.books.map(\.author) == ["Ann Lee", "Jane Austen"])
        #expect(try log.books.map(\.status) == [.completed, .onShelf])
        #expect(try log.book("Left, Right").stars == StarRating(4.0))
    }
}
