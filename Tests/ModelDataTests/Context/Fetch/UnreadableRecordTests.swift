import Foundation
import Testing

@testable import ModelData

@Suite("Records with values that can't be read")
struct UnreadableRecordTests {
    private let directory: TemporaryDirectory
    private let container: ModelContainer

    /// Six books; the second has an unknown status, and the fourth an invalid date.
    init() throws {
        directory = try TemporaryDirectory()
        container = try ModelContainer(
            for: Book.self, configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        for number in 1...6 {
            context.insert(Book(title: "book \(7 - number)", author: "x", rating: number))
        }
        try context.save()
        let tool = try StoreConnection(path: directory.file().path, timeout: 5)
        try tool.perform { connection in
            try connection.execute("UPDATE Book SET status = 'lost' WHERE _id = 2")
            try connection.execute("UPDATE Book SET status = '' WHERE _id = 4")
        }
    }

    private func unreadable(_ record: Int64, _ content: String) -> ModelDataError {
        .unreadableValue(
            model: "Book", property: "status", record: record,
            problem: .unreadable(content: content, type: "Status"))
    }

    @Test func `All readable records are fetched, and the unreadable ones are named`() throws {
        let context = ModelContext(container)
        #expect(throws: unreadable(2, "lost")) { try context.fetch(FetchDescriptor<Book>()) }
        let result = try context.fetchReadable(FetchDescriptor<Book>())
        #expect(result.models.map(\.rating) == [1, 3, 5, 6])
        #expect(result.unreadable == [unreadable(2, "lost"), unreadable(4, "")])
    }

    @Test func `Predicate, order, limit and offset apply as in any fetch`() throws {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { ($0.rating ?? 0) > 2 }, sortBy: [SortDescriptor(\.title)])
        var result = try context.fetchReadable(descriptor)
        #expect(result.models.map(\.rating) == [6, 5, 3])
        #expect(result.unreadable == [unreadable(4, "")])
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 1
        result = try context.fetchReadable(descriptor)
        #expect(result.models.map(\.rating) == [5])
        descriptor.predicate = #Predicate { $0.rating == 2 }
        descriptor.fetchOffset = nil
        result = try context.fetchReadable(descriptor)
        #expect(result.models.isEmpty)
        #expect(result.unreadable == [unreadable(2, "lost")])
    }

    @Test func `Unsaved changes are included`() throws {
        let context = ModelContext(container)
        context.insert(Book(title: "book 0", author: "y", rating: 7))
        let first = try #require(try context.object(Book.self, number: 1))
        first.rating = 8
        let result = try context.fetchReadable(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(result.models.map(\.rating) == [7, 6, 5, 3, 8])
        #expect(result.unreadable.count == 2)
    }

    @Test func `A store without unreadable records returns none`() throws {
        let context = ModelContext(try memory(Book.self))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        let result = try context.fetchReadable(FetchDescriptor<Book>())
        #expect(result.models.count == 1)
        #expect(result.unreadable.isEmpty)
    }
}
