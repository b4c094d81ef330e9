import Foundation
import ModelData
import Testing

@testable import Sync

/// A store that is kept the same with another account gives that everything.
@Suite("Another account")
struct OtherAccountTests {
    @Test("Everything is sent to it, also where the token is gone")
    func everythingIsSentAlsoWhereTheTokenIsGone() async throws {
        let (old, new) = (MemoryServer(), MemoryServer())
        let replica = try Replica(DirectTransport(server: old))
        try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        // As a new version of a program leaves it.
        try replica.context.throughDoor(to: Place.self) { try $0.execute("UPDATE _sync SET token = NULL") }
        try SyncTracking.turnOn(replica.context, models: Replica.models, server: "memory")
        let synchronizer = try Synchronizer(
            replica.container, models: Replica.models, transport: DirectTransport(server: new))
        #expect(try await synchronizer.synchronize().sent == 1)
        #expect(new.records.count == 1)
    }
}
