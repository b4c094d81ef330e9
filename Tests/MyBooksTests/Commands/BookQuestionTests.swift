import Localization
import Testing

@testable import MyBooks

@MainActor
@Suite("Questions for each field of a book")
struct BookQuestionTests {
    @Test func `Accepting the displayed values changes nothing, even if they are shown shortened`()
        async throws
    {
        let log = try await TestLog(answers: Array(repeating: "<keep>", count: 7))
        let book = try log.add("Solaris ", "Stanisław Lem ") { $0.rating = 4 }
        let changes = try await BookQuestions(book: book, session: log.session).ask()
        #expect(try changes.apply(to: book, today: TestLog.today).isEmpty)
        #expect(book.title == "Solaris " && book.author == "Stanisław Lem " && book.rating == 4)
    }

    @Test func `The dates of a new status are those that were displayed, even after midnight`() async throws {
        let keep = "<keep>"
        let log = try await TestLog(answers: [keep, keep, "completed", keep, keep, keep, keep, "no", keep])
        let book = try log.add("Solaris")
        let changes = try await BookQuestions(book: book, session: log.session).ask()
        _ = try changes.apply(to: book, today: day(2024, 3, 16))
        #expect(book.status == .completed)
        #expect(
            book.dates
                == ReadingDates(added: TestLog.today, started: nil, completed: TestLog.today))
    }

    @Test func `A kept date that contradicts a date typed before it is refused`() async throws {
        let keep = "<keep>"
        let log = try await TestLog(answers: [keep, keep, keep, keep, keep, "2024-03-10", keep])
        let book = try log.add("Solaris") {
            $0.status = .completed
            $0.completed = day(2024, 3, 5).utcDate
        }
        await #expect(throws: BookError.self) {
            try await BookQuestions(book: book, session: log.session).ask()
        }
        #expect(log.user.questions.last == "Completed (blank for none)")
    }
}
