import Foundation
import Testing

@testable import ModelData

private enum Wrong {
    @Model final class Owner {
        var name = ""
        @Relationship(inverse: \Other.name) var others: [Other] = []
        init() {}
    }
    @Model final class Other {
        var name = ""
        init() {}
    }
}

private enum Rivals {
    @Model final class Owner {
        @Relationship(inverse: \Other.owner) var first: [Other] = []
        @Relationship(inverse: \Other.owner) var second: [Other] = []
        init() {}
    }
    @Model final class Other {
        var owner: Owner?
        init() {}
    }
}

/// Models of a store before and after relationships were added.
private enum Before {
    @Model final class Album {
        var title: String
        init(title: String) { self.title = title }
    }
    @Model final class Song {
        var title: String
        init(title: String) { self.title = title }
    }
}

private enum After {
    @Model final class Album {
        var title: String
        @Relationship(deleteRule: .cascade, originalName: "tracks", inverse: \Song.album) var songs = [Song]()
        init(title: String) { self.title = title }
    }
    @Model final class Song {
        var title: String
        var album: Album?
        @Relationship(.unique, minimumModelCount: 0, maximumModelCount: 5, hashModifier: "1")
        var related = [Song]()
        init(title: String) { self.title = title }
    }
}

private enum Later {
    @Model final class Album {
        var title: String
        @Relationship(deleteRule: .deny, inverse: \Song.record) var songs = [Song]()
        init(title: String) { self.title = title }
    }
    @Model final class Song {
        var title: String
        @Relationship(originalName: "album") var record: Album?
        @Relationship(originalName: "related") var similar = [Song]()
        init(title: String) { self.title = title }
    }
}

/// Lockers that several members may share.
private enum Common {
    @Model final class Locker {
        var number: Int
        init(number: Int) { self.number = number }
    }
    @Model final class Member {
        var name: String
        var locker: Locker?
        init(name: String) { self.name = name }
    }
}

/// Each locker belongs to one member.
private enum Single {
    @Model final class Locker {
        var number: Int
        init(number: Int) { self.number = number }
    }
    @Model final class Member {
        var name: String
        @Relationship(.unique) var locker: Locker?
        init(name: String) { self.name = name }
    }
}

@Suite("Relationships in the schema")
struct RelationshipSchemaTests {
    @Test func `Related models are added to the schema, with explicit, inferred or missing inverses`() throws
    {
        let schema = Schema(Trip.self)
        let names = Set(schema.entities.map(\.name))
        #expect(names == ["Trip", "Sight", "Person", "Hotel", "Plan", "Label", "Note"])
        let trip = try #require(schema.entity(for: Trip.self))
        #expect(trip.attributes.map(\.name) == ["name"])
        #expect(
            trip.relationships.map { "\($0.name) \($0.destination) \($0.inverseName ?? "-")" } == [
                "sights Sight trip", "leader Person led", "hotels Hotel -", "plan Plan trip",
            ])
        #expect(trip.relationshipsByName["sights"]?.deleteRule == .cascade)
        #expect(trip.relationshipsByName["plan"]?.isToOneRelationship == true)
        let label = try #require(schema.entity(for: Label.self))
        #expect(label.relationshipsByName["sights"]?.inverseName == "labels")
    }

    @Test func `An inverse that doesn't match causes an error that names the models and the property`() throws
    {
        #expect(
            throws: ModelDataError.invalidRelationship(
                model: "Owner", property: "others", destination: "Other", reason: .notTheOtherSide)
        ) { try memory(Wrong.Owner.self) }
        #expect(
            throws: ModelDataError.invalidRelationship(
                model: "Owner", property: "first", destination: "Other", reason: .severalInverses)
        ) { try memory(Rivals.Owner.self) }
    }

    @Test func `A container of several stores can store related models in one of them`() throws {
        let parts = [
            ModelConfiguration("a", schema: Schema(Sight.self), isStoredInMemoryOnly: true),
            ModelConfiguration("b", schema: Schema(Book.self), isStoredInMemoryOnly: true),
        ]
        let container = try ModelContainer(for: Schema(Sight.self, Book.self), configurations: parts)
        let context = ModelContext(container)
        context.insert(Sight("Wawel", trip: Trip(name: "Kraków")))
        context.insert(Book(title: "Solaris", author: "Lem"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
    }

    @Test func `Relationships are added to a store and kept when names and delete rules change`() throws {
        let directory = try TemporaryDirectory()
        do {
            let context = ModelContext(
                try container(directory.file(), Before.Album.self, Before.Song.self))
            context.insert(Before.Album(title: "Low"))
            for title in ["b", "a"] { context.insert(Before.Song(title: title)) }
            try context.save()
        }
        do {
            let context = ModelContext(try container(directory.file(), After.Album.self))
            let album = try #require(try context.fetch(FetchDescriptor<After.Album>()).first)
            let songs = try context.fetch(FetchDescriptor<After.Song>())
            #expect(songs.map(\.title) == ["b", "a"])
            #expect(album.songs.isEmpty)
            album.songs = songs.reversed()
            songs[0].related = [songs[1]]
            try context.save()
        }
        let context = ModelContext(try container(directory.file(), Later.Album.self))
        let album = try #require(try context.fetch(FetchDescriptor<Later.Album>()).first)
        #expect(album.songs.map(\.title) == ["a", "b"])
        #expect(album.songs[1].similar.map(\.title) == ["a"])
        context.delete(album)
        #expect(throws: ModelDataError.deleteDenied(model: "Album", property: "songs", record: 1)) {
            try context.save()
        }
        let problems = try context.container.integrityCheck()
        #expect(problems.isEmpty)
        let rules = try context.allSessions()[0].connection.perform {
            try $0.rows("SELECT on_delete FROM pragma_foreign_key_list('Song')")
        }
        #expect(rules == [[.text("NO ACTION")]])
    }

    /// Creates a store of two members with separate lockers or a shared one.
    private func club(_ url: URL, isShared: Bool) throws {
        let context = ModelContext(try container(url, Common.Member.self))
        let lockers = [1, 2].map { Common.Locker(number: $0) }
        for (index, name) in ["Ada", "Bo"].enumerated() {
            let member = Common.Member(name: name)
            context.insert(member)
            member.locker = lockers[isShared ? 0 : index]
        }
        try context.save()
    }

    /// Returns the number of unique constraints of the members' table, and the number of its root page.
    private func members(_ url: URL) throws -> [StoredValue] {
        let connection = try StoreConnection(path: url.path, timeout: 5)
        defer { try? connection.close() }
        return try connection.perform { connection in
            try connection.rows(
                """
                SELECT (SELECT count(*) FROM pragma_index_list('Member') WHERE origin = 'u'), rootpage
                FROM sqlite_schema WHERE type = 'table' AND name = 'Member'
                """
            ).flatMap { $0 }
        }
    }

    @Test func `A relationship in an existing store becomes unique and non-unique again`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.file()
        try club(url, isShared: false)
        #expect(try members(url).first == .integer(0))
        do {
            let context = ModelContext(
                try container(url, Single.Member.self, version: Schema.Version(2, 0, 0)))
            let found = try context.fetch(FetchDescriptor<Single.Member>())
            #expect(found.map(\.locker?.number) == [1, 2])
            #expect(try members(url).first == .integer(1))
        }
        let context = ModelContext(
            try container(url, Common.Member.self, version: Schema.Version(3, 0, 0)))
        let found = try context.fetch(FetchDescriptor<Common.Member>())
        #expect(found.map(\.locker?.number) == [1, 2])
        #expect(try members(url).first == .integer(0))
        found[1].locker = found[0].locker
        try context.save()
    }

    @Test func `A relationship with duplicates that becomes unique is refused by name`() throws {
        let directory = try TemporaryDirectory()
        let url = directory.file()
        try club(url, isShared: true)
        #expect(
            throws: ModelDataError.cannotMigrate(
                path: url.path, model: "Member", property: "locker", reason: .duplicateValues)
        ) { try container(url, Single.Member.self) }
        let context = ModelContext(try container(url, Common.Member.self))
        #expect(try context.fetch(FetchDescriptor<Common.Member>()).map(\.locker?.number) == [1, 1])
    }
}
