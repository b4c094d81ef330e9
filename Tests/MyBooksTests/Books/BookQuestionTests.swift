import Localization
import Testing

@testable import MyBooks

@MainActor
@Suite("Questions for each field of a book")
struct BookQuestionTests {
    private let keep = "<keep>"

    /// Asks for the fields of a book, and returns the names of those that changed.
    private func ask(_ log: TestLog, about book: Book) async throws -> [String] {
        try await Book.fields.names(changedIn: book) {
            _ = try await Book.fields.ask(EditCommand.questions, about: book, in: log.session)
        }
        .map(log.session.localizer.string)
    }

    @Test func `Accepting the displayed values changes nothing, even if they are shown shortened`()
        async throws
    {
        let log = try await TestLog(answers: Array(repeating: keep, count: 7))
        let book = try log.add("Solaris ", "Stanisław Lem ") { $0.rating = 4 }
        #expect(try await ask(log, about: book).isEmpty)
        #expect(book.title == "Solaris ")
        #expect(book.author == "Stanisław Lem ")
        #expect(book.rating == 4)
    }

    @Test func `The dates of a new status are asked for`() async throws {
        let log = try await TestLog(answers: [keep, keep, "completed", keep, keep, keep, keep, keep, keep])
        let book = try log.add("Solaris")
        #expect(try await ask(log, about: book) == ["status", "date completed"])
        #expect(
            book.dates
                == ReadingDates(added: TestLog.today, started: nil, completed: TestLog.today))
    }

    @Test func `Both dates can move beyond the present end`() async throws {
        let log = try await TestLog(
            answers: [keep, keep, keep, keep, keep, "2024-03-10", "2024-03-12", keep, keep])
        let book = try log.add("Solaris") {
            $0.status = .completed
            $0.completed = day(2024, 3, 5).utcDate
        }
        #expect(try await ask(log, about: book) == ["date started", "date completed"])
    }

    @Test func `A kept date that contradicts a date typed before it is refused`() async throws {
        let log = try await TestLog(answers: [keep, keep, keep, keep, keep, "2024-03-10", keep])
        let book = try log.add("Solaris") {
            $0.status = .completed
            $0.completed = day(2024, 3, 5).utcDate
        }
        await #expect(throws: BookError.self) { try await ask(log, about: book) }
        // The questions end with the date that is kept.
        #expect(log.user.questions.count == 7)
    }
}
