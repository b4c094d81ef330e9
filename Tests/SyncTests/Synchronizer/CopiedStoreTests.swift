import Foundation
import ModelData
import SyncProtocol
import TestSupport
import Testing

@testable import Sync
@testable import SyncServer

/// A store that is copied to a second computer, and used on both.
@Suite("Copied stores")
struct CopiedStoreTests {
    private let directory: TemporaryDirectory
    private let server: StorageServer
    private let original: Replica
    private let other: Replica

    init() async throws {
        directory = try TemporaryDirectory(inMemory: true)
        let storage = try await StorageServer.open(.file(path: directory.file("sync.store")))
        server = try await StorageServer([storage], account: "ada")
        server.setClock(Int64(Date.now.timeIntervalSince1970 * 1000))
        original = try Replica(FaultyTransport(server), path: directory.file("original"))
        other = try Replica(FaultyTransport(server))
        try SyncTracking.turnOn(original.context, models: Replica.models, server: "faulty", token: "desktop")
        try original.add("Prado")
        try await original.synchronizer.synchronize()
    }

    /// Copies the store.
    ///
    /// - Parameter token: The token with which the copy logs in; `nil` to copy the token, too.
    private func copy(token: String?) throws -> Replica {
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: directory.file("original" + suffix), toPath: directory.file("copy" + suffix))
        }
        let copy = try Replica(FaultyTransport(server), path: directory.file("copy"))
        if let token {
            try SyncTracking.turnOn(copy.context, models: Replica.models, server: "faulty", token: token)
        }
        return copy
    }

    private func rate(_ replica: Replica, _ rating: Double) throws {
        try #require(try replica.place("Prado")).rating = rating
        try replica.context.save()
    }

    private func undo(_ replica: Replica) throws {
        _ = try replica.context.storeChangedElsewhere()
        let step = try SyncTracking.undoing(replica.context, models: Replica.models) {
            try replica.context.undoLastTransaction()
        }
        #expect(step != nil)
    }

    private func synchronize(_ replicas: Replica...) async throws {
        for replica in replicas { try await replica.synchronizer.synchronize() }
    }

    @Test(arguments: ["laptop", nil])
    func `An undo on the original keeps the work that was done on the copy`(_ token: String?) async throws {
        let copy = try copy(token: token)
        try rate(copy, 5)
        try await synchronize(copy)
        // The addition, which both stores have in their histories.
        try undo(original)
        try await synchronize(original, copy, original, other, copy)
        for replica in [original, copy, other] { #expect(try replica.place("Prado")?.rating == 5) }
        #expect(try original.store().node() != copy.store().node())
    }

    @Test(arguments: ["laptop", nil])
    func `An undo on the copy keeps the later work of the original`(_ token: String?) async throws {
        let copy = try copy(token: token)
        try rate(original, 5)
        try await synchronize(original)
        try undo(copy)
        try await synchronize(copy, original, copy, other, original)
        for replica in [original, copy, other] { #expect(try replica.place("Prado")?.rating == 5) }
    }

    @Test func `An undo still deletes what nobody else has changed`() async throws {
        let copy = try copy(token: "laptop")
        try await synchronize(copy)
        try undo(original)
        try await synchronize(original, copy, other)
        for replica in [original, copy, other] { #expect(try replica.places().isEmpty) }
    }

    @Test func `Edits of both copies before the first synchronization are kept`() async throws {
        let copy = try copy(token: nil)
        try rate(original, 4)
        try #require(try copy.place("Prado")).note = "seen"
        try copy.context.save()
        try original.add("Uffizi")
        try copy.add("Louvre")
        try await synchronize(copy, original, copy, original, other)
        for replica in [original, copy, other] {
            #expect(try replica.places().map(\.name) == ["Louvre", "Prado", "Uffizi"])
            #expect(try replica.place("Prado")?.rating == 4)
            #expect(try replica.place("Prado")?.note == "seen")
        }
    }

    @Test func `The token of the same device or a lost answer changes nothing`() async throws {
        let node = try original.store().node()
        try SyncTracking.turnOn(original.context, models: Replica.models, server: "faulty", token: "desktop")
        try await synchronize(original)
        let transport = FaultyTransport(server)
        let synchronizer = try Synchronizer(
            original.container, models: Replica.models, transport: transport)
        for fault in [Step.Fault.lostAnswer, .delayed, .duplicated, .none] {
            try original.add("\(fault)")
            transport.prepare(fault)
            _ = try? await synchronizer.synchronize()
            await transport.arrive()
        }
        try await synchronizer.synchronize()
        #expect(try original.store().node() == node)
        try await synchronize(other)
        #expect(try other.places().count == 5)
    }
}
