import Foundation
import ModelData

/// The measured subject. It uses ModelData like an ordinary program: with all its defaults, including
/// history.
final class ModelSubject: Subject {
    private let container: ModelContainer
    private var context: ModelContext
    private var books: [Book] = []
    private var authors: [Author] = []

    init(folder: URL) throws {
        container = try ModelContainer(
            for: Book.self, Author.self, Work.self,
            configurations: ModelConfiguration(url: folder.appending(path: "model.store")))
        context = ModelContext(container)
    }

    func insert(_ rows: [BookRow]) throws {
        let context = ModelContext(container)
        for row in rows {
            context.insert(
                Book(
                    isbn: row.isbn, title: row.title, author: row.author, status: row.status,
                    pages: row.pages,
                    rating: row.rating, price: row.price, added: row.added, finished: row.finished))
        }
        try context.save()
    }

    func fetchAll() throws -> Double {
        let context = ModelContext(container)
        var sum = 0.0
        for book in try context.fetch(FetchDescriptor<Book>()) {
            sum += weight(title: book.title, pages: book.pages, added: book.added)
        }
        return sum
    }

    func lookUp(_ isbns: [String]) throws -> Int {
        let context = ModelContext(container)
        var sum = 0
        for isbn in isbns {
            let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == isbn })
            sum += try context.fetch(descriptor).first?.pages ?? 0
        }
        return sum
    }

    func prepareChange() throws {
        context = ModelContext(container)
        books = try context.fetch(FetchDescriptor<Book>())
    }

    func changeAll() throws {
        for book in books { book.pages += 1 }
        try context.save()
    }

    func prepareDelete() throws { try prepareChange() }

    func deleteAll() throws {
        for book in books { context.delete(book) }
        try context.save()
    }

    func upsert(_ rows: [BookRow]) throws {
        try ModelContext(container).upsert(
            Book.self, contentsOf: rows, by: [\.isbn],
            setting: [
                .set(\.isbn) { $0.isbn }, .set(\.title) { $0.title }, .set(\.author) { $0.author },
                .set(\.status) { $0.status }, .set(\.pages) { $0.pages }, .set(\.rating) { $0.rating },
                .set(\.price) { $0.price }, .set(\.added) { $0.added }, .set(\.finished) { $0.finished },
            ])
    }

    func insertRelated(_ rows: [AuthorRow]) throws {
        let context = ModelContext(container)
        for row in rows {
            context.insert(
                Author(name: row.name, works: row.works.map { Work(title: $0.title, pages: $0.pages) }))
        }
        try context.save()
    }

    func traverse() throws -> Int {
        let context = ModelContext(container)
        var sum = 0
        for author in try context.fetch(FetchDescriptor<Author>()) {
            for work in author.works { sum += work.pages + work.title.utf8.count }
        }
        return sum
    }

    func prepareCascade() throws {
        context = ModelContext(container)
        authors = try context.fetch(FetchDescriptor<Author>())
    }

    func cascade() throws {
        for author in authors { context.delete(author) }
        try context.save()
    }

    func prepareList() throws {
        context = ModelContext(container)
        authors = [Author(name: "list", works: [])]
        context.insert(authors[0])
        try context.save()
    }

    func addToList(_ count: Int, byAppending: Bool) throws {
        let author = authors[0]
        for number in 0..<count {
            let work = Work(title: "Work \(number)", pages: number)
            if byAppending { author.works.append(work) } else { work.author = author }
        }
        try context.save()
    }

    func state() throws -> [Int] {
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<Book>())
        return [
            books.count, books.reduce(0) { $0 + $1.pages },
            try context.fetchCount(FetchDescriptor<Author>()),
            try context.fetchCount(FetchDescriptor<Work>()),
        ]
    }
}
