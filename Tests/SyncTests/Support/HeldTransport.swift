import Sync
import SyncProtocol
import Synchronization

/// A transport to a server in memory. Its first request waits until a test releases it, or until its task is
/// cancelled.
///
/// ```swift
/// let transport = HeldTransport()
/// let report = Task { try await synchronizer.synchronize() }
/// await transport.waitForRequest()
/// transport.release()
/// ```
final class HeldTransport: SyncTransport {
    private let server = MemoryServer()
    private let count = Mutex(0)
    private let arrival = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    var name: String { "memory" }

    /// The number of requests so far.
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

    /// Waits until the first request has arrived.
    func waitForRequest() async {
        for await _ in arrival.stream {}
    }

    /// Releases the first request.
    func release() { gate.continuation.finish() }
}
