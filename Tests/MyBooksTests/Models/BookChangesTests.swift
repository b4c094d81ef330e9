import Localization
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Changing a book")
struct BookChangesTests {
    @Test func `A status is applied before explicit dates`() async throws {
        let book = try await TestLog().add("Solaris")
        let changes = BookChanges(
            status: .completed, added: day(2023, 12, 1), started: .some(PartialDate(day(2024, 1, 2))),
            completed: .some(PartialDate(day(2024, 1, 3))))
        _ = try changes.apply(to: book, today: TestLog.today)
        #expect(book.status == .completed)
        #expect(
            book.dates
                == ReadingDates(added: day(2023, 12, 1), started: day(2024, 1, 2), completed: day(2024, 1, 3))
        )
    }

    @Test func `A date that contradicts the given status is refused and changes nothing`() async throws {
        let book = try await TestLog().add("Solaris")
        #expect(throws: BookError.self) {
            try BookChanges(title: "Other", status: .onShelf, completed: .some(PartialDate(day(2024, 1, 3))))
                .apply(to: book, today: TestLog.today)
        }
        #expect(book.title == "Solaris")
        #expect(throws: BookError.self) {
            try BookChanges(status: .inProgress, completed: .some(PartialDate(day(2024, 2, 3))))
                .apply(to: book, today: TestLog.today)
        }
        #expect(book.status == .onShelf)
    }

    @Test func `A date alone sets the status that it needs, and no other date is invented`() async throws {
        let log = try await TestLog()
        let read = try log.add("Solaris"), begun = try log.add("Eden")
        let may2010 = try #require(PartialDate("2010-05"))
        _ = try BookChanges(completed: .some(may2010)).apply(to: read, today: TestLog.today)
        #expect(read.latestReading == ReadingValues(status: .completed, completed: may2010))
        _ = try BookChanges(started: .some(PartialDate(day(2010, 5, 1)))).apply(
            to: begun, today: TestLog.today)
        #expect(
            begun.latestReading == ReadingValues(status: .inProgress, started: PartialDate(day(2010, 5, 1))))
    }

    @Test func `A reading that ends before it starts and a date in the future are refused`() async throws {
        let book = try await TestLog().add("Solaris")
        let error = #expect(throws: BookError.self) {
            try BookChanges(
                started: .some(PartialDate(day(2020, 1, 2))), completed: .some(PartialDate(day(2020, 1, 1)))
            ).apply(to: book, today: TestLog.today)
        }
        let message = Localizer(.english).string(try #require(error).problem)
        #expect(message.contains("Jan 2, 2020"))
        #expect(message.contains("Jan 1, 2020"))
        #expect(throws: BookError.self) {
            try BookChanges(started: .some(PartialDate(TestLog.today.adding(days: 1))))
                .apply(to: book, today: TestLog.today)
        }
        #expect(throws: BookError.self) {
            try BookChanges(added: TestLog.today.adding(days: 1)).apply(to: book, today: TestLog.today)
        }
        #expect(book.status == .onShelf && book.started == nil)
    }

    @Test func `Details are set, reported and cleared`() async throws {
        let book = try await TestLog().add("Solaris")
        var changes = BookChanges()
        changes.details = [
            .series: .some(.text("Kelvin")), .pages: .some(.number(204)), .year: Assignment.none,
        ]
        #expect(try changes.apply(to: book, today: TestLog.today).count == 2)
        #expect(book.series == "Kelvin" && book.pages == 204)
        changes.details = [.series: Assignment.none]
        #expect(try changes.apply(to: book, today: TestLog.today).count == 1)
        #expect(book.series == nil)
    }

    @Test func `A change to the current values is no change`() async throws {
        let book = try await TestLog().add("Solaris") { $0.stars = StarRating(4) }
        let changes = BookChanges(
            title: "Solaris", status: .onShelf, rating: StarRating(4).map { .some($0) },
            completed: Assignment.none)
        #expect(try changes.apply(to: book, today: TestLog.today).isEmpty)
    }

    @Test func `A rating can be removed`() async throws {
        let book = try await TestLog().add("Solaris") { $0.stars = StarRating(4) }
        #expect(try BookChanges(rating: Assignment.none).apply(to: book, today: TestLog.today).count == 1)
        #expect(book.rating == nil)
    }
}
