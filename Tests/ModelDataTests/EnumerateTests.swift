import Foundation
import ModelData
import Testing

@Suite("Going through many objects")
struct EnumerateTests {
    @Test("Enumeration agrees with a fetch, whatever is pending, limited or sorted")
    func agreement() throws {
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

    @Test("The block may change and save what it is given, and only that is held")
    func saving() throws {
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

    @Test("Properties that aren't asked for can be read all the same")
    func properties() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem", rating: 5))
        try context.save()
        var descriptor = FetchDescriptor<Book>()
        descriptor.propertiesToFetch = [\.title]
        #expect(try ModelContext(container).fetch(descriptor).first?.rating == 5)
    }
}
