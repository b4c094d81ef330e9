import Foundation
import Logging
import NIOCore
import ServiceLifecycle

/// A service that listens on an address. If it can't listen, its error contains the address.
struct ListenerService: Service {
    /// The gate to wait for before listening.
    var gate: ReadinessGate?
    let service: any Service
    let failure: @Sendable (_ code: Int32) -> ServingError

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - gate: The gate to wait for before listening. Default: none.
    ///   - service: The service that listens and answers.
    ///   - failure: Returns the error for an `errno` value, if the service can't listen.
    init(
        after gate: ReadinessGate? = nil, service: any Service,
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

/// Delays the devices' listener until all other services run. Therefore a server that reports “listening” is
/// ready to answer.
struct ReadinessGate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Opens the gate.
    func open() { continuation.finish() }

    /// Waits until the gate is open. Returns whether the service should start. After a cancellation or a
    /// shutdown, returns `false`.
    func wait() async -> Bool {
        await withGracefulShutdownHandler {
            for await _ in stream {}
        } onGracefulShutdown: {
            continuation.finish()
        }
        return !Task.isCancelled && !Task.isShuttingDownGracefully
    }
}

/// Removes the contents of records that were deleted long ago: when the server starts, and every day.
struct DailyWork: Service {
    let storage: SQLStorage
    let logger: Logger
    let now: @Sendable () -> Date

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await storage.removeDeletedContents(at: now())
                } catch {
                    if Task.isCancelled { return }
                    // The next day brings the next attempt. Requests report a storage that fails.
                    logger.warning("deleted contents stay", metadata: ["storage": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            }
        }
    }
}
