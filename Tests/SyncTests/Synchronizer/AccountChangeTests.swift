import Foundation
import ModelData
import Testing

@testable import Sync

/// After the user changes the account, a store sends all its records to the new account.
@Suite("Change of account")
struct AccountChangeTests {
    @Test func `Everything is sent to the new account, also without the token`() async throws {
        let (old, new) = (MemoryServer(), MemoryServer())
        let replica = try Replica(DirectTransport(server: old))
        try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        // Simulate a store that an updated program opens: the store has no token, and the server is another
        // one.
        try replica.context.withSQLAccess(to: Place.self) { try $0.execute("UPDATE _sync SET token = NULL") }
        try SyncTracking.turnOn(replica.context, models: Replica.models, server: "memory")
        let synchronizer = try Synchronizer(
            replica.container, models: Replica.models, transport: DirectTransport(server: new))
        #expect(try await synchronizer.synchronize().sent == 1)
        #expect(new.records.count == 1)
    }
}
