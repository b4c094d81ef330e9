import Foundation
import ModelData
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

// A crate has a unique name, and deleting it deletes its bottles.

@Model
final class Crate {
    @Attribute(.unique) var identifier: UUID
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Bottle.crate) var bottles: [Bottle] = []

    init(_ identifier: UUID, _ name: String) {
        self.identifier = identifier
        self.name = name
    }
}

@Model
final class Bottle {
    @Attribute(.unique) var identifier = UUID()
    var name: String
    var crate: Crate

    init(_ name: String, in crate: Crate) {
        self.name = name
        self.crate = crate
    }
}

extension Crate: Synchronizable {
    static var synchronization: Synchronization<Crate> { Synchronization(identifier: \.identifier) }
}

extension Bottle: Synchronizable {
    static var synchronization: Synchronization<Bottle> { Synchronization(identifier: \.identifier) }
}

private struct Cellar {
    static let models: [any Synchronizable.Type] = [Crate.self, Bottle.self]

    let context: ModelContext
    let synchronizer: Synchronizer

    init(_ server: MemoryServer) throws {
        let container = try ModelContainer(
            for: Crate.self, Bottle.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(container)
        synchronizer = try Synchronizer(
            container, models: Self.models, transport: DirectTransport(server: server), batchSize: 3)
    }

    func crates() throws -> [Crate] {
        _ = try context.storeChangedElsewhere()
        return try context.fetch(FetchDescriptor<Crate>())
    }

    func contents() throws -> [String] {
        let crates = try crates().map { "\($0.name): \($0.bottles.map(\.name).sorted())" }
        let bottles = try context.fetch(FetchDescriptor<Bottle>()).map { "\($0.name) in \($0.crate.name)" }
        return (crates + bottles).sorted()
    }
}

/// Records that are deleted and then recreated. Meanwhile, another record with the same unique name may
/// exist. Then the two records are merged.
@Suite("Recreated records")
struct RecreatedRecordTests {
    private let server = MemoryServer()

    private func id(_ digit: Int) throws -> UUID {
        try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(digit)"))
    }

    @Test(arguments: [(1, 2), (2, 1)], [true, false])
    func
        `A recreated record whose name was taken is merged with the new holder without losses`(
            numbers: (Int, Int), isDeletionKnown: Bool
        ) async throws
    {
        for byUndo in [true, false] {
            let server = MemoryServer()
            let (first, second, third) = (try Cellar(server), try Cellar(server), try Cellar(server))
            let crate = Crate(try id(numbers.0), "wine")
            first.context.insert(crate)
            try first.context.save()
            for cellar in [first, third] { try await cellar.synchronizer.synchronize() }
            first.context.delete(crate)
            try first.context.save()
            if isDeletionKnown { try await first.synchronizer.synchronize() }
            // The third device deletes and recreates the crate.
            third.context.delete(try #require(try third.crates().first))
            try third.context.save()
            if byUndo {
                _ = try SyncTracking.undoing(third.context, models: Cellar.models) {
                    try third.context.undoLastTransaction()
                }
            } else {
                third.context.insert(Crate(try id(numbers.0), "wine"))
                try third.context.save()
            }
            // On the first device, another crate has the same name now, and contains a bottle.
            let other = Crate(try id(numbers.1), "wine")
            first.context.insert(other)
            first.context.insert(Bottle("Tokaji", in: other))
            try first.context.save()
            let new = try Cellar(server)
            for _ in 0..<4 {
                for cellar in [first, second, third, new] { try await cellar.synchronizer.synchronize() }
            }
            for cellar in [first, second, third, new] {
                #expect(
                    try cellar.contents() == ["Tokaji in wine", "wine: [\"Tokaji\"]"], "undo: \(byUndo)")
                let counts = try SyncStatus(cellar.context, models: Cellar.models).counts
                #expect(counts.filter { $0.key != .synchronized && $0.value != 0 } == [:])
            }
        }
    }

    @Test func `A tombstone of an older record doesn't delete its later recreation's contents`()
        async throws
    {
        let (first, second, third) = (try Cellar(server), try Cellar(server), try Cellar(server))
        let crate = Crate(try id(1), "wine")
        first.context.insert(crate)
        try first.context.save()
        for cellar in [first, second, third] { try await cellar.synchronizer.synchronize() }
        first.context.delete(crate)
        try first.context.save()
        let other = Crate(try id(2), "wine")
        first.context.insert(other)
        first.context.insert(Bottle("Tokaji", in: other))
        try first.context.save()
        for cellar in [first, second] { try await cellar.synchronizer.synchronize() }
        // The third device recreates the deleted crate, which is then merged with the other crate. Then it
        // edits the merged crate.
        third.context.delete(try #require(try third.crates().first))
        try third.context.save()
        let again = Crate(try id(1), "wine")
        third.context.insert(again)
        try third.context.save()
        for _ in 0..<2 { try await third.synchronizer.synchronize() }
        _ = try third.context.storeChangedElsewhere()
        again.name = "red"
        try third.context.save()
        try await third.synchronizer.synchronize()
        for _ in 0..<3 {
            for cellar in [second, first, third] { try await cellar.synchronizer.synchronize() }
        }
        for cellar in [first, second, third] {
            #expect(try cellar.contents() == ["Tokaji in red", "red: [\"Tokaji\"]"])
            let counts = try SyncStatus(cellar.context, models: Cellar.models).counts
            #expect(counts.filter { $0.key != .synchronized && $0.value != 0 } == [:])
        }
    }

    @Test(.level(.default), arguments: [1, 4_417_103_665, SeededGenerator.newSeed])
    func
        `Random creations, deletions, renames and undos give equal results on all devices`(
            seed: UInt64
        ) async throws
    {
        print("RecreatedRecordTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for round in 0..<8 {
            let server = MemoryServer()
            let cellars = try (0..<3).map { _ in try Cellar(server) }
            for _ in 0..<40 { try await step(cellars[Int.random(in: 0..<3, using: &random)], &random) }
            let new = try Cellar(server)
            for _ in 0..<6 {
                for cellar in cellars + [new] { try await cellar.synchronizer.synchronize() }
            }
            for cellar in cellars + [new] {
                #expect(try cellar.contents() == cellars[0].contents(), "seed \(seed), round \(round)")
                let counts = try SyncStatus(cellar.context, models: Cellar.models).counts
                let open = counts.filter { $0.key != .synchronized && $0.value != 0 }
                #expect(open == [:], "seed \(seed), round \(round)")
            }
        }
    }

    /// Runs a random step on a replica, with few different names and identifiers.
    private func step(_ cellar: Cellar, _ random: inout SeededGenerator) async throws {
        let kind = Int.random(in: 0..<20, using: &random)
        let name = "crate \(Int.random(in: 0..<3, using: &random))"
        let identifier = try id(Int.random(in: 0..<4, using: &random))
        if kind < 7 {
            try await cellar.synchronizer.synchronize()
            return
        }
        let crates = try cellar.crates().sorted { $0.name < $1.name }
        let crate = crates.randomElement(using: &random)
        let isTaken = crates.contains { $0.name == name }
        switch kind {
        case 7..<11:
            if isTaken || crates.contains(where: { $0.identifier == identifier }) { return }
            cellar.context.insert(Crate(identifier, name))
        case 11..<15:
            guard let crate else { return }
            cellar.context.insert(Bottle("bottle \(Int.random(in: 0..<1_000, using: &random))", in: crate))
        case 15..<17:
            guard let crate else { return }
            cellar.context.delete(crate)
        case 17: if !isTaken { crate?.name = name }
        default:
            _ = try? SyncTracking.undoing(cellar.context, models: Cellar.models) {
                try cellar.context.undoLastTransaction()
            }
        }
        try cellar.context.save()
    }
}
