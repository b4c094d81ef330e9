import Foundation
import ModelData
import Observation
import Synchronization
import Testing

@Suite("Tracking what is read")
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
        // Reads that nobody tracks come before.
        for book in books { _ = book.title }
    }

    /// Whether some change is seen by who tracks some reads.
    private func sees(_ change: () throws -> Void, reading: () -> Void) rethrows -> Bool {
        let isSeen = Mutex(false)
        withObservationTracking(reading) { isSeen.withLock { $0 = true } }
        try change()
        return isSeen.withLock { $0 }
    }

    @Test("A change of a fetched object is seen by who read that property of it, time and again")
    func own() {
        for title in ["a", "b", "c"] {
            #expect(
                sees {
                    books[0].title = title
                } reading: {
                    _ = books[0].title
                })
        }
    }

    @Test("Changes of other properties and other objects aren't seen")
    func others() {
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

    @Test("Tracking inside of tracking is seen by both")
    func nested() {
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
        #expect(outer && inner.withLock { $0 })
    }

    @Test("What others saved is seen once the context follows it")
    func foreign() throws {
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

    @Test("Who tracks an object is let go of with it, while the context stays")
    func release() throws {
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
