import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

// A model in two versions of a program.

enum FirstVersion {
    enum Status: String, Codable { case open, closed }

    @Model final class Errand {
        @Attribute(.unique) var identifier = UUID()
        var name: String
        var status = Status.open

        init(_ name: String) { self.name = name }
    }
}

enum SecondVersion {
    enum Status: String, Codable { case open, closed, abandoned }

    @Model final class Errand {
        @Attribute(.unique) var identifier = UUID()
        var name: String
        var status = Status.open

        init(_ name: String) { self.name = name }
    }
}

extension FirstVersion.Errand: Synchronizable {
    static var synchronization: Synchronization<FirstVersion.Errand> {
        Synchronization(identifier: \.identifier)
    }
}

extension SecondVersion.Errand: Synchronizable {
    static var synchronization: Synchronization<SecondVersion.Errand> {
        Synchronization(identifier: \.identifier)
    }
}

/// Values that an earlier version can't decode are kept, and a later version shows them.
@MainActor
@Suite("Values of newer versions")
struct NewerValueTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func container<T: PersistentModel>(_ model: T.Type, _ name: String) throws -> ModelContainer {
        try ModelContainer(
            for: model, configurations: ModelConfiguration(url: URL(fileURLWithPath: directory.file(name))))
    }

    private func statuses(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(
            FetchDescriptor<SecondVersion.Errand>(sortBy: [SortDescriptor(\.name)])
        )
        .map { "\($0.name) \($0.status)" }
    }

    @Test func `A newer enumeration case is preserved by an earlier version`()
        async throws
    {
        let transport = DirectTransport(server: server)
        let new = try container(SecondVersion.Errand.self, "new")
        let context = ModelContext(new)
        let synchronizer = try Synchronizer(new, models: [SecondVersion.Errand.self], transport: transport)
        let known = SecondVersion.Errand("1")
        context.insert(known)
        try context.save()
        try await synchronizer.synchronize()
        do {
            let old = try container(FirstVersion.Errand.self, "old")
            let synchronizer = try Synchronizer(old, models: [FirstVersion.Errand.self], transport: transport)
            try await synchronizer.synchronize()
            known.status = .abandoned
            let unknown = SecondVersion.Errand("2")
            unknown.status = .abandoned
            context.insert(unknown)
            try context.save()
            try await Synchronizer(new, models: [SecondVersion.Errand.self], transport: transport)
                .synchronize()
            #expect(try await synchronizer.synchronize().unreadable == 2)
            // Unreadable records aren't counted again, and readable records can be edited.
            let found = try ModelContext(old).fetch(FetchDescriptor<FirstVersion.Errand>())
            #expect(Set(found.map(\.name)).contains("1") && found.allSatisfy { $0.status == .open })
            let editing = ModelContext(old)
            try #require(
                try editing.fetch(FetchDescriptor<FirstVersion.Errand>()).first { $0.name == "1" }
            ).name = "1 edited"
            try editing.save()
            #expect(try await synchronizer.synchronize().sent == 1)
            try old.close()
        }
        // The new version opens the same store.
        let upgraded = try container(SecondVersion.Errand.self, "old")
        try await Synchronizer(upgraded, models: [SecondVersion.Errand.self], transport: transport)
            .synchronize()
        #expect(try statuses(upgraded) == ["1 edited abandoned", "2 abandoned"])
        try await synchronizer.synchronize()
        #expect(try statuses(new) == ["1 edited abandoned", "2 abandoned"])
    }
}
