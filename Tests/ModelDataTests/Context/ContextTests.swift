import Foundation
import ModelData
import Testing

@Suite("Contexts")
struct ContextTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Returns two contexts of one store.
    private func pair() throws -> (ModelContext, ModelContext) {
        let container = try container(directory.file(), Book.self)
        return (ModelContext(container), ModelContext(container))
    }

    @Test func `A fetch with an offset returns the remaining objects, saved or not`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["a", "b", "c"] { context.insert(Book(title: title, author: "")) }
        var descriptor = FetchDescriptor<Book>()
        descriptor.fetchLimit = .max
        for _ in 0..<2 {
            for (offset, count) in [(1, 2), (3, 0), (4, 0)] {
                descriptor.fetchOffset = offset
                #expect(try context.fetch(descriptor).count == count)
            }
            try context.save()
        }
    }

    @Test func `The arrays list exactly the inserted, changed and deleted objects`() throws {
        let context = ModelContext(try memory(Book.self))
        let changed = Book(title: "changed", author: "x")
        let deleted = Book(title: "deleted", author: "x")
        context.insert(changed)
        context.insert(deleted)
        try context.save()
        let inserted = Book(title: "inserted", author: "x")
        let dropped = Book(title: "dropped", author: "x")
        context.insert(inserted)
        context.insert(dropped)
        context.delete(dropped)
        changed.rating = 1
        context.delete(deleted)
        #expect(context.insertedModelsArray.map(\.persistentModelID) == [inserted.persistentModelID])
        #expect(context.changedModelsArray.map(\.persistentModelID) == [changed.persistentModelID])
        #expect(context.deletedModelsArray.map(\.persistentModelID) == [deleted.persistentModelID])
        try context.save()
        #expect(context.insertedModelsArray.isEmpty)
        #expect(context.changedModelsArray.isEmpty)
        #expect(context.deletedModelsArray.isEmpty)
    }

    @Test func `A fetch includes unsaved objects, in order and within limits`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["b", "d", "f"] { context.insert(Book(title: title, author: "x", rating: 1)) }
        try context.save()
        context.insert(Book(title: "c", author: "x", rating: 1))
        let sort = [SortDescriptor(\Book.title)]
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: sort))
        #expect(books.map(\.title) == ["b", "c", "d", "f"])
        books[0].title = "e"
        context.delete(books[2])
        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.rating == 1 }, sortBy: sort)
        #expect(try context.fetch(descriptor).map(\.title) == ["c", "e", "f"])
        #expect(try context.fetchCount(descriptor) == 3)
        descriptor.fetchLimit = 1
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.title) == ["e"])
        #expect(try context.fetchIdentifiers(descriptor).count == 1)
        descriptor = FetchDescriptor<Book>()
        descriptor.includePendingChanges = false
        #expect(try context.fetchCount(descriptor) == 3)
    }

    @Test func `Identifiers become permanent with the save, and can be encoded`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        let temporary = book.persistentModelID
        #expect(temporary.recordNumber == nil)
        #expect(temporary.storeIdentifier == nil)
        #expect(temporary == book.persistentModelID)
        context.insert(book)
        let registered: Book? = context.registeredModel(for: temporary)
        #expect(registered === book)
        try context.save()
        let identifier = book.persistentModelID
        #expect(identifier.recordNumber == 1)
        #expect(identifier.entityName == "Book")
        let data = try JSONEncoder().encode(identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == identifier)
        #expect(decoded.hashValue == identifier.hashValue)
        #expect(context[decoded, as: Book.self] === book)
        #expect(book.id == identifier)
    }

    @Test func `Objects stay readable after a reset of their context`() throws {
        let context = ModelContext(try memory(Book.self))
        let saved = Book(title: "saved", author: "x")
        context.insert(saved)
        try context.save()
        let unsaved = Book(title: "unsaved", author: "x")
        context.insert(unsaved)
        saved.rating = 2
        context.reset()
        #expect(saved.title == "saved")
        #expect(saved.rating == 2)
        #expect(saved.modelContext == nil)
        #expect(unsaved.title == "unsaved")
        #expect(!context.hasChanges)
        saved.title = "still harmless"
        #expect(!context.hasChanges)
        let again = try context.fetch(FetchDescriptor<Book>())
        #expect(again.map(\.title) == ["saved"])
        #expect(again.first !== saved)
        #expect(again.first?.rating == nil)
    }

    @Test func `An unreferenced object is released by the context and read again later`() throws {
        let context = ModelContext(try memory(Book.self))
        for number in 0..<100 { context.insert(Book(title: "\(number)", author: "x")) }
        try context.save()
        weak let first = try context.fetch(FetchDescriptor<Book>()).first
        #expect(first == nil)
        #expect(try context.fetch(FetchDescriptor<Book>()).count == 100)
    }

    @Test func `Changes by another context are detected and merged`() throws {
        let (first, second) = try pair()
        let book = Book(title: "Solaris", author: "Lem")
        let removed = Book(title: "Eden", author: "Lem")
        first.insert(book)
        first.insert(removed)
        try first.save()
        _ = try second.storeChangedElsewhere()
        #expect(try !second.storeChangedElsewhere())
        #expect(try !first.storeChangedElsewhere(), "the context's own save isn't an external change")

        let copies = try second.fetch(FetchDescriptor<Book>())
        copies[0].title = "changed"
        second.delete(copies[1])
        try second.save()
        #expect(try first.storeChangedElsewhere())
        #expect(book.title == "changed")
        #expect(removed.modelContext == nil)
        #expect(removed.title == "Eden")
        #expect(try !first.storeChangedElsewhere())
    }

    @Test func `A fetch updates unchanged objects from the store`() throws {
        let (first, second) = try pair()
        let book = Book(title: "Solaris", author: "Lem")
        first.insert(book)
        try first.save()
        let copy = try #require(try second.fetch(FetchDescriptor<Book>()).first)
        copy.rating = 5
        try second.save()
        #expect(book.rating == nil)
        _ = try first.fetch(FetchDescriptor<Book>())
        #expect(book.rating == 5)
    }

    @Test(
        arguments: [
            (MergePolicy.mergeByPropertyObjectTrump, "mine", 5),
            (.mergeByPropertyStoreTrump, "theirs", 5),
            (.overwrite, "mine", nil),
            (.rollback, "theirs", 5),
        ] as [(MergePolicy, String, Int?)])
    func `The merge policy decides on a property that was changed on both sides`(
        policy: MergePolicy, title: String, rating: Int?
    ) throws {
        let (first, second) = try pair()
        first.mergePolicy = policy
        let book = Book(title: "Solaris", author: "Lem")
        first.insert(book)
        try first.save()
        let copy = try #require(try second.fetch(FetchDescriptor<Book>()).first)
        copy.title = "theirs"
        copy.rating = 5
        try second.save()
        book.title = "mine"
        book.summary = "mine"
        try first.save()
        #expect(book.title == title)
        #expect(book.rating == rating)
        #expect(book.summary == (policy == .rollback ? "" : "mine"))
        _ = try second.fetch(FetchDescriptor<Book>())
        #expect(copy.title == title)
        #expect(copy.rating == rating)
        #expect(copy.summary == book.summary)
    }

    @Test func `Under the error policy a conflict throws, and nothing is lost`() throws {
        let (first, second) = try pair()
        first.mergePolicy = .error
        let book = Book(title: "Solaris", author: "Lem")
        first.insert(book)
        try first.save()
        let copy = try #require(try second.fetch(FetchDescriptor<Book>()).first)
        copy.rating = 5
        try second.save()
        book.summary = "no conflict"
        try first.save()
        #expect(book.rating == 5)
        copy.rating = 4
        try second.save()
        book.rating = 1
        #expect(throws: ModelDataError.conflict(model: "Book", record: 1, properties: ["rating"])) {
            try first.save()
        }
        #expect(book.rating == 1)
        #expect(first.hasChanges)
    }

    @Test func `Saving a record that another context deleted is an error`() throws {
        let (first, second) = try pair()
        let book = Book(title: "Solaris", author: "Lem")
        let other = Book(title: "Eden", author: "Lem")
        first.insert(book)
        first.insert(other)
        try first.save()
        try second.delete(model: Book.self)
        try second.save()
        book.rating = 1
        #expect(throws: ModelDataError.recordGone(model: "Book", record: 1)) { try first.save() }
        first.rollback()
        first.delete(other)
        try first.save()
    }

    @Test
    func `An object with an existing unique value replaces the record's values and keeps its identifier`()
        throws
    {
        let container = try memory(Everything.self)
        let context = ModelContext(container)
        let first = Everything(key: 1)
        context.insert(first)
        try context.save()
        let number = first.persistentModelID.recordNumber
        let second = Everything(key: 1)
        second.text = "second"
        context.insert(second)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Everything>()) == 1)
        #expect(first.text == "second")
        #expect(first.persistentModelID.recordNumber == number)
        #expect(try context.historySummaries(limit: 1).first?.updated == ["Everything": 1])
        try context.undoLastTransaction()
        #expect(first.text == "zażółć")

        let fresh = ModelContext(container)
        let third = Everything(key: 1)
        third.text = "third"
        fresh.insert(third)
        try fresh.save()
        #expect(third.persistentModelID.recordNumber == number)
        #expect(try fresh.fetch(FetchDescriptor<Everything>()).first === third)
    }

    @Test func `A unique value can move from a deleted object to a new one in one save`() throws {
        let context = ModelContext(try memory(Everything.self))
        context.mergePolicy = .error
        let first = Everything(key: 1)
        context.insert(first)
        try context.save()
        context.delete(first)
        context.insert(Everything(key: 1))
        try context.save()
        let other = Everything(key: 2)
        context.insert(other)
        try context.save()
        other.key = 1
        #expect(
            throws: ModelDataError.notUnique(model: "Everything", properties: ["key"], values: [.integer(1)])
        ) { try context.save() }
    }

    @Test func `Values that can't be stored are refused by name, and the rest can be saved afterwards`()
        throws
    {
        let context = ModelContext(try memory(Everything.self))
        let object = Everything(key: 1)
        context.insert(object)
        let cases: [(String, ValueProblem, (Everything) -> Void)] = [
            ("double", .notANumber, { $0.double = .nan }),
            ("float", .notANumber, { $0.float = .nan }),
            ("date", .notANumber, { $0.date = Date(timeIntervalSinceReferenceDate: .nan) }),
            ("decimal", .notANumber, { $0.decimal = .nan }),
            ("unsigned64", .outOfRange(value: "18446744073709551615"), { $0.unsigned64 = .max }),
        ]
        for (property, problem, change) in cases {
            change(object)
            #expect(
                throws: ModelDataError.invalidValue(
                    model: "Everything", property: property, record: nil, problem: problem)
            ) { try context.save() }
            context.rollback()
            let fresh = Everything(key: 1)
            context.insert(fresh)
            try context.save()
            change(fresh)
            #expect(
                throws: ModelDataError.invalidValue(
                    model: "Everything", property: property,
                    record: fresh.persistentModelID.recordNumber, problem: problem)
            ) { try context.save() }
            context.rollback()
            context.delete(fresh)
            try context.save()
            context.insert(object)
            object.double = 0
            object.float = 0
            object.date = .now
            object.decimal = 0
            object.unsigned64 = 0
        }
    }

    @Test func `An object of another context or of an unknown model makes the save throw`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        let other = ModelContext(container)
        let book = Book(title: "Solaris", author: "Lem")
        context.insert(book)
        other.insert(book)
        #expect(throws: ModelDataError.foreignObject(model: "Book")) { try other.save() }
        other.insert(Edition(title: "x", year: 1))
        #expect(throws: ModelDataError.unknownModel(name: "Edition")) { try other.save() }
        #expect(throws: ModelDataError.unknownModel(name: "Edition")) {
            try context.fetch(FetchDescriptor<Edition>())
        }
    }

    @Test
    @MainActor func `The main context saves automatically after a pause`() async throws {
        let container = try memory(Book.self)
        container.mainContext.insert(Book(title: "Solaris", author: "Lem"))
        for _ in 0..<200 where container.mainContext.hasChanges {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func `Each configuration stores its own models`() throws {
        let container = try ModelContainer(
            for: Book.self, Edition.self,
            configurations: ModelConfiguration(
                "books", schema: Schema(Book.self), url: directory.file("books.store")),
            ModelConfiguration(
                "editions", schema: Schema(Edition.self), url: directory.file("editions.store")))
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        context.insert(Edition(title: "Solaris", year: 1961))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Edition>()) == 1)
        let books = ModelContext(
            try ModelContainer(
                for: Book.self, configurations: ModelConfiguration(url: directory.file("books.store"))))
        #expect(try books.fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func `Enumeration visits all objects without keeping them`() throws {
        let context = ModelContext(try memory(Book.self))
        for number in 0..<50 { context.insert(Book(title: "\(number)", author: "x", rating: number)) }
        try context.save()
        var sum = 0
        var titles: Set<String> = []
        try context.enumerate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])) { book in
            sum += book.rating ?? 0
            // The block may run the same fetch that is being enumerated.
            if titles.isEmpty {
                titles = Set(
                    try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])).map(\.title))
            }
        }
        #expect(sum == 1225)
        #expect(titles.count == 50)
    }
}
