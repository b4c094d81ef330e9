import Localization
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Dates after the books of start, finish and abandon")
struct StatusDateTests {
    /// Runs a command, and returns its problem; `nil` if it succeeds.
    private func problem(
        _ command: TransitionCommand, _ words: [String], in log: TestLog
    ) async throws -> String? {
        let values = ["book": words.map { $0 as any Sendable }]
        let invocation = Invocation(command: command.declaration.name, values: values)
        do {
            _ = try await command.run(invocation, in: log.session)
            return nil
        } catch let error as any PresentableError {
            return log.session.localizer.string(error.problem)
        }
    }

    @Test func `A year in the future is a date, not the number of a book`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        let future = "The date 2099 is in the future."
        #expect(try await problem(.start, ["solaris", "2099"], in: log) == future)
        #expect(try await problem(.finish, ["solaris", "2099"], in: log) == future)
        #expect(try await problem(.abandon, ["solaris", "2099"], in: log) == future)
        #expect(
            try await problem(.finish, ["solaris", "12"], in: log) == "There is no entry number 12 here.")
        #expect(try log.book("Solaris").status == .onShelf)
    }

    @Test func `A year in the future that is a title names the book`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.add("2666", "Roberto Bolaño")
        #expect(try await problem(.finish, ["solaris", "2666"], in: log) == nil)
        #expect(try log.book("2666").status == .completed)
    }

    @Test func `An impossible or unclear date at the end is no title`() async throws {
        let log = try await TestLog(language: "en_150")
        try log.add("Solaris")
        #expect(
            try await problem(.finish, ["solaris", "2015-02-31"], in: log)
                == "The calendar has no day “2015-02-31”.")
        #expect(
            try await problem(.finish, ["solaris", "3/4/2015"], in: log)
                == "“3/4/2015” can be read as 2015-03-04 or 2015-04-03.")
        #expect(
            try await problem(.finish, ["solaris", "1q84"], in: log) == "Nothing here matches “1q84”.")
        #expect(
            try await problem(.finish, ["solaris", "february", "31,", "2015"], in: log)
                == "The calendar has no day “february 31, 2015”.")
    }

    @Test func `A number before a month and a year is a day, not a book`() async throws {
        let log = try await TestLog()
        for number in 1...31 { try log.add("Book \(number)") }
        try log.add("Solaris")
        #expect(
            try await problem(.finish, ["solaris", "31", "february", "2015"], in: log)
                == "The calendar has no day “31 february 2015”.")
        #expect(try log.book("Book 31").status == .onShelf)
        #expect(try await problem(.finish, ["31", "february", "2015"], in: log) == nil)
        #expect(try log.book("Book 31").status == .completed)
    }

    @Test func `Several titles with a year in the future are ambiguous`() async throws {
        let log = try await TestLog()
        for title in ["Solaris", "Year 2777", "After 2777"] { try log.add(title) }
        let problem = try #require(try await problem(.finish, ["solaris", "2777"], in: log))
        #expect(problem.contains("2777"))
        #expect(!problem.contains("future"))
    }
}
