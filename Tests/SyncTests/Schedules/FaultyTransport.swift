import Synchronization
import SyncProtocol

@testable import Sync

/// A way to the server on which things go wrong, once each time it is told so.
final class FaultyTransport: SyncTransport {
    private let server: any ScheduleServer
    private let fault = Mutex(Step.Fault.none)
    private let onTheWay = Mutex<(@Sendable () -> Void)?>(nil)
    /// Requests that arrive later.
    private let delayed: Mutex<[SyncRequest]> = Mutex([])

    init(_ server: any ScheduleServer) { self.server = server }

    var name: String { "faulty" }

    /// What goes wrong with the next request.
    func prepare(_ next: Step.Fault, onTheWay work: (@Sendable () -> Void)? = nil) {
        fault.withLock { $0 = next }
        onTheWay.withLock { $0 = work }
    }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let work = onTheWay.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
        let fault = fault.withLock { fault in
            defer { fault = .none }
            return fault
        }
        switch fault {
        case .none, .crashBefore, .crashAfter: return try await server.answer(request)
        case .lostRequest: throw SyncError.timedOut(server: name)
        case .lostAnswer:
            _ = try await server.answer(request)
            throw SyncError.unreachable(server: name, detail: "cut")
        case .duplicated:
            _ = try await server.answer(request)
            return try await server.answer(request)
        case .delayed:
            delayed.withLock { $0.append(request) }
            throw SyncError.timedOut(server: name)
        case .refused: throw SyncError.tooManyRequests(seconds: 1)
        case .garbled: throw SyncError.garbled(server: name, detail: "<html>")
        }
    }

    /// Has a delayed request arrive, in whatever order they were sent. Its answer reaches nobody.
    func arrive() async {
        let request = delayed.withLock { $0.popLast() }
        if let request { _ = try? await server.answer(request) }
    }
}

/// A server that schedules are tried on.
protocol ScheduleServer: AnyObject, Sendable {
    /// Whether nothing befalls requests on their way any more, but for what a schedule says.
    var isQuiet: Bool { get set }
    func answer(_ request: SyncRequest) async throws -> SyncAnswer
    /// Sets the server's time of day, where it can be set, in milliseconds since 1970.
    func setClock(_ milliseconds: Int64)
    /// Begins another epoch.
    func beginEpoch(losingRecords: Bool) async throws
    /// All records that live.
    func livingRecords() async throws -> [SyncKey: SyncRecord]
}

extension MemoryServer: ScheduleServer {
    /// Nothing befalls what stays in memory.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func setClock(_ milliseconds: Int64) { now = milliseconds }

    func livingRecords() async throws -> [SyncKey: SyncRecord] { records.filter { $0.value.isAlive } }
}
