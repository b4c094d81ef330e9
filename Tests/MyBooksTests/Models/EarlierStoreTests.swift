import Foundation
import ModelData
import Testing

@testable import MyBooks

/// The first version of mybooks wrote `Fixtures/reading-log-1.store`. The file contains 26 sample books: one
/// was changed, one was finished and one was deleted. Another book was added. A rating was set, and this
/// change was undone.
///
/// The first version with shelves and quotes wrote `Fixtures/reading-log-2.store`. The file contains three
/// books. One of them was deleted at the end, together with its quote. Quotes were moved. A shelf was
/// renamed, and this change was undone.
@Suite("Reading logs of earlier versions")
@MainActor
struct EarlierStoreTests {
    private func copy(_ name: String = "reading-log-1") throws -> String {
        let fixture = try #require(
            Bundle.module.url(forResource: name, withExtension: "store", subdirectory: "Fixtures"))
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let copy = directory.appending(path: "log.store")
        try FileManager.default.copyItem(at: fixture, to: copy)
        return copy.path
    }

    @Test func `The first reading log opens without loss, and its last step can be undone`() async throws {
        let path = try copy()
        defer {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        let log = try await TestLog(store: path)
        let books = try log.books
        #expect(books.map(\.number) == Array(1...23) + [25, 26, 27])
        #expect(books.map(\.title.count).reduce(0, +) == 298)
        #expect(books.compactMap(\.rating).reduce(0, +) == 61)
        #expect(books.filter { $0.started != nil }.count == 19)
        let solaris = try #require(books.first)
        #expect(solaris.title == "Solaris" && solaris.author == "Stanisław Lem" && solaris.rating == 5)
        #expect(solaris.summary == "Read twice" && solaris.status == .completed)
        #expect(books[1].rating == 5, "the rating of 4 was undone")
        #expect(books[2].title == "Głos Pana" && books[2].status == .completed)
        #expect(books.last?.title == "Fiasko" && books.last?.status == .onShelf)
        let context = log.session.context
        let steps = try context.historySummaries()
        #expect(steps.map(\.kind).filter { $0 == .change }.count == 6)
        #expect(try context.undoLastTransaction()?.deleted == ["Book": 1])
        let kokoro = try #require(try context.object(Book.self, number: 24))
        #expect(kokoro.title == "Kokoro" && kokoro.author == "夏目漱石")
        #expect(try context.undoLastTransaction()?.inserted == ["Book": 1])
        #expect(try log.books.map(\.number) == Array(1...26))
        #expect(try context.container.integrityCheck().isEmpty)
        try context.close()
    }

    @Test
    func
        `The dates in the first reading log are the first reading of each book, and older steps can be undone`()
        async throws
    {
        let path = try copy()
        defer {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        let log = try await TestLog(store: path)
        for book in try log.books {
            #expect(book.allReadings.count == (book.status == .onShelf ? 0 : 1), "\(book.title)")
            #expect(book.latestReading.started?.first == book.dates.started)
            #expect(book.stars?.quarters == book.rating.map { $0 * 4 })
        }
        let solaris = try log.book("Solaris")
        let first = solaris.latestReading
        solaris.transition(to: .inProgress, on: PartialDate(TestLog.today))
        try log.session.context.save()
        #expect(solaris.allReadings.count == 2 && solaris.readings.first?.values == first)
        let context = log.session.context
        try context.undoLastTransaction()
        #expect(solaris.allReadings == [first])
        #expect(try context.undoLastTransaction()?.deleted == ["Book": 1])
        #expect(try context.container.integrityCheck().isEmpty)
        try context.close()
    }

    @Test func `The first reading log gets shelves and quotes that survive a restart and can be undone`()
        async throws
    {
        let path = try copy()
        defer {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        let first = try await TestLog(store: path)
        try first.shelve("Solaris", on: "Ulubione")
        try first.quote("Solaris", "Nie potrzeba nam innych światów.")
        try first.session.delete([try first.book("Solaris")])
        try first.session.context.save()
        #expect(try first.shelves.isEmpty)
        try first.session.context.close()

        let second = try await TestLog(store: path)
        #expect(try second.books.count == 25)
        #expect(try second.session.context.undoLastTransaction()?.deleted["Quote"] == 1)
        let solaris = try second.book("Solaris")
        #expect(solaris.number == 1 && solaris.shelves.map(\.name) == ["Ulubione"])
        #expect(solaris.quotes.map(\.text) == ["Nie potrzeba nam innych światów."])
        #expect(try second.shelves == ["Ulubione": ["Solaris"]])
        #expect(try second.session.context.container.integrityCheck().isEmpty)
        try second.session.context.close()
    }

    @Test
    func `The first reading log with shelves and quotes opens without loss, and its steps can be undone`()
        async throws
    {
        let path = try copy("reading-log-2")
        defer {
            try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        let log = try await TestLog(store: path)
        #expect(
            try log.shelves == [
                "Ulubione": ["Solaris"], "to lend; soon": ["Solaris"], "Łódź": ["Kokoro"],
            ])
        let solaris = try log.book("Solaris")
        #expect(solaris.quotes.map(\.number) == [2, 1] && solaris.rating == 5)
        let quote = try #require(solaris.quotes.last)
        #expect(quote.text == "Nie potrzeba nam innych światów. Potrzeba nam luster.")
        #expect(quote.page == "72" && quote.note == "Snaut")
        let context = log.session.context
        #expect(try context.undoLastTransaction()?.deleted["Quote"] == 1)
        let lalka = try log.book("Lalka")
        #expect(lalka.number == 2 && lalka.shelves.map(\.name) == ["Ulubione"])
        #expect(lalka.quotes.map(\.text) == ["Third, \"quoted\""] && lalka.quotes.map(\.page) == ["xii–xiii"])
        try context.undoLastTransaction()
        #expect(solaris.quotes.map(\.number) == [1, 2])
        #expect(try context.container.integrityCheck().isEmpty)
        try context.close()
    }
}
