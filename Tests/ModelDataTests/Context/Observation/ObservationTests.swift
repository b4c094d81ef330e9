import Foundation
import ModelData
import Testing

@Suite("Observing a fetch", .timeLimit(.minutes(30)))
@MainActor
struct ObservationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `Results include the context's own changes, saved or not`() async throws {
        let context = ModelContext(try memory(Book.self))
        let sort = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])
        var results = context.observe(sort).makeAsyncIterator()
        #expect(try await results.next(isolation: #isolation)?.isEmpty == true)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        #expect(try await results.next(isolation: #isolation)?.map(\.title) == ["Solaris"])
        book.title = "Eden"
        #expect(try await results.next(isolation: #isolation)?.map(\.title) == ["Eden"])
        try context.save()
        _ = try await results.next(isolation: #isolation)
        book.rating = 1
        _ = try await results.next(isolation: #isolation)
        book.title = "Fiasko"
        #expect(try await results.next(isolation: #isolation)?.map(\.title) == ["Fiasko"])
        context.rollback()
        #expect(try await results.next(isolation: #isolation)?.map(\.title) == ["Eden"])
    }

    @Test func `Results include the context's undo and redo`() async throws {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        var results = context.observe(FetchDescriptor<Book>()).makeAsyncIterator()
        #expect(try await results.next(isolation: #isolation)?.count == 1)
        try context.undoLastTransaction()
        #expect(try await results.next(isolation: #isolation)?.isEmpty == true)
        try context.redoLastTransaction()
        #expect(try await results.next(isolation: #isolation)?.map(\.title) == ["Solaris"])
    }

    @Test(arguments: [0, 1, 2])
    func `Results end with the last state that other contexts committed`(kind: Int) async throws {
        // The writer is another context of the same container (0), of the same in-memory container (1), or of
        // a second container, as in another process (2).
        let url = directory.file()
        let container = kind == 1 ? try memory(Book.self) : try container(url, Book.self)
        let context = ModelContext(container)
        let writer = ModelContext(
            kind == 2 ? try ModelDataTests.container(url, Book.self) : container)
        let total = 20
        let reader = Task {
            var counts: [Int] = []
            for try await books in context.observe(FetchDescriptor<Book>()) {
                counts.append(books.count)
                if books.count == total { break }
            }
            return counts
        }
        // If the writer fails, cancel the reader, which would otherwise wait forever.
        defer { reader.cancel() }
        for number in 1...total {
            writer.insert(Book(title: "\(number)", author: "x"))
            try writer.save()
            await Task.yield()
        }
        let counts = try await reader.value
        #expect(counts == counts.sorted())
        #expect(counts.last == total)
    }

    @Test func `Objects in the results have external changes or are marked as deleted`() async throws {
        let container = try container(directory.file(), Book.self)
        let context = ModelContext(container)
        let writer = ModelContext(container)
        writer.insert(Book(title: "Solaris", author: "Lem"))
        try writer.save()
        var results = context.observe(FetchDescriptor<Book>()).makeAsyncIterator()
        let book = try #require(try await results.next(isolation: #isolation)?.first)
        let other = try #require(try writer.fetch(FetchDescriptor<Book>()).first)
        other.rating = 4
        try writer.save()
        #expect(try await results.next(isolation: #isolation)?.first === book)
        #expect(book.rating == 4)
        writer.delete(other)
        try writer.save()
        #expect(try await results.next(isolation: #isolation)?.isEmpty == true)
        #expect(book.modelContext == nil)
    }

    @Test func `An observation ends with its task`() async throws {
        let context = ModelContext(try memory(Book.self))
        let task = Task {
            var count = 0
            for try await _ in context.observe(FetchDescriptor<Book>()) { count += 1 }
            return count
        }
        await Task.yield()
        task.cancel()
        #expect(try await task.value <= 1)
    }

    @Test func `A container reports commits`() async throws {
        let container = try container(directory.file(), Book.self)
        var iterator = container.storeChanges().makeAsyncIterator()
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        #expect(await iterator.next() != nil)
    }

    @Test func `Two loops over one sequence both get the changes, and each ends with its own task`()
        async throws
    {
        let container = try memory(Book.self)
        let changes = container.storeChanges()
        let (events, continuation) = AsyncStream.makeStream(of: Int.self)
        let loops = (0..<2).map { number in
            Task {
                var iterator = changes.makeAsyncIterator()
                while await iterator.next() != nil { continuation.yield(number) }
            }
        }
        defer { for loop in loops { loop.cancel() } }
        let context = ModelContext(container)
        func change() throws {
            context.insert(Book(title: "Solaris", author: "Lem"))
            try context.save()
        }
        var received = events.makeAsyncIterator()
        // From the second round on, both loops already wait for the next change when it is saved.
        for _ in 1...20 {
            try change()
            var missing: Set = [0, 1]
            while !missing.isEmpty, let number = await received.next(isolation: #isolation) {
                missing.remove(number)
            }
        }
        loops[0].cancel()
        await loops[0].value
        try change()
        #expect(await received.next(isolation: #isolation) == 1)
    }
}
