import Foundation
import ModelData
import Testing

@ModelActor
private actor Shelf {
    func add(_ titles: [String]) throws -> [PersistentIdentifier] {
        let books = titles.map { Book(title: $0, author: "x") }
        for book in books { modelContext.insert(book) }
        try modelContext.save()
        return books.map(\.persistentModelID)
    }

    func title(_ identifier: PersistentIdentifier) -> String? { self[identifier, as: Book.self]?.title }

    func rate(_ identifier: PersistentIdentifier, _ rating: Int) throws {
        self[identifier, as: Book.self]?.rating = rating
        try modelContext.save()
    }

    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Book>()) }
}

@Suite("Several model actors on one container")
struct ConcurrencyTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `An actor finds an object that another actor saved by its identifier`() async throws {
        let container = try container(directory.file(), Book.self)
        let identifiers = try await Shelf(modelContainer: container).add(["Solaris"])
        let identifier = try #require(identifiers.first)
        #expect(await Shelf(modelContainer: container).title(identifier) == "Solaris")
    }

    @Test(arguments: [true, false])
    func `Actors that save at the same time lose no changes`(inMemory: Bool) async throws {
        let container = inMemory ? try memory(Book.self) : try container(directory.file(), Book.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let shelf = Shelf(modelContainer: container)
                    for batch in 0..<10 {
                        let added = try await shelf.add((0..<5).map { "\(number) \(batch) \($0)" })
                        for identifier in added { try await shelf.rate(identifier, number) }
                        _ = try await shelf.count()
                    }
                }
            }
            try await group.waitForAll()
        }
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        #expect(books.count == 200)
        #expect(books.allSatisfy { $0.title.hasPrefix("\($0.rating ?? -1) ") })
        #expect(try context.historySummaries(limit: 1000).count == 240)
    }

    @Test func `A reader doesn't wait for a writer`() async throws {
        let container = try container(directory.file(), Book.self)
        let writer = ModelContext(container)
        writer.insert(Book(title: "Solaris", author: "Lem"))
        try writer.save()
        try writer.beginTransaction()
        writer.insert(Book(title: "Eden", author: "Lem"))
        try writer.save()
        #expect(try await Shelf(modelContainer: container).count() == 1)
        try writer.commitTransaction()
        #expect(try await Shelf(modelContainer: container).count() == 2)
    }
}
