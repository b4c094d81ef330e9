import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Ratings and reviews belong to a reading")
struct ReadingRatingTests {
    /// A log with a book that was read with 4 stars, and started again.
    private func log() async throws -> TestLog {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("finish solaris 2020")
        try await log.run("rate solaris 4")
        try await log.run("edit solaris review:Good.")
        try await log.run("start solaris 2024-03-01")
        return log
    }

    /// The ratings of all readings, the earliest first.
    private func ratings(_ log: TestLog) throws -> [Double?] {
        try log.book("Solaris").allReadings.map { $0.rating?.stars }
    }

    @Test func `Without the rating of the latest reading, a book has that of an earlier one again`()
        async throws
    {
        let log = try await log()
        try await log.run("rate solaris 2")
        try await log.run("rate solaris none")
        #expect(try ratings(log) == [4, nil])
        #expect(try log.book("Solaris").stars == StarRating(4.0))
        try await log.run("rate solaris 2")
        try await log.run("edit solaris --rating none")
        #expect(try log.book("Solaris").stars == StarRating(4.0))
    }

    @Test func `A new reading starts without rating and review, and lists show the last rating`() async throws
    {
        let log = try await log()
        let book = try log.book("Solaris")
        #expect(try ratings(log) == [4, nil])
        #expect(book.allReadings.map(\.review) == ["Good.", nil])
        #expect(book.stars == StarRating(4))
        #expect(
            try log.session.context.fetchCount(
                FetchDescriptor<Book>(predicate: #Predicate { $0.rating == 4 })) == 1)
        try await log.run("finish solaris")
        #expect(ReadingStatistics(EndedReading.all(of: [book])).averageRating == 4)
        try await log.run("rate solaris 5")
        #expect(try ratings(log) == [4, 5])
        #expect(book.stars == StarRating(5))
    }

    @Test func `The same rating is given again`() async throws {
        let log = try await log()
        try await log.run("rate solaris 4")
        #expect(try ratings(log) == [4, 4])
    }

    @Test func `Changes of earlier readings change the last rating`() async throws {
        let log = try await log()
        let book = try log.book("Solaris")
        try await log.run("reading edit solaris 1 --rating 3")
        #expect(book.stars == StarRating(3))
        try await log.run("reading edit solaris 2 --rating 5")
        #expect(book.stars == StarRating(5))
        try await log.run("reading edit solaris 2 --rating none")
        #expect(book.stars == StarRating(3))
        #expect(try ratings(log) == [3, nil])
        try await log.run("reading edit solaris 1 --rating none")
        #expect(book.stars == nil)
    }

    @Test func `The last rating stays if the reading is deleted or taken back`() async throws {
        let log = try await log()
        try await log.run("reading delete solaris 2 --yes")
        #expect(try ratings(log) == [4])
        #expect(try log.book("Solaris").hasEarlierRating == false)
        try await log.run("shelve solaris")
        #expect(try log.book("Solaris").stars == StarRating(4))
        try await log.run("reopen solaris")
        #expect(try ratings(log) == [4])
    }

    @Test(arguments: [true, false]) func `Own exports keep whose rating it is`(isJSON: Bool) async throws {
        let log = try await log()
        let bytes = try isJSON ? LogExport.json(log.books) : LogExport.csv(log.books)
        let copy = try await TestLog()
        _ = try await copy.importBytes(bytes)
        #expect(try ratings(copy) == [4, nil])
        #expect(try copy.book("Solaris").stars == StarRating(4))
        #expect(try copy.book("Solaris").hasEarlierRating)
    }

    @Test func `An older file doesn't rate a new reading`() async throws {
        let log = try await TestLog()
        let file =
            "Book Id,Title,Author,Exclusive Shelf,My Rating,Date Read,My Review\n7,Solaris,Lem,read,4,2020/01/02,Good.\n"
        _ = try await log.importText(file)
        try await log.run("start solaris 2024-03-01")
        let again = try await log.importText(file)
        #expect(try ratings(log) == [4, nil])
        #expect(try log.book("Solaris").allReadings.map(\.review) == ["Good.", nil])
        #expect(again.kept.first.map(\.field) == ["status"])
    }

    @Test func `A description and a review are two fields, whichever service comes first`() async throws {
        let calibre = "title,authors,comments,uuid\nSolaris,Stanisław Lem,<p>An ocean.</p>,a-1\n"
        let goodreads =
            "Book Id,Title,Author,Exclusive Shelf,My Review\n7,Solaris,Stanisław Lem,read,\"A <b>great</b> one\"\n"
        let openreads =
            "title,author,description,status,readings,my_review\nSolaris,Stanisław Lem,An ocean.,finished,,A great one\n"
        for files in [[calibre, goodreads], [goodreads, calibre], [openreads]] {
            let log = try await TestLog()
            for file in files { _ = try await log.importText(file) }
            let book = try log.book("Solaris")
            #expect(book.summary == "An ocean.")
            #expect(book.review == "A great one")
        }
    }

    @Test func `The review of a second service is named if it isn't kept`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,My Review\n7,Solaris,Stanisław Lem,read,Mine\n")
        let report = try await log.importText(
            "Title,Authors,Read Status,Review\nSolaris,Stanisław Lem,read,Another\n")
        #expect(try log.book("Solaris").review == "Mine")
        #expect(report.kept.count == 1)
    }
}
