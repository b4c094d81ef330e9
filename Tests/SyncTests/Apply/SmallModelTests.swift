import Foundation
import ModelData
import Testing

@testable import Sync

// Three small models. A `GuestKind` has only a name. A `Badge` has at most one guest as its holder, and a
// `Guest` has at most one badge.

@Model
final class GuestKind {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var name: String
    var guests: [Guest] = []

    init(_ identifier: UUID, _ name: String) {
        self.identifier = identifier
        self.name = name
    }
}

@Model
final class Badge {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var code: String
    @Relationship(inverse: \Guest.badge) var holder: Guest?

    init(_ identifier: UUID, _ code: String) {
        self.identifier = identifier
        self.code = code
    }
}

@Model
final class Guest {
    @Attribute(.unique) var identifier = UUID()
    var name: String
    @Relationship(inverse: \GuestKind.guests) var kind: GuestKind?
    var badge: Badge?

    init(_ name: String) { self.name = name }
}

extension GuestKind: Synchronizable {
    static var synchronization: Synchronization<GuestKind> { Synchronization(identifier: \.identifier) }
}

extension Badge: Synchronizable {
    static var synchronization: Synchronization<Badge> { Synchronization(identifier: \.identifier) }
}

extension Guest: Synchronizable {
    static var synchronization: Synchronization<Guest> { Synchronization(identifier: \.identifier) }
}

private struct Lobby {
    static let models: [any Synchronizable.Type] = [GuestKind.self, Guest.self, Badge.self]

    let context: ModelContext
    let synchronizer: Synchronizer

    init(_ server: MemoryServer) throws {
        let container = try ModelContainer(
            for: GuestKind.self, Guest.self, Badge.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
        synchronizer = try Synchronizer(
            container, models: Self.models, transport: DirectTransport(server: server))
    }

    func contents() throws -> [String] {
        _ = try context.storeChangedElsewhere()
        let guests = try context.fetch(FetchDescriptor<Guest>()).map {
            "guest \($0.name), \($0.kind?.name ?? "-"), \($0.badge?.code ?? "-")"
        }
        let kinds = try context.fetch(FetchDescriptor<GuestKind>()).map { "kind \($0.name)" }
        let badges = try context.fetch(FetchDescriptor<Badge>()).map {
            "badge \($0.code), \($0.holder?.name ?? "-")"
        }
        return (guests + kinds + badges).sorted()
    }
}

/// Duplicates of records with few synchronized values are merged too.
@Suite("Models with few synchronized values")
struct SmallModelTests {
    private let server = MemoryServer()
    private let first: Lobby
    private let second: Lobby

    init() throws {
        first = try Lobby(server)
        second = try Lobby(server)
    }

    private func id(_ digit: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(digit)"))
    }

    /// Returns the contents of both stores after synchronization.
    private func synchronized() async throws -> [String] {
        for lobby in [first, second, first, second] { try await lobby.synchronizer.synchronize() }
        #expect(try first.contents() == second.contents())
        for lobby in [first, second] {
            let counts = try SyncStatus(lobby.context, models: Lobby.models).counts
            #expect(counts.filter { $0.key != .synchronized && $0.value != 0 } == [:])
            #expect(try lobby.context.container.integrityCheck().isEmpty)
        }
        return try first.contents()
    }

    @Test func `Two badges for a guest that arrives later don't block a new device`() async throws {
        let guest = Guest("Ada")
        first.context.insert(guest)
        try first.context.save()
        for lobby in [first, second] { try await lobby.synchronizer.synchronize() }
        for (lobby, number) in [(first, 1), (second, 2)] {
            let badge = Badge(try id(number), "\(number)")
            _ = try lobby.context.storeChangedElsewhere()
            lobby.context.insert(badge)
            badge.holder = try lobby.context.fetch(FetchDescriptor<Guest>()).first
            try lobby.context.save()
        }
        for lobby in [first, second, first, second] { try await lobby.synchronizer.synchronize() }
        // After this edit, the server returns the guest after both badges.
        guest.name = "Ada L."
        try first.context.save()
        try await first.synchronizer.synchronize()
        let third = try Lobby(server)
        for lobby in [third, second, third] { try await lobby.synchronizer.synchronize() }
        let contents = try third.contents()
        #expect(contents.count == 3, "\(contents)")
        #expect(contents.filter { $0.hasSuffix("Ada L.") }.count == 1, "\(contents)")
        // The new device can still synchronize its own records.
        third.context.insert(Guest("Bea"))
        try third.context.save()
        #expect(try await third.synchronizer.synchronize().sent > 0)
        #expect(try third.context.container.integrityCheck().isEmpty)
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func `Two kinds of the same name are merged`(numbers: (Int, Int)) async throws {
        for (lobby, number, name) in [(first, numbers.0, "Ada"), (second, numbers.1, "Eve")] {
            let guest = Guest(name)
            guest.kind = GuestKind(try id(number), "speaker")
            lobby.context.insert(guest)
            try lobby.context.save()
        }
        #expect(
            try await synchronized() == ["guest Ada, speaker, -", "guest Eve, speaker, -", "kind speaker"])
    }

    /// The guest can have only one badge, even while two badges are merged.
    @Test(arguments: [(1, 2), (2, 1)])
    func `Two badges of the same code are merged and keep the holder`(numbers: (Int, Int)) async throws {
        let badge = Badge(try id(numbers.0), "A1")
        badge.holder = Guest("Ada")
        first.context.insert(badge)
        try first.context.save()
        second.context.insert(Badge(try id(numbers.1), "A1"))
        try second.context.save()
        #expect(try await synchronized() == ["badge A1, Ada", "guest Ada, -, A1"])
    }

    /// Synchronizes until both stores have all records.
    private func exchange() async throws {
        for lobby in [first, second, first, second] { try await lobby.synchronizer.synchronize() }
    }

    @Test(arguments: [(1, 2), (2, 1)])
    func `A badge waits until its guest is free`(numbers: (Int, Int)) async throws {
        let ada = Guest("Ada")
        first.context.insert(ada)
        try first.context.save()
        _ = try await synchronized()
        let badge = Badge(try id(numbers.0), "A1")
        badge.holder = ada
        try first.context.save()
        let theirs = try #require(try second.context.fetch(FetchDescriptor<Guest>()).first)
        second.context.insert(Badge(try id(numbers.1), "A1"))
        let other = Badge(try id(5), "B2")
        other.holder = theirs
        try second.context.save()
        // Two devices gave Ada different badges. Each badge stays on its device; all other records are
        // synchronized.
        first.context.insert(Guest("Eve"))
        try first.context.save()
        try await exchange()
        #expect(try first.contents().contains("badge A1, Ada"))
        #expect(try second.contents().contains("badge B2, Ada"))
        #expect(try second.contents().contains("guest Eve, -, -"))
        other.holder = nil
        try second.context.save()
        try await exchange()
        #expect(
            try await synchronized() == [
                "badge A1, Ada", "badge B2, -", "guest Ada, -, A1", "guest Eve, -, -",
            ])
    }
}
