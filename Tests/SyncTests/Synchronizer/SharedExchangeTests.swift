import Sync
import Testing

@Suite("Concurrent synchronizations of a store", .timeLimit(.minutes(30)))
struct SharedExchangeTests {
    private let transport = HeldTransport()
    private let replica: Replica

    init() throws {
        replica = try Replica(transport)
        try replica.add("Gdańsk")
    }

    /// Starts two synchronizations: the first one waits for the server, and the second one joins the first.
    private func pair() async -> (first: Task<SyncReport, any Error>, second: Task<SyncReport, any Error>) {
        let first = await replica.synchronizer.begin()
        await transport.waitForRequest()
        return (first, await replica.synchronizer.begin())
    }

    @Test func `Both callers get the report of one exchange`() async throws {
        let (first, second) = await pair()
        transport.release()
        #expect(try await first.value.sent == 1)
        #expect(try await second.value.sent == 1)
        #expect(transport.requests == 1)
    }

    @Test func `If the first caller is cancelled, the waiting one starts a new exchange`() async throws {
        let (first, second) = await pair()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value.sent == 1)
        #expect(transport.requests == 2)
    }

    @Test func `A waiting caller can be cancelled, and the exchange continues`() async throws {
        let (first, second) = await pair()
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        transport.release()
        #expect(try await first.value.sent == 1)
        #expect(transport.requests == 1)
    }

    @Test func `A stop ends the exchange for both callers, and no other one starts`() async throws {
        let (first, second) = await pair()
        await replica.synchronizer.stop()
        await #expect(throws: CancellationError.self) { try await first.value }
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(transport.requests == 1)
    }
}

extension Synchronizer {
    /// Starts a synchronization, and returns when its task waits for the first time.
    fileprivate func begin() async -> Task<SyncReport, any Error> {
        let task = Task { try await synchronize() }
        // The actor runs its tasks in order, so `synchronize` has started when this task ends.
        _ = await Task { isRunning }.value
        return task
    }
}
