import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import SyncProtocol

/// The running server: a listener for devices, and one for metrics if requested.
struct SyncService: Sendable {
    let storage: SQLStorage
    let options: ServingOptions
    let logger: Logger
    let now: @Sendable () -> Date
    /// A closure to call with the port, as soon as devices can connect.
    var onReady: @Sendable (_ port: Int) async -> Void = { _ in }

    /// Answers requests until the task is cancelled, then finishes the requests in progress.
    ///
    /// - Throws: ``ServingError`` if the server can't listen.
    func run() async throws {
        let metrics = ServerMetrics(start: now())
        let counter = ConnectionCounter(perAddress: options.limits.connectionsPerAddress)
        let gate = options.metricsPort.map { _ in ReadinessGate() }
        var services: [any Service] = [
            ListenerService(after: gate, service: try devices(metrics, counter)) {
                .address(host: options.host, port: options.port, code: $0)
            },
            DailyWork(storage: storage, logger: logger, now: now),
        ]
        if let port = options.metricsPort {
            let service = administrator(metrics, counter, port: port) { gate?.open() }
            services.append(ListenerService(service: service) { .metricsAddress(port: port, code: $0) })
        }
        // Hide the libraries' own informational messages.
        var quiet = logger
        quiet.logLevel = .warning
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet))
        // Run the group in a separate task, because a cancelled group would drop the requests in progress.
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
        logger.info("stopped")
    }

    private func devices(_ metrics: ServerMetrics, _ counter: ConnectionCounter) throws -> any Service {
        let limits = options.limits
        let node = String(UInt64.random(in: .min ... .max), radix: 36)
        let responder = SyncResponder(
            storage: storage, clock: ServerClock(node: node), limits: limits, metrics: metrics,
            logger: logger,
            isBehindProxy: options.isBehindProxy, now: now)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                // The guard also closes idle connections. Hummingbird would close one whose answer is still being sent.
                additionalChannelHandlers: [RequestGuard(limits: limits, counter: counter)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
                    maxHeaderFieldCount: limits.headerCount)))
        let server = try options.tls.map {
            try HTTPServerBuilder.tls(http, tlsConfiguration: $0.configuration())
        }
        return application(
            responder, server ?? http, host: options.host, port: options.port, connections: limits.connections
        ) { channel in
            let port = channel.localAddress?.port ?? options.port
            logger.info(
                "listening",
                metadata: [
                    "host": .string(options.host), "port": .stringConvertible(port),
                    "tls": .string(options.tls == nil ? "off" : "on"),
                ])
            await onReady(port)
        }
    }

    /// Returns the listener for metrics, which only this machine can reach.
    private func administrator(
        _ metrics: ServerMetrics, _ counter: ConnectionCounter, port: Int,
        onRunning: @escaping @Sendable () -> Void
    ) -> any Service {
        let (now, storage) = (now, storage)
        let readiness = Readiness(storage)
        let responder = CallbackResponder<SyncContext> { request, _ in
            guard request.method == .get, request.uri.path == "/metrics" else {
                return Response(status: .notFound)
            }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(
                        string: metrics.text(now: now())
                            + ServerMetrics.text(counter, storage: await StorageMetrics(storage, readiness))))
            )
        }
        return application(responder, .http1(), host: "127.0.0.1", port: port, connections: 16) { channel in
            let port = channel.localAddress?.port ?? port
            logger.info("metrics", metadata: ["port": .stringConvertible(port)])
            onRunning()
        }
    }

    private func application<Responder: HTTPResponder>(
        _ responder: Responder, _ server: HTTPServerBuilder, host: String, port: Int, connections: Int,
        onRunning: @escaping @Sendable (any Channel) async -> Void
    ) -> any Service where Responder.Context == SyncContext {
        var quiet = logger
        quiet.logLevel = .warning
        return Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: nil, backlog: 512,
                availableConnectionsDelegate: MaximumAvailableConnections(connections, logger: quiet)),
            onServerRunning: onRunning, logger: quiet)
    }
}
