import Foundation
import Testing

@testable import ModelData

@Suite("Erasing a container")
struct EraseTests {
    @Test func `Erasing deletes all records, history and files, and every live context notices`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.file()
        let schema = Schema(travelTypes() + [PicturesV1.Picture.self])
        let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        let trip = Trip(name: "Łódź")
        trip.sights = [Sight("a")]
        trip.sights[0].labels = [Label("home")]
        // A delete rule forbids deleting the leader of an existing trip.
        trip.leader = Person(name: "Ala")
        context.insert(trip)
        context.insert(PicturesV1.Picture(Data(repeating: 1, count: 200_000)))
        try context.save()
        let live = ModelContext(container)
        let theirs = try #require(try live.fetch(FetchDescriptor<Trip>()).first)
        try container.erase()
        #expect(try live.fetchCount(FetchDescriptor<Trip>()) == 0)
        #expect(try live.storeChangedElsewhere())
        #expect(theirs.modelContext == nil)
        #expect(theirs.name == "Łódź")
        #expect(try context.undoLastTransaction() == nil)
        #expect(try context.historySummaries().isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: url.path + ".external")
        #expect(files.isEmpty)
        #expect(try container.integrityCheck().isEmpty)
        // Record numbers aren't reused, and delete rules still apply.
        let next = ModelContext(container)
        let again = Trip(name: "next")
        again.leader = Person(name: "Ela")
        next.insert(again)
        try next.save()
        #expect(again.persistentModelID.recordNumber == 2)
        next.delete(try #require(again.leader))
        #expect(throws: ModelDataError.self) { try next.save() }
    }

    @Test func `An in-memory store is erased, but a store that doesn't allow saving isn't`() throws {
        let container = try memory(Book.self)
        let context = ModelContext(container)
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        container.deleteAllData()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0)
        let directory = try TemporaryDirectory()
        do {
            let context = ModelContext(try EraseTests.open(directory))
            context.insert(Book(title: "Solaris", author: "Lem"))
            try context.save()
        }
        let readOnly = try ModelContainer(
            for: Book.self,
            configurations: ModelConfiguration("books", url: directory.file(), allowsSave: false))
        #expect(throws: ModelDataError.savingNotAllowed(configuration: "books")) { try readOnly.erase() }
        #expect(try ModelContext(readOnly).fetchCount(FetchDescriptor<Book>()) == 1)
    }

    private static func open(_ directory: TemporaryDirectory) throws -> ModelContainer {
        try container(directory.file(), Book.self)
    }
}
