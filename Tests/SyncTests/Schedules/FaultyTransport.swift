import Foundation
import SyncProtocol
import Synchronization

@testable import Sync

/// A way to the server on which things go wrong, once each time it is told so.
final class FaultyTransport: SyncTransport {
    /// What happens to a request.
    private struct Plan {
        var fault = Step.Fault.none
        /// Which of the next requests it is, from 1.
        var request = 1
        /// What happens while it is under way: after the answer, where that is lost in a crash.
        var onTheWay: (@Sendable () -> Void)?
    }

    private let server: any ScheduleServer
    private let plan = Mutex(Plan())
    /// Requests that arrive later.
    private let delayed: Mutex<[SyncRequest]> = Mutex([])

    init(_ server: any ScheduleServer) { self.server = server }

    var name: String { "faulty" }

    /// What goes wrong with one of the next requests.
    func prepare(
        _ fault: Step.Fault, at request: Int = 1, onTheWay work: (@Sendable () -> Void)? = nil
    ) {
        plan.withLock { $0 = Plan(fault: fault, request: request, onTheWay: work) }
    }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let now = plan.withLock { plan in
            plan.request -= 1
            guard plan.request == 0 else { return Plan() }
            defer { plan = Plan() }
            return plan
        }
        if now.fault != .crashAfter { now.onTheWay?() }
        switch now.fault {
        case .none: return try await server.answer(request)
        case .crashBefore: throw SyncError.timedOut(server: name)
        case .crashAfter:
            _ = try await server.answer(request)
            now.onTheWay?()
            throw SyncError.timedOut(server: name)
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
    /// How many records live.
    func livingRecords() async throws -> Int
}

extension ScheduleServer {
    /// How many records live among those that a server answers to requests without any.
    func countLivingRecords(_ ask: (SyncRequest) async throws -> SyncAnswer) async throws -> Int {
        var living: Set<SyncKey> = []
        var token: String?
        while true {
            let answer = try await ask(SyncRequest(batch: UUID(), token: token))
            living.formUnion(answer.changes.filter(\.isAlive).map(\.key))
            living.subtract(answer.changes.filter { !$0.isAlive }.map(\.key))
            token = answer.token
            if !answer.more { return living.count }
        }
    }
}

extension MemoryServer: ScheduleServer {
    /// Nothing befalls what stays in memory.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func setClock(_ milliseconds: Int64) { now = milliseconds }

    func livingRecords() async throws -> Int { records.values.count(where: \.isAlive) }
}
