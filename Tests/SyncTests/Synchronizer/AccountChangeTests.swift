import Foundation
import ModelData
import Testing

@testable import Sync

/// After a change of the account, a store sends everything to the new one.
@Suite("Change of account")
struct AccountChangeTests {
    @Test func `Everything is sent to the new account, also without the token`() async throws {
        let (old, new) = (MemoryServer(), MemoryServer())
        let replica = try Replica(DirectTransport(server: old))
        try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        // The state after an update of the program.
        try replica.context.withSQLAccess(to: Place.self) { try $0.execute("UPDATE _sync SET token = NULL") }
        try SyncTracking.turnOn(replica.context, models: Replica.models, server: "memory")
        let synchronizer = try Synchronizer(
            replica.container, models: Replica.models, transport: DirectTransport(server: new))
        #expect(try await synchronizer.synchronize().sent == 1)
        #expect(new.records.count == 1)
    }
}
