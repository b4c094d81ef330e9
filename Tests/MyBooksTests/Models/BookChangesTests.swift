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
            status: .completed, added: day(2023, 12, 1), started: .some(day(2024, 1, 2)),
            completed: .some(day(2024, 1, 3)))
        _ = try changes.apply(to: book, today: TestLog.today)
        #expect(book.status == .completed)
        #expect(
            book.dates
                == ReadingDates(added: day(2023, 12, 1), started: day(2024, 1, 2), completed: day(2024, 1, 3))
        )
    }

    @Test func `Setting a date that the status doesn't allow is refused and changes nothing`() async throws {
        let book = try await TestLog().add("Solaris")
        #expect(throws: BookError.self) {
            try BookChanges(title: "Other", completed: .some(day(2024, 1, 3))).apply(
                to: book, today: TestLog.today)
        }
        #expect(book.title == "Solaris")
        #expect(throws: BookError.self) {
            try BookChanges(status: .inProgress, completed: .some(day(2024, 4, 3)))
                .apply(to: book, today: TestLog.today)
        }
        #expect(book.status == .onShelf)
    }

    @Test func `Dates out of order are refused, and the book stays unchanged`() async throws {
        let book = try await TestLog().add("Solaris")
        #expect(throws: BookError.self) {
            try BookChanges(status: .inProgress, started: .some(day(2020, 1, 1)))
                .apply(to: book, today: TestLog.today)
        }
        #expect(book.status == .onShelf && book.started == nil)
    }

    @Test func `A change to the current values is no change`() async throws {
        let book = try await TestLog().add("Solaris") { $0.rating = 4 }
        let changes = BookChanges(
            title: "Solaris", status: .onShelf, rating: .some(4), completed: Assignment.none)
        #expect(try changes.apply(to: book, today: TestLog.today).isEmpty)
    }

    @Test func `A rating can be removed`() async throws {
        let book = try await TestLog().add("Solaris") { $0.rating = 4 }
        #expect(try BookChanges(rating: Assignment.none).apply(to: book, today: TestLog.today).count == 1)
        #expect(book.rating == nil)
    }
}
