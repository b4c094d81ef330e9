import Sync
import Testing

@Suite("Several who synchronize a store at one time", .timeLimit(.minutes(30)))
struct SharedExchangeTests {
    private let transport = HeldTransport()
    private let replica: Replica

    init() throws {
        replica = try Replica(transport)
        try replica.add("Gdańsk")
    }

    /// One who has begun and waits for the server, and one who waits for that.
    private func pair() async -> (first: Task<SyncReport, any Error>, second: Task<SyncReport, any Error>) {
        let first = await replica.synchronizer.begin()
        await transport.hasCome()
        return (first, await replica.synchronizer.begin())
    }

    @Test("Both have the report of one exchange")
    func together() async throws {
        let (first, second) = await pair()
        transport.letGo()
        #expect(try await first.value.sent == 1)
        #expect(try await second.value.sent == 1)
        #expect(transport.requests == 1)
    }

    @Test("Where the one who began is cancelled, the one who waits begins anew")
    func beginner() async throws {
        let (first, second) = await pair()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value.sent == 1)
        #expect(transport.requests == 2)
    }

    @Test("One who waits can be cancelled, and the exchange goes on")
    func waiter() async throws {
        let (first, second) = await pair()
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        transport.letGo()
        #expect(try await first.value.sent == 1)
        #expect(transport.requests == 1)
    }

    @Test("A stop ends the exchange for both, and nobody begins another")
    func stop() async throws {
        let (first, second) = await pair()
        await replica.synchronizer.stop()
        await #expect(throws: CancellationError.self) { try await first.value }
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(transport.requests == 1)
    }
}

extension Synchronizer {
    /// Begins a synchronization, and returns when it has come as far as it does without waiting.
    fileprivate func begin() async -> Task<SyncReport, any Error> {
        let task = Task { try await synchronize() }
        // The actor comes to this after that.
        _ = await Task { isRunning }.value
        return task
    }
}
