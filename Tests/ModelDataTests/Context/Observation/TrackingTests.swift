import Foundation
import ModelData
import Observation
import Synchronization
import Testing

@Suite("Observation tracking")
struct TrackingTests {
    private let context: ModelContext
    private let books: [Book]

    init() throws {
        let container = try memory(Book.self)
        let filling = ModelContext(container)
        for title in ["Solaris", "Eden", "Fiasko"] { filling.insert(Book(title: title, author: "Lem")) }
        try filling.save()
        context = ModelContext(container)
        books = try context.fetch(FetchDescriptor<Book>())
        // Read every title once before any tracking starts.
        for book in books { _ = book.title }
    }

    /// Returns whether observation tracking of the reads reports the change.
    private func sees(_ change: () throws -> Void, reading: () -> Void) rethrows -> Bool {
        let isSeen = Mutex(false)
        withObservationTracking(reading) { isSeen.withLock { $0 = true } }
        try change()
        return isSeen.withLock { $0 }
    }

    @Test func `Tracking reports each change of a property that was read`() {
        for title in ["a", "b", "c"] {
            #expect(
                sees {
                    books[0].title = title
                } reading: {
                    _ = books[0].title
                })
        }
    }

    @Test func `Changes of other properties and other objects aren't reported`() {
        #expect(
            !sees {
                books[0].rating = 5
            } reading: {
                _ = books[0].title
            })
        #expect(
            !sees {
                books[1].title = "x"
            } reading: {
                _ = books[0].title
            })
        #expect(
            sees {
                books[2].rating = 1
            } reading: {
                for book in books { _ = book.rating }
            })
    }

    @Test func `Nested tracking reports to both levels`() {
        let inner = Mutex(false)
        let outer = sees {
            books[0].title = "x"
        } reading: {
            withObservationTracking {
                _ = books[0].title
            } onChange: {
                inner.withLock { $0 = true }
            }
        }
        #expect(outer)
        #expect(inner.withLock { $0 })
    }

    @Test func `Changes saved by others are reported once the context merges them`() throws {
        let other = ModelContext(context.container)
        try #require(try other.fetch(FetchDescriptor<Book>()).first).title = "changed"
        let isSeen = try sees {
            try other.save()
            _ = try context.fetch(FetchDescriptor<Book>())
        } reading: {
            _ = books[0].title
        }
        #expect(isSeen)
    }

    @Test func `Tracking is released with its object, while the context stays`() throws {
        final class Token: Sendable {}
        weak var token: Token?
        do {
            let held = Token()
            token = held
            let book = Book(title: "x", author: "y")
            context.insert(book)
            withObservationTracking {
                _ = book.title
            } onChange: {
                _ = held
            }
            context.delete(book)
        }
        #expect(token == nil)
        #expect(!context.hasChanges)
    }
}
