import Foundation
import Observation
import Synchronization
import Testing

@testable import ModelData

@Suite("Fetching selected properties")
struct PartialFetchTests {
    private let container: ModelContainer

    init() throws {
        container = try memory(Everything.self, Book.self)
        let context = ModelContext(container)
        for key in 1...5 {
            let object = Everything(key: key)
            object.text = "text \(key)"
            object.optionalText = "more \(key)"
            context.insert(object)
            context.insert(Book(title: "title \(key)", author: "author \(key)", rating: key))
        }
        try context.save()
    }

    private func descriptor() -> FetchDescriptor<Everything> {
        var descriptor = FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)])
        descriptor.propertiesToFetch = [\.key, \.text]
        return descriptor
    }

    @Test
    func `Unfetched properties of a record with an unsaved deletion can be read and are restored with it`()
        throws
    {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.rating)])
        descriptor.propertiesToFetch = [\.rating]
        let books = try context.fetch(descriptor, batchSize: 10)
        try context.delete(model: Book.self)
        #expect(books[0].title == "title 1")
        context.rollback()
        #expect(books[0].title == "title 1")
        let again = try context.fetch(descriptor, batchSize: 10)
        try context.delete(model: Book.self)
        #expect(again[1].author == "author 2")
        try context.save()
        #expect(try context.undoLastTransaction() != nil)
        let back = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.rating)]))
        #expect(back.map(\.author) == (1...5).map { "author \($0)" })
    }

    @Test func `Only the selected properties are read, and accessing another one reads all the rest`() throws
    {
        let context = ModelContext(container)
        let statements = try StatementCounter(context)
        let objects = try context.fetch(descriptor())
        #expect(
            objects.map { $0._$state.observers.unreadColumns.isEmpty } == Array(repeating: false, count: 5))
        var texts: [String] = []
        var count = statements.run { texts = objects.map(\.text) }
        #expect(texts == (1...5).map { "text \($0)" })
        #expect(count == 0)
        count = statements.run { texts = [objects[2].optionalText ?? ""] }
        #expect(texts == ["more 3"])
        #expect(count == 1)
        count = statements.run { texts = [objects[2].url.absoluteString] }
        #expect(texts == ["https://example.org/3"])
        #expect(count == 0)
        #expect(objects[1].status == .completed && objects[1].places.isEmpty)
        #expect(!context.hasChanges)
    }

    @Test func `Setting an unfetched property to its placeholder value is saved`() throws {
        let context = ModelContext(container)
        let objects = try context.fetch(descriptor())
        objects[0].optionalText = nil
        objects[1].status = .onShelf
        objects[2].tags.append("new")
        objects[3].double = 0.1
        objects[4].text = "changed"
        try context.save()
        let fresh = try ModelContext(container).fetch(
            FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)]))
        #expect(fresh[0].optionalText == nil && fresh[0].text == "text 1")
        #expect(fresh[1].status == .onShelf && fresh[1].optionalText == "more 2")
        #expect(fresh[2].tags == ["new"])
        #expect(fresh[4].text == "changed" && fresh[4].optionalText == "more 5")
        try context.undoLastTransaction()
        #expect(objects[0].optionalText == "more 1" && objects[1].status == .completed)
    }

    @Test func `Undoing a deletion restores all values of the record`() throws {
        let context = ModelContext(container)
        for object in try context.fetch(descriptor()) { context.delete(object) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 0)
        try context.undoLastTransaction()
        let fresh = try ModelContext(container).fetch(FetchDescriptor<Everything>())
        #expect(fresh.map(\.optionalText) == (1...5).map { "more \($0)" })
    }

    @Test func `External changes are read, and a complete object stays complete`() throws {
        let context = ModelContext(container)
        let whole = try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)]))[0]
        let objects = try context.fetch(descriptor())
        #expect(objects[0] === whole)
        #expect(whole._$state.observers.unreadColumns.isEmpty)
        let other = ModelContext(container)
        for object in try other.fetch(FetchDescriptor<Everything>()) {
            object.text += "!"
            object.optionalText? += "!"
        }
        try other.save()
        let again = try context.fetch(descriptor())
        #expect(again.map(\.text) == (1...5).map { "text \($0)!" })
        #expect(again.map(\.optionalText) == (1...5).map { "more \($0)!" })
        #expect(again[1] === objects[1])
    }

    @Test func `Observers see a change of a property that wasn't fetched at first`() throws {
        let context = ModelContext(container)
        let object = try context.fetch(descriptor())[0]
        let changes = Mutex(0)
        withObservationTracking {
            _ = object.optionalText
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        object.optionalText = "other"
        #expect(changes.withLock { $0 } == 1)
    }

    @Test func `Objects that leave or outlive their context have all their values`() throws {
        let context = ModelContext(container)
        let objects = try context.fetch(descriptor())
        context.reset()
        #expect(objects.map(\.optionalText) == (1...5).map { "more \($0)" })
        let others = try ModelContext(container).fetch(descriptor())
        #expect(others.map(\.optionalText) == (1...5).map { "more \($0)" })
        others[0].optionalText = "set"
        #expect(others[0].optionalText == "set")
    }

    @Test
    func
        `An unfetched property of a deleted record has a new object's value, and the check of reads says so`()
        throws
    {
        let context = ModelContext(container)
        let objects = try context.fetch(descriptor())
        let other = ModelContext(container)
        try other.delete(model: Everything.self)
        try other.save()
        #expect(objects[0].text == "text 1" && objects[0].optionalText == nil && objects[0].flag)
        #expect(throws: ModelDataError.recordGone(model: "Everything", record: 1)) {
            try context.checkReads()
        }
    }

    @Test(arguments: [false, true])
    func `An object whose record another context has deleted can be deleted, also if it is partial`(
        isPartial: Bool
    ) throws {
        let context = ModelContext(container)
        let objects = try context.fetch(isPartial ? descriptor() : FetchDescriptor<Everything>())
        let other = ModelContext(container)
        try other.delete(model: Everything.self)
        try other.save()
        context.delete(objects[0])
        try context.save()
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 0)
    }

    @Test func `Predicates and orders evaluated in memory have all the properties they need`() throws {
        var descriptor = FetchDescriptor<Everything>(
            predicate: #Predicate { $0.tags.isEmpty && $0.decimal == 0 }, sortBy: [SortDescriptor(\.key)])
        descriptor.propertiesToFetch = [\.key]
        #expect(try ModelContext(container).fetch(descriptor).map(\.key) == [1, 2, 3, 4, 5])
        var keys: [Int] = []
        var texts: [String?] = []
        try ModelContext(container).enumerate(self.descriptor(), batchSize: 2) {
            keys.append($0.key)
            texts.append($0.optionalText)
        }
        #expect(keys == [1, 2, 3, 4, 5])
        #expect(texts == (1...5).map { "more \($0)" })
    }
}

@Suite("Fetching in batches")
struct BatchedFetchTests {
    private let container: ModelContainer

    init() throws {
        container = try memory(Book.self)
        let context = ModelContext(container)
        for number in 0..<100 { context.insert(Book(title: "\(number)", author: "x", rating: number)) }
        try context.save()
    }

    private let byRating = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.rating, order: .reverse)])

    @Test func `Objects are created on access, one batch at a time, and released`() throws {
        let context = ModelContext(container)
        let statements = try StatementCounter(context)
        let books = try context.fetch(byRating, batchSize: 10)
        #expect(books.count == 100)
        var titles: [String] = []
        var count = statements.run { titles = [books[57].title] }
        #expect(titles == ["42"])
        #expect(count == 1)
        count = statements.run { titles = [books[50].title] }
        #expect(titles == ["49"])
        #expect(count == 0)
        let table = try context.table(for: Book.self)
        #expect(table.models.count == 10)
        count = statements.run { titles = books.map(\.title) }
        #expect(titles == (0..<100).reversed().map(String.init))
        #expect(count == 10)
        #expect(table.models.count == 20)
        weak let first = books[0]
        #expect(first != nil)
        for position in 30..<100 { _ = books[position] }
        #expect(first == nil)
    }

    @Test func `Batches contain the context's objects with their unsaved changes`() throws {
        let context = ModelContext(container)
        let books = try context.fetch(byRating, batchSize: 7)
        let known = try #require(
            try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == "3" })).first)
        known.author = "changed"
        #expect(books[96] === known && books[96].author == "changed")
        // If unsaved changes may alter the order, a fetch creates all its objects at once.
        let others = try context.fetch(byRating, batchSize: 7)
        known.rating = 1000
        let moved = try context.fetch(byRating, batchSize: 7)
        #expect(others[96] === known && moved[0] === known && moved.count == 100)
    }

    @Test func `A record deleted before its batch is a deleted object, and the others are unchanged`() throws
    {
        let context = ModelContext(container)
        let books = try context.fetch(byRating, batchSize: 10)
        let other = ModelContext(container)
        try other.delete(model: Book.self, where: #Predicate { $0.rating == 95 || $0.rating == 5 })
        try other.save()
        #expect(books.count == 100 && books[4].modelContext == nil && books[94].modelContext == nil)
        #expect(books.filter { $0.modelContext == nil }.count == 2 && books[5].title == "94")
        #expect(books[4].persistentModelID.recordNumber == 96 && books[4].title == "")
        let gone = ModelDataError.recordGone(model: "Book", record: 96)
        #expect(books.readError == gone)
        #expect(throws: gone) { try context.save() }
    }

    @Test func `An unreadable record is named in the error, and the rest of its batch can be read`() throws {
        let context = ModelContext(container)
        let books = try context.fetch(byRating, batchSize: 10)
        try context.allSessions()[0].connection.perform {
            try $0.execute("UPDATE Book SET status = 'nonsense' WHERE rating = 42")
        }
        #expect(books[56].title == "43" && books[57].modelContext == nil && books[58].title == "41")
        guard case .unreadableValue("Book", "status", 43, _)? = books.readError else {
            Issue.record("\(String(describing: books.readError))")
            return
        }
    }

    @Test func `Batches respect limits, offsets, unsaved deletions and identifier fetches`() throws {
        let context = ModelContext(container)
        try context.delete(model: Book.self, where: #Predicate { $0.rating == 99 })
        var descriptor = byRating
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 3
        #expect(try context.fetch(descriptor, batchSize: 2).map(\.title) == ["97", "96", "95"])
        #expect(try context.fetchIdentifiers(descriptor, batchSize: 2).count == 3)
        #expect(try context.fetch(descriptor, batchSize: 0).map(\.title) == ["97", "96", "95"])
    }
}
