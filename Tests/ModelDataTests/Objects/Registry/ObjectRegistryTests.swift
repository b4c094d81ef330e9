import Foundation
import Testing

@testable import ModelData

@Suite("Object registry, without a context")
struct ObjectRegistryTests {
    private let container: ModelContainer
    private let registry: ObjectRegistry

    init() throws {
        container = try ModelContainer(
            for: Book.self, Cabinet.self, Folder.self, Mark.self, Badge.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        registry = ObjectRegistry(container.core.stores)
    }

    private func book(_ title: String) -> Book { Book(title: title, author: "Lem") }

    @Test func `A registered object is found by its record number until it is deallocated`() throws {
        let table = try registry.table(for: Book.self)
        var book: Book? = book("Eden")
        table.register(try #require(book), try #require(book?._$state), record: 7)
        #expect(registry.object(Book.self, 7) === book)
        #expect(registry.object(Book.self, 8) == nil)
        #expect(registry.object(Folder.self, 7) == nil)
        book = nil
        #expect(registry.object(Book.self, 7) == nil)
    }

    @Test func `A model has one table, also if it is requested by name`() throws {
        let table = try registry.table(for: Folder.self)
        #expect(try registry.table(for: Mark.self) !== table)
        #expect(try registry.table(for: Folder.self) === table)
        #expect(try registry.table(named: "Folder") === table)
        #expect(try registry.table(named: "Shelf") == nil)
        #expect(throws: ModelDataError.self) { try registry.table(for: Everything.self) }
    }

    @Test func `Reading a row again returns the same object`() throws {
        let context = ModelContext(container)
        context.insert(book("Eden"))
        context.insert(book("Fiasco"))
        try context.save()
        let table = try registry.table(for: Book.self)
        func read() throws -> [Book] {
            var books: [Book] = []
            try table.forEachObject(Book.self, from: "\(table.layout.table) ORDER BY _id", []) { book, _ in
                books.append(book)
            }
            return books
        }
        let books = try read()
        #expect(books.map(\.title) == ["Eden", "Fiasco"])
        #expect(try read().elementsEqual(books, by: ===))
        #expect(books.allSatisfy { $0.modelContext == nil && $0._$state.phase == .saved })
    }

    @Test func `Removed objects keep their values and numbers no longer find them`() throws {
        let book = book("Eden")
        try registry.table(for: Book.self).register(book, book._$state, record: 7)
        registry.detachAll()
        #expect(registry.object(Book.self, 7) == nil)
        #expect(book.title == "Eden")
        #expect(book._$state.phase == .transient)
    }

    @Test func `An alias leads to the canonical object, even over another alias`() throws {
        let (first, second, third) = (book("1"), book("2"), book("3"))
        try registry.table(for: Book.self).register(first, first._$state, record: 7)
        AliasValues(state: second._$state).becomeAlias(of: first, record: 7)
        AliasValues(state: third._$state).becomeAlias(of: second, record: 7)
        #expect(AliasValues(state: third._$state).canonicalObject === first)
        #expect(AliasValues(state: first._$state).canonicalObject == nil)
        #expect(registry.object(Book.self, 7) === first)
        AliasValues(state: third._$state).leaveCanonicalObject()
        #expect(AliasValues(state: third._$state).canonicalObject == nil)
        #expect(third._$state.phase == .transient)
    }
}
