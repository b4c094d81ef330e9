import NIOCore
import ServiceLifecycle

/// One of the server's doors. Where it can't be opened, its error says which one.
struct Door: Service {
    /// What has to be open first.
    var gate: Gate?
    let service: any Service
    let failure: @Sendable (_ code: Int32) -> ServingError

    /// - Parameters:
    ///   - gate: What has to be open first.
    ///   - service: What answers at the door.
    ///   - failure: The error of a door that can't be opened, for one of the system's error numbers.
    init(
        behind gate: Gate? = nil, service: any Service,
        failure: @escaping @Sendable (_ code: Int32) -> ServingError
    ) {
        self.gate = gate
        self.service = service
        self.failure = failure
    }

    func run() async throws {
        if let gate, await !gate.wait() { return }
        do {
            try await service.run()
        } catch let error as IOError {
            throw failure(error.errnoCode)
        } catch let error as SocketAddressError.UnknownHost {
            throw ServingError.host(error.host)
        }
    }
}

/// Keeps devices away until everything else has begun: who heard that the server listens can rely on it.
struct Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Lets those in who wait.
    func open() { continuation.finish() }

    /// Waits until the gate is open; whether it is, and nobody has asked to end.
    func wait() async -> Bool {
        await withGracefulShutdownHandler {
            for await _ in stream {}
        } onGracefulShutdown: {
            continuation.finish()
        }
        return !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}
