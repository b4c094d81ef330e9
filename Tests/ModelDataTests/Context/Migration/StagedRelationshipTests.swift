import Foundation
import ModelData
import Testing

// In the first version, an album contains its artist's name. Later versions have a model for artists.

private enum MusicV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self] }

    @Model final class Album {
        var title: String
        var artist: String
        init(title: String, artist: String) {
            self.title = title
            self.artist = artist
        }
    }
}

private enum MusicV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Artist.self] }

    @Model final class Album {
        var title: String
        @Attribute(originalName: "artist") var artistName: String
        var performer: Artist?
        init(title: String) {
            self.title = title
            artistName = ""
        }
    }

    @Model final class Artist {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Album.performer) var albums: [Album] = []
        init(name: String) { self.name = name }
    }
}

private enum MusicV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Artist.self] }

    @Model final class Album {
        var title: String
        var performer: Artist?
        init(title: String) { self.title = title }
    }

    @Model final class Artist {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Album.performer) var albums: [Album] = []
        init(name: String) { self.name = name }
    }
}

private enum MusicPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [MusicV1.self, MusicV2.self, MusicV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: MusicV1.self, toVersion: MusicV2.self, willMigrate: nil,
                didMigrate: { context in
                    var artists: [String: MusicV2.Artist] = [:]
                    for album in try context.fetch(
                        FetchDescriptor<MusicV2.Album>(sortBy: [SortDescriptor(\.title)]))
                    {
                        let artist = artists[album.artistName] ?? MusicV2.Artist(name: album.artistName)
                        artists[album.artistName] = artist
                        artist.albums.append(album)
                    }
                    for artist in artists.values { context.insert(artist) }
                }),
            .custom(
                fromVersion: MusicV2.self, toVersion: MusicV3.self,
                willMigrate: { context in
                    for artist in try context.fetch(FetchDescriptor<MusicV2.Artist>())
                    where artist.name.isEmpty { context.delete(artist) }
                }, didMigrate: nil),
        ]
    }
}

@Suite("Migration plans with relationships")
struct StagedRelationshipTests {
    @Test func `Stages create and read relationships, and their delete rules apply`() throws {
        let directory = try TemporaryDirectory()
        let old = ModelContext(try container(directory.file(), MusicV1.Album.self))
        for (title, artist) in [("B", "Bowie"), ("C", ""), ("A", "Bowie"), ("D", "Kraftwerk")] {
            old.insert(MusicV1.Album(title: title, artist: artist))
        }
        try old.save()
        let container = try ModelContainer(
            for: MusicV3.Album.self, migrationPlan: MusicPlan.self,
            configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        let artists = try context.fetch(
            FetchDescriptor<MusicV3.Artist>(sortBy: [SortDescriptor(\.name)]))
        #expect(artists.map(\.name) == ["Bowie", "Kraftwerk"])
        #expect(artists.map { $0.albums.map(\.title) } == [["A", "B"], ["D"]])
        // The stage deleted the artist without a name, which also deleted the artist's album.
        #expect(try context.fetchCount(FetchDescriptor<MusicV3.Album>()) == 3)
        #expect(try container.integrityCheck().isEmpty)
        let bowie = try #require(artists.first)
        context.delete(bowie)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<MusicV3.Album>()).map(\.title) == ["D"])
    }
}
