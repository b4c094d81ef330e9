import Foundation
import ModelData
import Testing

@Suite("Batch deletion")
struct BatchDeletionTests {
    /// Returns a context without loaded objects, in a store of books rated 0 to 9.
    private func shelf() throws -> (ModelContext, ModelContainer) {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        for rating in 0..<10 { context.insert(Book(title: "\(rating)", author: "x", rating: rating)) }
        try context.save()
        return (context, container)
    }

    private func ratings(_ context: ModelContext) throws -> [Int] {
        try context.fetch(FetchDescriptor<Book>()).compactMap(\.rating)
    }

    @Test func `Records without objects are deleted by the save, and earlier fetches leave them out`() throws
    {
        let (context, container) = try shelf()
        try context.delete(model: Book.self, where: #Predicate { ($0.rating ?? 0) < 7 })
        #expect(context.hasChanges)
        #expect(try ratings(context) == [7, 8, 9])
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
        var limited = FetchDescriptor<Book>()
        limited.fetchLimit = 2
        limited.fetchOffset = 1
        #expect(try context.fetchIdentifiers(limited).map(\.recordNumber) == [9, 10])
        #expect(try ratings(ModelContext(container)).count == 10)
        try context.save()
        #expect(!context.hasChanges)
        #expect(try ratings(ModelContext(container)) == [7, 8, 9])
        #expect(try context.historySummaries(limit: 1).first?.deleted == ["Book": 7])
        try context.undoLastTransaction()
        #expect(try ratings(context) == Array(0..<10))
    }

    @Test func `Objects in the context are marked as deleted, based on their unsaved values`() throws {
        let (context, _) = try shelf()
        let books = try context.fetch(FetchDescriptor<Book>())
        let unsaved = Book(title: "new", author: "x", rating: 1)
        context.insert(unsaved)
        books[0].rating = 5
        books[5].rating = 0
        try context.delete(model: Book.self, where: #Predicate { ($0.rating ?? 9) < 3 })
        #expect(books.filter(\.isDeleted).map(\.title) == ["1", "2", "5"])
        #expect(unsaved.modelContext == nil)
        try context.save()
        #expect(try ratings(context) == [5, 3, 4, 6, 7, 8, 9])
    }

    @Test func `A rollback keeps the records, and deletedModelsArray lists all of them`() throws {
        let (context, container) = try shelf()
        let fresh = ModelContext(container)
        try fresh.delete(model: Book.self, where: #Predicate { ($0.rating ?? 0) > 7 })
        #expect(fresh.deletedModelsArray.count == 2)
        #expect(fresh.deletedModelsArray.allSatisfy { $0.isDeleted })
        fresh.rollback()
        #expect(!fresh.hasChanges)
        try fresh.save()
        try fresh.delete(model: Book.self)
        fresh.rollback()
        #expect(try ratings(fresh).count == 10)
        #expect(try ratings(context).count == 10)
    }

    @Test func `Every live context notices the deletion`() throws {
        let directory = try TemporaryDirectory()
        for container in [try memory(Book.self), try container(directory.file(), Book.self)] {
            let first = ModelContext(container)
            let second = ModelContext(container)
            first.insert(Book(title: "Solaris", author: "Lem"))
            try first.save()
            let copy = try #require(try second.fetch(FetchDescriptor<Book>()).first)
            try first.delete(model: Book.self)
            try first.save()
            #expect(try second.storeChangedElsewhere())
            #expect(copy.modelContext == nil)
            #expect(copy.title == "Solaris")
            #expect(try !second.storeChangedElsewhere())
        }
    }

    @Test func `A save reports exactly the records that it inserted, changed and deleted`() throws {
        let (context, _) = try shelf()
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        book.rating = 3
        let added = Book(title: "added", author: "x")
        context.insert(added)
        try context.delete(model: Book.self, where: #Predicate { ($0.rating ?? 0) > 8 })
        nonisolated(unsafe) var posted: [String: [PersistentIdentifier]] = [:]
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { notification in
            for (key, value) in notification.userInfo ?? [:] {
                if let key = key as? String, let value = value as? [PersistentIdentifier] {
                    posted[key] = value
                }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.save()
        typealias Key = ModelContext.NotificationKey
        #expect(posted[Key.insertedIdentifiers.rawValue] == [added.persistentModelID])
        #expect(posted[Key.updatedIdentifiers.rawValue] == [book.persistentModelID])
        #expect(posted[Key.deletedIdentifiers.rawValue]?.map(\.recordNumber) == [10])
    }
}
