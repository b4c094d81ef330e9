import Foundation
import ModelData
import Testing

@Suite("Custom stores that evaluate requests")
struct FilteringStoreTests {
    private let configuration = FilteringConfiguration()
    private var table: RowTable { configuration.table }

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Book.self, configurations: configuration)
    }

    @Test func `Objects get the values that the store has changed`() throws {
        let context = ModelContext(try container())
        let book = Book(title: "Solaris", author: "Lem", rating: 5)
        context.insert(book)
        try context.save()
        #expect(book.title == "SOLARIS")
        #expect(!context.hasChanges)
        book.title = "Eden"
        try context.save()
        #expect(book.title == "EDEN")
        #expect(table.rows.count == 1)
        context.delete(book)
        try context.save()
        #expect(table.rows.isEmpty)
    }

    @Test func `The result of a fetch is the store's, in its order and with its limit`() throws {
        let context = ModelContext(try container())
        for (title, rating) in [("a", 3), ("b", nil), ("c", 5), ("d", 4)] as [(String, Int?)] {
            context.insert(Book(title: title, author: "Lem", rating: rating))
            try context.save()
        }
        table.log = []
        // The store ignores what the predicate and the order are.
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.title == "x" }, sortBy: [SortDescriptor(\.title)])
        #expect(try context.fetch(descriptor).map(\.title) == ["C", "D", "A"])
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.title) == ["C", "D"])
        #expect(try context.fetchCount(descriptor) == 2)
        #expect(try context.fetchIdentifiers(descriptor).count == 2)
        #expect(table.log == ["fetch 3", "fetch 2", "count", "fetch 2", "fetch 2"])
    }

    @Test func `Unsaved objects are sorted into the result, and the limit applies to all`() throws {
        let context = ModelContext(try container())
        for title in ["b", "d"] {
            context.insert(Book(title: title, author: "Lem", rating: 1))
            try context.save()
        }
        context.insert(Book(title: "C", author: "Lem", rating: 1))
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { $0.rating == 1 }, sortBy: [SortDescriptor(\.title)])
        #expect(try context.fetch(descriptor).map(\.title) == ["B", "C", "D"])
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.title) == ["B", "C"])
        #expect(try context.fetchCount(descriptor) == 2)
    }

    @Test func `Properties that a snapshot leaves out keep their default values`() throws {
        let context = ModelContext(try container())
        let book = Book(title: "Solaris", author: "Lem")
        book.summary = "an ocean"
        context.insert(book)
        try context.save()
        #expect(book.summary == "")
        #expect(book.status == .onShelf)
    }

    @Test func `An actor and the main actor share a custom store`() async throws {
        let container = try container()
        let writer = Writer(modelContainer: container)
        try await writer.add(["a", "b"])
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
        try await context.saveWhenUnlocked()
        context.insert(Book(title: "c", author: "Lem"))
        try await context.saveWhenUnlocked()
        #expect(try await writer.count() == 3)
    }
}

@ModelActor
private actor Writer {
    func add(_ titles: [String]) throws {
        for title in titles {
            modelContext.insert(Book(title: title, author: "Lem"))
            try modelContext.save()
        }
    }

    func count() throws -> Int { try modelContext.fetch(FetchDescriptor<Book>()).count }
}
