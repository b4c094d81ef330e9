import Foundation
import ModelData
import Testing

@testable import Sync

/// If a synchronization fails while the store can't be written, the next synchronization repairs the state.
@Suite("Synchronization after a failure")
struct RecoveryTests {
    private let server = MemoryServer()
    private let transport: FaultyTransport
    private let replica: Replica

    init() throws {
        transport = FaultyTransport(server)
        replica = try Replica(transport)
    }

    /// Makes the sync metadata unwritable, as on a full disk, or makes it writable again.
    private static func setFull(_ isFull: Bool, _ container: ModelContainer) throws {
        let statement =
            isFull
            ? "CREATE TRIGGER full BEFORE UPDATE ON _syncRecord BEGIN SELECT RAISE(ABORT, 'full'); END"
            : "DROP TRIGGER full"
        try ModelContext(container).withSQLAccess(to: Place.self) { try $0.execute(statement) }
    }

    @Test func `Records that could not be queued again are sent the next time`() async throws {
        try replica.add("Eden")
        let container = replica.container
        transport.prepare(.lostRequest) { try? Self.setFull(true, container) }
        await #expect(throws: SyncError.timedOut(server: transport.name)) {
            try await replica.synchronizer.synchronize()
        }
        #expect(try replica.states() == [.pending: 1])
        // While the disk is full, the next synchronization fails too.
        await #expect(throws: (any Error).self) { try await replica.synchronizer.synchronize() }
        #expect(server.records.isEmpty)
        try Self.setFull(false, container)
        #expect(try await replica.synchronizer.synchronize().sent == 1)
        #expect(server.records.count == 1)
        #expect(try replica.states() == [.synchronized: 1])
    }

    @Test(arguments: [SyncState.notSynchronized, .pending, .refused])
    func `Unsent records are found without a scan of synchronized ones`(state: SyncState) throws {
        let plan = try replica.store().reading { database in
            try database.rows(
                """
                EXPLAIN QUERY PLAN SELECT _id FROM _syncRecord
                WHERE \(SyncTables.isIn(state)) AND entity = 'Place' ORDER BY _id LIMIT 1
                """)
        }
        let steps = plan.compactMap { $0.last?.text }
        #expect(steps.count == 1, "\(steps)")
        #expect(steps.first?.contains(" INDEX _syncRecord_state (state=? AND entity=?)") == true, "\(steps)")
    }
}
