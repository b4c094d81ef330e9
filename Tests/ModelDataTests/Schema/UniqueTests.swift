import Foundation
import Testing

@testable import ModelData

/// A tree whose records have unique codes.
@Model
private final class Branch {
    @Attribute(.unique) var code: String
    var parent: Branch?
    @Relationship(inverse: \Branch.parent) var children: [Branch] = []
    @Attribute(.modificationDate) var modified = Date.distantPast

    init(_ code: String, parent: Branch? = nil) {
        self.code = code
        self.parent = parent
    }
}

/// An album and its photos refer to each other.
@Model
private final class Album {
    @Attribute(.unique) var title: String
    var cover: Photo?
    @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []

    init(_ title: String) { self.title = title }
}

@Model
private final class Photo {
    @Attribute(.unique) var name: String
    var note: String
    var album: Album

    init(_ name: String, note: String, album: Album) {
        self.name = name
        self.note = note
        self.album = album
    }
}

@Model
private final class Volume {
    var name: String

    init(name: String) { self.name = name }
}

@Model
private final class Chapter {
    #Unique<Chapter>([\.volume, \.number])
    var volume: Volume?
    var number: Int
    var text: String

    init(_ volume: Volume, _ number: Int, _ text: String) {
        self.volume = volume
        self.number = number
        self.text = text
    }
}

@Suite("Unique values and indexes")
struct UniqueTests {
    private func editions(_ context: ModelContext) throws -> [Printing] {
        try context.fetch(FetchDescriptor<Printing>(sortBy: [SortDescriptor(\.year)]))
    }

    @Test func `A duplicate within one owner is replaced, and the same value in another owner is kept`()
        throws
    {
        let context = ModelContext(try memory(Volume.self, Chapter.self))
        let (first, second) = (Volume(name: "first"), Volume(name: "second"))
        context.insert(first)
        context.insert(second)
        context.insert(Chapter(first, 1, "old"))
        try context.save()
        context.insert(Chapter(first, 1, "new"))
        context.insert(Chapter(second, 1, "other"))
        try context.save()
        let chapters = try context.fetch(FetchDescriptor<Chapter>(sortBy: [SortDescriptor(\.text)]))
        #expect(chapters.map(\.text) == ["new", "other"])
        #expect(chapters.map { $0.volume?.name } == ["first", "second"])
    }

    @Test func `A duplicate of several properties updates the record, saved or not`() throws {
        let context = ModelContext(try memory(Printing.self))
        let first = Printing(isbn: nil, title: "Solaris", year: 1961)
        context.insert(first)
        let second = Printing(isbn: "978", title: "Solaris", year: 1961)
        context.insert(second)
        context.insert(Printing(isbn: nil, title: "Solaris", year: 1970))
        try context.save()
        #expect(try editions(context).map(\.isbn) == ["978", nil])
        #expect(first.isbn == "978")
        #expect(second.modelContext === context)
        let third = Printing(isbn: "979", title: "Solaris", year: 1961)
        context.insert(third)
        try context.save()
        #expect(first.isbn == "979")
        #expect(first.persistentModelID.recordNumber == 1)
        #expect(third.persistentModelID == first.persistentModelID)
    }

    @Test(arguments: [
        (MergePolicy.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"),
        (.mergeByPropertyStoreTrump, "old"), (.rollback, "old"),
    ])
    func `The merge policy decides which values a duplicate leaves`(policy: MergePolicy, publisher: String)
        throws
    {
        let container = try memory(Printing.self)
        let context = ModelContext(container)
        context.mergePolicy = policy
        let first = Printing(isbn: "978", title: "Solaris", year: 1961)
        first.publisher = "old"
        context.insert(first)
        try context.save()
        let second = Printing(isbn: "978", title: "Solaris", year: 1961)
        second.publisher = "new"
        context.insert(second)
        try context.save()
        #expect(first.publisher == publisher)
        #expect(
            try ModelContext(container).fetch(FetchDescriptor<Printing>()).map(\.publisher) == [publisher])
    }

    @Test func `Under the error policy a duplicate names the model, the properties and the values`() throws {
        let context = ModelContext(try memory(Printing.self))
        context.mergePolicy = .error
        context.insert(Printing(isbn: nil, title: "Solaris", year: 1961))
        try context.save()
        let second = Printing(isbn: "978", title: "Solaris", year: 1961)
        context.insert(second)
        let expected = ModelDataError.notUnique(
            model: "Printing", properties: ["title", "year"], values: [.text("Solaris"), .integer(1961)])
        #expect(throws: expected) { try context.save() }
        #expect(context.hasChanges)
        #expect(second.modelContext === context)
        second.year = 1970
        try context.save()
        #expect(try editions(context).count == 2)
    }

    @Test func `A duplicate of two records is refused under every policy`() throws {
        let context = ModelContext(try memory(Printing.self))
        context.insert(Printing(isbn: "978", title: "Solaris", year: 1961))
        context.insert(Printing(isbn: "979", title: "Eden", year: 1959))
        try context.save()
        context.insert(Printing(isbn: "978", title: "Eden", year: 1959))
        #expect(throws: ModelDataError.self) { try context.save() }
        context.rollback()
        #expect(try editions(context).map(\.isbn) == ["979", "978"])
    }

    @Test func `A duplicate adds its related objects, and the record keeps its own`() throws {
        let container = try travel()
        let context = ModelContext(container)
        let first = Label("home")
        first.sights = [Sight("a")]
        context.insert(first)
        try context.save()
        let second = Label("home")
        let sight = Sight("b")
        second.sights = [sight]
        context.insert(second)
        try context.save()
        #expect(first.sights?.map(\.title) == ["a", "b"])
        #expect(sight.labels == [first])
        let fresh = ModelContext(container)
        let labels = try fresh.fetch(FetchDescriptor<Label>())
        #expect(labels.map { $0.sights?.map(\.title) } == [["a", "b"]])
        #expect(labels.first?.persistentModelID == first.persistentModelID)
        // Inserting a duplicate without sights leaves the sights of the existing label unchanged.
        context.insert(Label("home"))
        try context.save()
        #expect(first.sights?.map(\.title) == ["a", "b"])
    }

    @Test(arguments: [true, false])
    func `Duplicates in one save get one link to a shared object`(isLoaded: Bool) throws {
        let container = try travel()
        func stored() throws -> [[String]] {
            let fresh = ModelContext(container)
            let labels = try fresh.fetch(FetchDescriptor<Label>())
            return labels.map { label in label.sights?.map(\.title) ?? [] }
        }
        let first = ModelContext(container)
        let sight = Sight("a")
        sight.labels = [Label("home"), Label("home")]
        first.insert(sight)
        try first.save()
        #expect(sight.labels.map(\.word) == ["home"])
        #expect(try stored() == [["a"]])
        // One of the equal labels is the object of the saved record.
        let context = ModelContext(container)
        let existing = try #require(try context.fetch(FetchDescriptor<Label>()).first)
        if isLoaded { #expect(existing.sights?.count == 1) }
        let other = Sight("b")
        other.labels = [existing, Label("home"), Label("home")]
        context.insert(other)
        try context.save()
        #expect(other.labels == [existing])
        #expect(try stored() == [["a", "b"]])
        try context.undoLastTransaction()
        #expect(try stored() == [["a"]])
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test
    func `A duplicate that refers to a record written after it changes nothing if the values are equal`()
        throws
    {
        let container = try memory(Branch.self)
        for _ in 0..<2 {
            let context = ModelContext(container)
            let leaf = Branch("leaf", parent: Branch("root"))
            context.insert(leaf)
            try context.save()
            #expect(leaf.parent?.code == "root")
            // The second pass saves nothing new, so it adds nothing to the history.
            #expect(try context.historySummaries().count == 1)
        }
        let fresh = ModelContext(container)
        let branches = try fresh.fetch(FetchDescriptor<Branch>(sortBy: [SortDescriptor(\.code)]))
        #expect(branches.map(\.code) == ["leaf", "root"])
        #expect(branches.map(\.parent?.code) == ["root", nil])
    }

    @Test func `A duplicate's reference to a new object is saved and can be undone`() throws {
        let container = try memory(Branch.self)
        let first = ModelContext(container)
        first.insert(Branch("leaf", parent: Branch("root")))
        try first.save()
        let context = ModelContext(container)
        let leaf = Branch("leaf", parent: Branch("other"))
        context.insert(leaf)
        try context.save()
        #expect(leaf.parent?.code == "other")
        let predicate = #Predicate<Branch> { $0.code == "leaf" }
        func parents() throws -> [String?] {
            let fresh = ModelContext(container)
            return try fresh.fetch(FetchDescriptor(predicate: predicate)).map(\.parent?.code)
        }
        #expect(try parents() == ["other"])
        try context.undoLastTransaction()
        #expect(try parents() == ["root"])
        #expect(try context.fetchCount(FetchDescriptor<Branch>()) == 2)
    }

    @Test func `If the record keeps its values, it keeps its reference too`() throws {
        let container = try memory(Branch.self)
        let first = ModelContext(container)
        first.insert(Branch("leaf", parent: Branch("root")))
        try first.save()
        let context = ModelContext(container)
        context.mergePolicy = .mergeByPropertyStoreTrump
        let leaf = Branch("leaf", parent: Branch("other"))
        context.insert(leaf)
        try context.save()
        #expect(leaf.parent?.code == "root")
        let predicate = #Predicate<Branch> { $0.code == "leaf" }
        let fresh = ModelContext(container)
        let stored = try fresh.fetch(FetchDescriptor(predicate: predicate))
        #expect(stored.map(\.parent?.code) == ["root"])
    }

    @Test func `Duplicates that refer to each other in a cycle replace the existing records`() throws {
        let container = try memory(Album.self, Photo.self)
        for note in ["first", "second"] {
            let context = ModelContext(container)
            let album = Album("Summer")
            album.cover = Photo("beach", note: note, album: album)
            context.insert(album)
            try context.save()
        }
        let fresh = ModelContext(container)
        let album = try #require(try fresh.fetch(FetchDescriptor<Album>()).first)
        #expect(album.cover?.name == "beach")
        #expect(album.cover?.album === album)
        #expect(album.photos.map(\.note) == ["second"])
        #expect(try container.integrityCheck().isEmpty)
    }

    @Test func `SQLite uses the indexes for the queries they are made for`() throws {
        let context = ModelContext(try memory(Printing.self))
        func plan(_ predicate: Predicate<Printing>, sortBy: [SortDescriptor<Printing>] = []) throws -> String
        {
            let table = try context.table(for: Printing.self)
            let plan = FetchPlan(FetchDescriptor(predicate: predicate, sortBy: sortBy), table)
            let (sql, arguments) = plan.sql(selecting: table.layout.selection, isLimited: true)
            return try table.session.connection.perform { connection in
                try connection.rows("EXPLAIN QUERY PLAN \(sql)", arguments).compactMap(\.last)
                    .map(\.description).joined(separator: "; ")
            }
        }
        #expect(
            try plan(#Predicate { $0.publisher == "Iskry" })
                == "SEARCH Printing USING INDEX _index_Printing_on_publisher (publisher=?)")
        #expect(
            try plan(#Predicate { $0.isbn == "978" })
                == "SEARCH Printing USING INDEX _index_Printing_unique_isbn (isbn=?)")
        #expect(
            try plan(#Predicate { $0.title == "Solaris" && $0.year == 1961 })
                == "SEARCH Printing USING INDEX _index_Printing_unique_title_year (title=? AND year=?)")
        // SQLite uses the index for both the condition and the order.
        #expect(
            try plan(#Predicate { $0.year == 1961 }, sortBy: [SortDescriptor(\.publisher)])
                == "SEARCH Printing USING INDEX _index_Printing_on_year_publisher (year=?)")
    }
}
