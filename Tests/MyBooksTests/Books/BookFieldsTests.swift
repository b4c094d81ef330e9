import Localization
import ProgramKit
import Testing

@testable import MyBooks
@testable import Shell

@MainActor
@Suite("Changing a book")
struct BookFieldsTests {
    private let log: TestLog

    init() async throws { log = try await TestLog() }

    /// Changes a book by options, and returns the names of the changed fields.
    @discardableResult
    private func change(_ book: Book, _ options: [String: String]) async throws -> [String] {
        let context = log.session.fieldContext
        var values: [String: [any Sendable]] = [:]
        for declaration in Book.fields.options() {
            guard let text = options[declaration.name] else { continue }
            values[declaration.name] = [try declaration.parse(text, context.parsing)]
        }
        #expect(values.count == options.count)
        let changes = try Book.fields.changes(Invocation(command: "edit", values: values))
        let names = try await Book.fields.names(changedIn: book) {
            _ = try Book.fields.apply(changes, to: book, context)
        }
        return names.map(log.session.localizer.string)
    }

    @Test func `A status is applied before explicit dates`() async throws {
        let book = try log.add("Solaris")
        let names = try await change(
            book,
            [
                "completed": "2024-01-03", "started": "2024-01-02", "status": "completed",
                "added": "2023-12-01",
            ])
        #expect(book.status == .completed)
        #expect(
            book.dates
                == ReadingDates(added: day(2023, 12, 1), started: day(2024, 1, 2), completed: day(2024, 1, 3))
        )
        #expect(names == ["status", "date added", "date started", "date completed"])
    }

    @Test func `A date that contradicts the given status is refused`() async throws {
        let book = try log.add("Solaris")
        await #expect(throws: BookError.self) {
            try await change(book, ["status": "on-shelf", "completed": "2024-01-03"])
        }
        await #expect(throws: BookError.self) {
            try await change(book, ["status": "in-progress", "completed": "2024-02-03"])
        }
    }

    @Test func `A date alone sets the status that it needs, and no other date is invented`() async throws {
        let read = try log.add("Solaris"), begun = try log.add("Eden")
        let may2010 = try #require(PartialDate("2010-05"))
        let names = try await change(read, ["completed": "2010-05"])
        #expect(read.latestReading == ReadingValues(status: .completed, completed: may2010))
        #expect(names == ["status", "date completed"])
        try await change(begun, ["started": "2010-05-01"])
        #expect(
            begun.latestReading == ReadingValues(status: .inProgress, started: PartialDate(day(2010, 5, 1))))
    }

    @Test func `Both dates of a book on the shelf make it a completed one`() async throws {
        let book = try log.add("Solaris")
        try await change(book, ["started": "2010-05", "completed": "2010-06"])
        #expect(book.status == .completed)
        #expect(book.latestReading.started == PartialDate("2010-05"))
        #expect(book.latestReading.completed == PartialDate("2010-06"))
        #expect(book.readings.isEmpty)
    }

    @Test func `A status without its date leaves the date out`() async throws {
        let book = try log.add("Solaris")
        #expect(try await change(book, ["status": "in-progress", "started": "none"]) == ["status"])
        #expect(book.started == nil)
    }

    @Test func `A reading that ends before it starts is refused with both days`() async throws {
        let book = try log.add("Solaris")
        let error = await #expect(throws: BookError.self) {
            try await change(book, ["started": "2020-01-02", "completed": "2020-01-01"])
        }
        let message = Localizer(.english).string(try #require(error).problem)
        #expect(message.contains("Jan 2, 2020"))
        #expect(message.contains("Jan 1, 2020"))
    }

    @Test(arguments: ["started", "completed", "added"])
    func `A date in the future is refused`(option: String) async throws {
        let book = try log.add("Solaris")
        await #expect(throws: BookError.self) { try await change(book, [option: "2024-03-16"]) }
    }

    @Test func `Details are set, named and cleared`() async throws {
        let book = try log.add("Solaris")
        let names = try await change(book, ["series": "Kelvin", "pages": "204", "year": "none"])
        #expect(names == ["series", "pages"])
        #expect(book.series == "Kelvin")
        #expect(book.pages == 204)
        #expect(try await change(book, ["series": "none"]) == ["series"])
        #expect(book.series == nil)
    }

    @Test func `A change to the current values is no change`() async throws {
        let book = try log.add("Solaris") { $0.stars = StarRating(4) }
        let names = try await change(
            book, ["title": "Solaris", "status": "on-shelf", "rating": "4", "completed": "none"])
        #expect(names.isEmpty)
    }

    @Test func `A rating can be removed`() async throws {
        let book = try log.add("Solaris") { $0.stars = StarRating(4) }
        #expect(try await change(book, ["rating": "none"]) == ["rating"])
        #expect(book.rating == nil)
    }

    @Test func `A record without values has no empty line`() throws {
        let book = try log.add("Solaris") { $0.publisher = "" }
        #expect(
            book.shown(log.session.fieldContext).fields.map(\.key) == [
                "number", "title", "author", "status", "added",
            ])
    }

    @Test func `An export of a new book has the fields of a detail in the order of today`() throws {
        try log.add("Solaris")
        let header = try #require(
            String(decoding: LogExport.csv(try log.books), as: UTF8.self).split(separator: "\r\n").first)
        #expect(
            header.hasPrefix(
                "identifier,title,author,status,rating,added,started,completed,shelves,summary,quotes,series,seriesNumber,contributors,isbn,publisher,pages,minutes,binding,language,year,originalYear,copies,review,notes,readings,progress,loans,source,lastImport,otherColumns"
            ))
    }

    @Test func `A list has its columns in the order of today`() {
        #expect(
            BookTable.table([]).columns.map(\.key).prefix(15) == [
                "number", "status", "title", "author", "rating", "added", "started", "completed", "shelves",
                "series", "seriesNumber", "pages", "binding", "language", "year",
            ])
    }
}
