import Foundation
import ModelData
import TestSupport
import Testing

@testable import Sync

// The models of two versions of a program.

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
        var note = ""

        init(_ name: String) { self.name = name }
    }

    @Model final class Helper {
        @Attribute(.unique) var identifier = UUID()
        var name: String

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

extension SecondVersion.Helper: Synchronizable {
    static var synchronization: Synchronization<SecondVersion.Helper> {
        Synchronization(identifier: \.identifier)
    }
}

/// Values that an earlier version doesn't know are kept, and a later version shows them.
@MainActor
@Suite("Values of newer versions")
struct NewerValueTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func container(_ models: any PersistentModel.Type..., name: String) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(models),
            configurations: ModelConfiguration(url: URL(fileURLWithPath: directory.file(name))))
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
        let new = try container(SecondVersion.Errand.self, name: "new")
        let context = ModelContext(new)
        let synchronizer = try Synchronizer(new, models: [SecondVersion.Errand.self], transport: transport)
        let known = SecondVersion.Errand("1")
        context.insert(known)
        try context.save()
        try await synchronizer.synchronize()
        do {
            let old = try container(FirstVersion.Errand.self, name: "old")
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
            #expect(Set(found.map(\.name)).contains("1"))
            #expect(found.allSatisfy { $0.status == .open })
            let editing = ModelContext(old)
            try #require(
                try editing.fetch(FetchDescriptor<FirstVersion.Errand>()).first { $0.name == "1" }
            ).name = "1 edited"
            try editing.save()
            #expect(try await synchronizer.synchronize().sent == 1)
            try old.close()
        }
        // The new version opens the same store.
        let upgraded = try container(SecondVersion.Errand.self, name: "old")
        try await Synchronizer(upgraded, models: [SecondVersion.Errand.self], transport: transport)
            .synchronize()
        #expect(try statuses(upgraded) == ["1 edited abandoned", "2 abandoned"])
        try await synchronizer.synchronize()
        #expect(try statuses(new) == ["1 edited abandoned", "2 abandoned"])
    }

    @Test func `A field and a model that an earlier version lacks are kept, and shown after an update`()
        async throws
    {
        let transport = DirectTransport(server: server)
        let models: [any Synchronizable.Type] = [SecondVersion.Errand.self, SecondVersion.Helper.self]
        let new = try container(SecondVersion.Errand.self, SecondVersion.Helper.self, name: "new")
        let newContext = ModelContext(new)
        let errand = SecondVersion.Errand("1")
        errand.note = "on foot"
        newContext.insert(errand)
        newContext.insert(SecondVersion.Helper("Ann"))
        try newContext.save()
        let newDevice = try Synchronizer(new, models: models, transport: transport)
        try await newDevice.synchronize()
        do {
            let old = try container(FirstVersion.Errand.self, name: "old")
            let oldDevice = try Synchronizer(old, models: [FirstVersion.Errand.self], transport: transport)
            #expect(try await oldDevice.synchronize().unreadable == 0)
            let oldContext = ModelContext(old)
            try #require(try oldContext.fetch(FetchDescriptor<FirstVersion.Errand>()).first).name = "1 edited"
            try oldContext.save()
            try await oldDevice.synchronize()
            try old.close()
        }
        try await newDevice.synchronize()
        let updated = try container(SecondVersion.Errand.self, SecondVersion.Helper.self, name: "old")
        try await Synchronizer(updated, models: models, transport: transport).synchronize()
        for container in [new, updated] {
            let context = ModelContext(container)
            let errands = try context.fetch(FetchDescriptor<SecondVersion.Errand>())
            #expect(errands.map(\.name) == ["1 edited"])
            #expect(errands.map(\.note) == ["on foot"])
            #expect(try context.fetch(FetchDescriptor<SecondVersion.Helper>()).map(\.name) == ["Ann"])
        }
    }
}
