import Sync
import SyncProtocol
import Synchronization

/// A way to a server in memory on which the first request waits until a test lets it go on, or its task is cancelled.
///
/// ```swift
/// let transport = HeldTransport()
/// let report = Task { try await synchronizer.synchronize() }
/// await transport.hasCome()
/// transport.letGo()
/// ```
final class HeldTransport: SyncTransport {
    private let server = MemoryServer()
    private let count = Mutex(0)
    private let arrival = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    var name: String { "memory" }

    /// How many requests have come.
    var requests: Int { count.withLock { $0 } }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == 1 {
            arrival.continuation.finish()
            for await _ in gate.stream {}
            try Task.checkCancellation()
        }
        return try server.answer(request)
    }

    /// Waits until the first request has come.
    func hasCome() async {
        for await _ in arrival.stream {}
    }

    /// Has the first request answered.
    func letGo() { gate.continuation.finish() }
}
