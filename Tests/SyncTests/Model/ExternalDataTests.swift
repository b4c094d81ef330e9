import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

// Two versions of a model: one stores its data in external files, the other in the database.

enum BesideVersion {
    @Model final class Poster {
        @Attribute(.unique) var identifier = UUID()
        var name: String
        @Attribute(.externalStorage) var image: Data

        init(_ name: String, _ image: Data) {
            self.name = name
            self.image = image
        }
    }
}

enum WithinVersion {
    @Model final class Poster {
        @Attribute(.unique) var identifier = UUID()
        var name: String
        var image: Data

        init(_ name: String, _ image: Data) {
            self.name = name
            self.image = image
        }
    }
}

extension WithinVersion.Poster: Synchronizable {
    static var synchronization: Synchronization<WithinVersion.Poster> {
        Synchronization(identifier: \.identifier)
    }
}

/// The contents of externally stored data are sent, wherever a store keeps them.
@MainActor
@Suite("Externally stored data")
struct ExternalDataTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory
    private let image = Data(repeating: 7, count: 150_000)

    init() throws { directory = try TemporaryDirectory() }

    private func container<T: PersistentModel>(_ model: T.Type, _ name: String) throws -> ModelContainer {
        try ModelContainer(
            for: model, configurations: ModelConfiguration(url: URL(fileURLWithPath: directory.file(name))))
    }

    /// Creates a record whose data is in an external file. Then returns the store, opened with the model that
    /// stores the data in the database.
    private func upgraded(_ name: String) throws -> ModelContainer {
        do {
            let old = try container(BesideVersion.Poster.self, name)
            let context = ModelContext(old)
            context.insert(BesideVersion.Poster("Solaris", image))
            try context.save()
            try old.close()
        }
        return try container(WithinVersion.Poster.self, name)
    }

    private func synchronizer(_ container: ModelContainer) throws -> Synchronizer {
        try Synchronizer(
            container, models: [WithinVersion.Poster.self], transport: DirectTransport(server: server))
    }

    private func posters(_ container: ModelContainer) throws -> [WithinVersion.Poster] {
        try ModelContext(container).fetch(
            FetchDescriptor<WithinVersion.Poster>(sortBy: [SortDescriptor(\.name)]))
    }

    @Test func `Data that is no longer stored externally arrives and stays where it is`() async throws {
        let (first, second) = (try upgraded("first"), try container(WithinVersion.Poster.self, "second"))
        let report = try await synchronizer(first).synchronize()
        #expect(report.sent == 1)
        #expect(report.received == 0)
        #expect(try await synchronizer(second).synchronize().received == 1)
        #expect(try posters(second).map(\.image) == [image])
        #expect(try posters(first).map(\.image) == [image])
    }

    @Test func `Data with an unreadable file isn't sent as something else`() async throws {
        let store = try upgraded("first")
        let folder = directory.file("first.external")
        try FileManager.default.moveItem(atPath: folder, toPath: directory.file("elsewhere"))
        let synchronizer = try synchronizer(store)
        await #expect(throws: ModelDataError.self) { try await synchronizer.synchronize() }
        #expect(server.records.isEmpty)
        try FileManager.default.moveItem(atPath: directory.file("elsewhere"), toPath: folder)
        #expect(try await synchronizer.synchronize().sent == 1)
    }

    @Test func `Data that resembles a file reference arrives unchanged`() async throws {
        let lookalike = Data(("modeldata-external:" + String(repeating: "a", count: 64)).utf8)
        let first = try container(WithinVersion.Poster.self, "first")
        let second = try container(WithinVersion.Poster.self, "second")
        let context = ModelContext(first)
        context.insert(WithinVersion.Poster("Solaris", lookalike))
        try context.save()
        for store in [first, second] { try await synchronizer(store).synchronize() }
        #expect(try posters(second).map(\.image) == [lookalike])
        // A later edit of the data is sent too.
        let other = Data(("modeldata-external:" + String(repeating: "b", count: 64)).utf8)
        try #require(try context.fetch(FetchDescriptor<WithinVersion.Poster>()).first).image = other
        try context.save()
        for store in [first, second] { try await synchronizer(store).synchronize() }
        #expect(try posters(second).map(\.image) == [other])
    }
}
