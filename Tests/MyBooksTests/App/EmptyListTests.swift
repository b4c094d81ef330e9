import Basics
import Localization
import ModelData
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Empty lists")
struct EmptyListTests {
    /// Runs a command for a shelf, or for the whole log, and returns its first message.
    private func firstMessage(_ command: any Command<BookSession>, of shelf: String?, in log: TestLog)
        async throws
        -> String?
    {
        var values: [String: [any Sendable]] = [:]
        if let shelf {
            values["shelf"] = [try #require(ShelfReference(argument: shelf, log.session.localizer))]
        }
        let invocation = Invocation(command: command.declaration.name, values: values)
        guard case .message(let text)? = try await command.run(invocation, in: log.session).blocks.first
        else {
            return nil
        }
        return log.session.localizer.string(text)
    }

    @Test func `Lists and statistics of an empty shelf don't claim that the log is empty`() async throws {
        let log = try await TestLog()
        let empty = "The log is empty. Add your first book with “add”, or try “samples”."
        #expect(try await firstMessage(ListCommand(), of: nil, in: log) == empty)
        #expect(try await firstMessage(StatsCommand(), of: nil, in: log) == empty)
        try log.add("Solaris")
        _ = try log.session.shelf(makingIfNeeded: try #require(ShelfName("Lent")))
        try log.session.context.save()
        let none = "No book matches. “list” without options shows all books."
        #expect(try await firstMessage(ListCommand(), of: "Lent", in: log) == none)
        #expect(try await firstMessage(StatsCommand(), of: "Lent", in: log) == none)
    }

    @Test func `The samples are books of the last year with summaries, whatever day it is`() async throws {
        let log = try await TestLog()
        try await log.run("samples")
        for book in try log.books {
            let first = CivilDate(utc: book.added)
            #expect(!book.summary.isEmpty, "\(book.title)")
            #expect(first.days(until: TestLog.today) < 366, "\(book.title)")
            #expect(first.days(until: TestLog.today) > 0, "\(book.title)")
            #expect(throws: Never.self, "\(book.title)") {
                try book.latestReading.check(today: TestLog.today)
            }
        }
        let statuses = Set(try log.books.map(\.status))
        #expect(statuses == [.onShelf, .inProgress, .paused, .completed])
    }
}
