import Foundation
import ModelData
import Testing

@Suite("Enumerating objects")
struct EnumerateTests {
    @Test
    func `Enumeration visits the same objects as a fetch, with pending changes, limits and sort orders`()
        throws
    {
        let seed = SeededGenerator.newSeed
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let context = ModelContext(try memory(Book.self))
            for number in 0..<20 {
                context.insert(
                    Book(title: "\(number % 7)", author: "x", rating: Int.random(in: 0..<5, using: &random)))
            }
            try context.save()
            let books = try context.fetch(FetchDescriptor<Book>())
            for book in books {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: book.rating = Int.random(in: 0..<5, using: &random)
                case 1: context.delete(book)
                case 2: context.insert(Book(title: "new", author: "x", rating: 2))
                default: break
                }
            }
            if Bool.random(using: &random) { try context.save() }
            var descriptor = FetchDescriptor<Book>()
            if Bool.random(using: &random) { descriptor.predicate = #Predicate { ($0.rating ?? 0) > 1 } }
            if Bool.random(using: &random) {
                descriptor.predicate = #Predicate { $0.line.count > 3 && ($0.rating ?? 0) < 4 }
            }
            if Bool.random(using: &random) {
                descriptor.sortBy = [SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.title)]
            }
            if Bool.random(using: &random) { descriptor.fetchLimit = Int.random(in: 0..<12, using: &random) }
            if Bool.random(using: &random) { descriptor.fetchOffset = Int.random(in: 0..<5, using: &random) }
            descriptor.includePendingChanges = Bool.random(using: &random)
            let fetched = try context.fetch(descriptor)
            var found: [Book] = []
            try context.enumerate(descriptor, batchSize: Int.random(in: 1..<6, using: &random)) {
                found.append($0)
            }
            #expect(found.map(\.title) == fetched.map(\.title), "seed \(seed)")
            #expect(found == fetched, "seed \(seed)")
            #expect(Array(try context.fetch(descriptor, batchSize: 3)) == fetched, "seed \(seed)")
            #expect(
                Array(try context.fetchIdentifiers(descriptor, batchSize: 3))
                    == fetched.map(\.persistentModelID), "seed \(seed)")
        }
    }

    @Test func `The block may change and save its objects, and only unsaved objects are retained`() throws {
        let context = ModelContext(try memory(Book.self))
        for number in 0..<100 { context.insert(Book(title: "\(number)", author: "x")) }
        try context.save()
        weak var first: Book?
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 10) { book in
            if first == nil { first = book }
            book.rating = 1
            if context.changedModelsArray.count == 10 { try context.save() }
        }
        try context.save()
        #expect(first == nil)
        #expect(
            try context.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.rating == 1 })) == 100)
    }

    /// The error that ends an enumeration that would never end.
    private struct Endless: Error {}

    @Test func `Objects inserted and saved by the block aren't visited, and all others are visited once`()
        throws
    {
        let context = ModelContext(try memory(Book.self))
        let books = (0..<6).map { Book(title: "\($0)", author: "x") }
        for book in books { context.insert(book) }
        try context.save()
        books[1].rating = 1
        context.insert(Book(title: "6", author: "x"))
        var visited: [String] = []
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 2) { book in
            visited.append(book.title)
            if visited.count > 100 { throw Endless() }
            context.insert(Book(title: book.title, author: "copy"))
            try context.save()
        }
        #expect(visited == (0...6).map(String.init))
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 14)
    }

    @Test func `A record is visited once even if the block saves a new position in the order`() throws {
        let context = ModelContext(try memory(Everything.self))
        for key in 1...6 { context.insert(Everything(key: key)) }
        try context.save()
        var visited: [Int] = []
        let byKey = FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.key)])
        try context.enumerate(byKey, batchSize: 2) { object in
            visited.append(object.key)
            if visited.count > 100 { throw Endless() }
            object.key += 10
            try context.save()
        }
        #expect(visited == Array(1...6))
    }

    @Test func `If others save during the enumeration, later batches contain their changes`() throws {
        let directory = try TemporaryDirectory()
        let container = try container(directory.file(), Book.self)
        let context = ModelContext(container)
        for number in 0..<6 { context.insert(Book(title: "\(number)", author: "x")) }
        try context.save()
        let other = ModelContext(container)
        let theirs = try other.fetch(FetchDescriptor<Book>())
        var visited: [String] = []
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 2) { book in
            if visited.isEmpty {
                theirs[4].title = "changed"
                other.delete(theirs[5])
                try other.save()
            }
            visited.append(book.title)
            book.rating = 5
            try context.save()
        }
        #expect(visited == ["0", "1", "2", "3", "changed"])
        #expect(
            try context.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.rating == 5 })) == 5)
    }

    /// Returns a context with saved books, whose titles are their numbers.
    private func saved(_ count: Int) throws -> (context: ModelContext, books: [Book]) {
        let context = ModelContext(try memory(Book.self))
        let books = (0..<count).map { Book(title: "\($0)", author: "x") }
        for book in books { context.insert(book) }
        try context.save()
        return (context, books)
    }

    @Test(arguments: [true, false])
    func `Objects deleted by the block aren't visited, saved or not, in any batch`(isSaved: Bool) throws {
        let (context, books) = try saved(6)
        var visited: [String] = []
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 4) { book in
            if visited.isEmpty {
                context.delete(books[1])
                context.delete(books[5])
                if isSaved { try context.save() }
            }
            visited.append(book.title)
        }
        #expect(visited == ["0", "2", "3", "4"])
    }

    @Test func `Objects deleted by a predicate in the block aren't visited`() throws {
        // Use a new context, in which the records have no objects.
        let context = ModelContext(try saved(6).context.container)
        var visited: [String] = []
        try context.enumerate(FetchDescriptor<Book>(), batchSize: 4) { book in
            if visited.isEmpty {
                try context.delete(model: Book.self, where: #Predicate { $0.title == "1" || $0.title == "5" })
            }
            visited.append(book.title)
        }
        #expect(visited == ["0", "2", "3", "4"])
    }

    @Test func `Objects deleted by the block aren't visited in an order that SQL can't evaluate either`()
        throws
    {
        let (context, books) = try saved(4)
        var visited: [String] = []
        try context.enumerate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.line)])) { book in
            if visited.isEmpty { context.delete(books[2]) }
            visited.append(book.title)
        }
        #expect(visited == ["0", "1", "3"])
    }

    @Test func `Objects deleted by the block don't count toward a limit`() throws {
        let (context, books) = try saved(6)
        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.line.count > 3 })
        descriptor.fetchLimit = 3
        var visited: [String] = []
        try context.enumerate(descriptor, batchSize: 1) { book in
            if visited.isEmpty { context.delete(books[1]) }
            visited.append(book.title)
        }
        #expect(visited == ["0", "2", "3"])
    }

    @Test func `Unsaved deletions are ignored if pending changes aren't included`() throws {
        let (context, books) = try saved(4)
        context.delete(books[1])
        var descriptor = FetchDescriptor<Book>()
        descriptor.includePendingChanges = false
        var visited: [String] = []
        try context.enumerate(descriptor) { book in
            if visited.isEmpty { context.delete(books[2]) }
            visited.append(book.title)
        }
        #expect(visited == ["0", "1", "3"])
    }

    @Test func `Properties that weren't fetched can still be read`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem", rating: 5))
        try context.save()
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.title]
        #expect(try ModelContext(container).fetch(descriptor).first?.rating == 5)
    }
}
