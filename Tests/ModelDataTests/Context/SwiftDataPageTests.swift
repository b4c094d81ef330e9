import Foundation
import ModelData
import Synchronization
import Testing

/// Documented differences that no other suite tests. `ComparisonPageTests` names a test for each row of the page.
@Suite("Coming from SwiftData")
struct SwiftDataPageTests {
    @Test func `The insertion and the first save each replace an object's identifier`() throws {
        let context = ModelContext(try memory(Book.self))
        let book = Book(title: "Solaris", author: "Lem")
        let new = book.persistentModelID
        #expect(new == book.persistentModelID)
        #expect(new.storeIdentifier == nil)
        context.insert(book)
        let inserted = book.persistentModelID
        #expect(inserted != new)
        #expect(inserted == book.persistentModelID)
        try context.save()
        let saved = book.persistentModelID
        #expect([new, inserted].allSatisfy { $0 != saved })
        #expect(saved.storeIdentifier != nil)
        #expect([saved: book][book.persistentModelID] === book)
        #expect(context.existingModel(for: saved) === book)
    }

    @Test func `Identifiers are ordered by model and record`() throws {
        let context = ModelContext(try memory(Book.self))
        let books = ["c", "a", "b"].map { Book(title: $0, author: "x") }
        for book in books {
            context.insert(book)
            try context.save()
        }
        #expect(books.map(\.persistentModelID).sorted() == books.map(\.persistentModelID))
    }

    @Test func `A model is renamed by a stage that copies its records`() throws {
        let directory = try TemporaryDirectory()
        do {
            let context = ModelContext(try container(directory.file(), NovelsV1.Novel.self))
            context.insert(NovelsV1.Novel(title: "Solaris"))
            context.insert(NovelsV1.Novel(title: "Fiasko"))
            try context.save()
            try context.close()
        }
        let migrated = try ModelContainer(
            for: NovelsV2.Story.self, migrationPlan: NovelsPlan.self,
            configurations: ModelConfiguration(url: directory.file()))
        let stories = FetchDescriptor<NovelsV2.Story>(sortBy: [SortDescriptor(\.title)])
        #expect(try ModelContext(migrated).fetch(stories).map(\.title) == ["Fiasko", "Solaris"])
    }

    @Test func `A text is sorted as a user expects, and found by a part without accents`() throws {
        let context = ModelContext(try memory(Book.self))
        for title in ["Zoo 10", "zoo 9", "Łódź"] { context.insert(Book(title: title, author: "x")) }
        try context.save()
        let sorted = FetchDescriptor<Book>(
            sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)])
        #expect(try context.fetch(sorted).map(\.title) == ["Łódź", "zoo 9", "Zoo 10"])
        let found = FetchDescriptor<Book>(
            predicate: #Predicate { $0.title.localizedStandardContains("lodz") })
        #expect(try context.fetch(found).map(\.title) == ["Łódź"])
    }
}

private enum NovelsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Novel.self] }

    @Model final class Novel {
        var title: String
        init(title: String) { self.title = title }
    }
}

private enum NovelsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Story.self] }

    @Model final class Story {
        var title: String
        init(title: String) { self.title = title }
    }
}

private enum NovelsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NovelsV1.self, NovelsV2.self] }
    static var stages: [MigrationStage] { [renaming] }

    private static let titles = Mutex<[String]>([])

    static let renaming = MigrationStage.custom(
        fromVersion: NovelsV1.self, toVersion: NovelsV2.self,
        willMigrate: { context in
            let found = try context.fetch(FetchDescriptor<NovelsV1.Novel>()).map(\.title)
            titles.withLock { $0 = found }
        },
        didMigrate: { context in
            for title in titles.withLock({ $0 }) { context.insert(NovelsV2.Story(title: title)) }
            try context.save()
        })
}
