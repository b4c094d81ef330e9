import Foundation
import ModelData
import Testing

@MainActor
@Suite("Texts of a property")
struct TextsTests {
    @Test func `The texts of a property include all objects, saved or not, without deleted ones`() throws {
        let container = try ModelContainer(
            for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = container.mainContext
        context.autosaveEnabled = false
        for title in ["Solaris", "Łódź", "Solaris"] { context.insert(Book(title: title, author: "x")) }
        #expect(try context.texts(of: \Book.title) == ["Solaris", "Łódź", "Solaris"])
        try context.save()
        #expect(try context.texts(of: \Book.title) == ["Solaris", "Łódź", "Solaris"])
        let books = try context.fetch(FetchDescriptor<Book>())
        books[1].title = "Lodz"
        #expect(Set(try context.texts(of: \Book.title)) == ["Solaris", "Lodz"])
        try context.save()
        context.delete(books[0])
        #expect(try context.texts(of: \Book.title) == ["Lodz", "Solaris"])
        // The values of a computed property are read from the objects.
        #expect(try context.texts(of: \Book.line) == ["Lodz by x", "Solaris by x"])
    }
}
