import Foundation
import ModelData
import Testing

@testable import Sync

/// What a failure that takes the store with it leaves behind is found by the next synchronization.
@Suite("Synchronizing after a failure")
struct RecoveryTests {
    private let server = MemoryServer()
    private let transport: FaultyTransport
    private let replica: Replica

    init() throws {
        transport = FaultyTransport(server)
        replica = try Replica(transport)
    }

    /// Has the notes of records be as unwritable as on a full disk, or writable again.
    private static func setFull(_ isFull: Bool, _ container: ModelContainer) throws {
        let statement =
            isFull
            ? "CREATE TRIGGER full BEFORE UPDATE ON _syncRecord BEGIN SELECT RAISE(ABORT, 'full'); END"
            : "DROP TRIGGER full"
        try ModelContext(container).throughDoor(to: Place.self) { try $0.execute(statement) }
    }

    @Test("What could not be put back into the queue is sent the next time")
    func whatCouldNotBePutBackIntoTheQueueIsSentTheNextTime() async throws {
        try replica.add("Eden")
        let container = replica.container
        transport.prepare(.lostRequest) { try? Self.setFull(true, container) }
        await #expect(throws: SyncError.timedOut(server: transport.name)) {
            try await replica.synchronizer.synchronize()
        }
        #expect(try replica.states() == [.pending: 1])
        // As long as the disk is full, this fails too, and says why.
        await #expect(throws: (any Error).self) { try await replica.synchronizer.synchronize() }
        #expect(server.records.isEmpty)
        try Self.setFull(false, container)
        #expect(try await replica.synchronizer.synchronize().sent == 1)
        #expect(server.records.count == 1)
        #expect(try replica.states() == [.synchronized: 1])
    }

    @Test(
        "What is to be sent is found without looking through what is synchronized",
        arguments: [SyncState.notSynchronized, .pending, .refused])
    func whatIsToBeSentIsFoundWithoutLookingThroughWhatIsSynchronized(state: SyncState) throws {
        let plan = try replica.store().reading { door in
            try door.rows(
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
