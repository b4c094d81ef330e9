import Foundation
import SyncProtocol
import Synchronization

@testable import Sync

/// A transport that causes prepared faults. Each fault happens once.
final class FaultyTransport: SyncTransport {
    /// The prepared fault, and the request during which it happens.
    private struct Plan {
        var fault = Step.Fault.none
        /// The number of requests until the fault; 1 is the next request.
        var request = 1
        /// A closure that runs during the request. It runs before the server's answer, except for
        /// `crashAfter`.
        var duringRequest: (@Sendable () -> Void)?
    }

    private let server: any ScheduleServer
    private let plan = Mutex(Plan())
    /// The requests that have not reached the server yet.
    private let delayed: Mutex<[SyncRequest]> = Mutex([])

    init(_ server: any ScheduleServer) { self.server = server }

    var name: String { "faulty" }

    /// Prepares a fault for one of the next requests.
    func prepare(
        _ fault: Step.Fault, at request: Int = 1, duringRequest work: (@Sendable () -> Void)? = nil
    ) {
        plan.withLock { $0 = Plan(fault: fault, request: request, duringRequest: work) }
    }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let now = plan.withLock { plan in
            plan.request -= 1
            guard plan.request == 0 else { return Plan() }
            defer { plan = Plan() }
            return plan
        }
        if now.fault != .crashAfter { now.duringRequest?() }
        switch now.fault {
        case .none: return try await server.answer(request)
        // After a crash, nothing is sent again at once.
        case .crashBefore: throw SyncError.unreachable(server: name, detail: "crash")
        case .crashAfter:
            _ = try await server.answer(request)
            now.duringRequest?()
            throw SyncError.unreachable(server: name, detail: "crash")
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

    /// Delivers the last delayed request to the server, and discards the answer.
    func arrive() async {
        let request = delayed.withLock { $0.popLast() }
        if let request { _ = try? await server.answer(request) }
    }
}

/// A server to which the replicas of a schedule connect.
protocol ScheduleServer: AnyObject, Sendable {
    /// Whether the server causes no random faults. The schedule's steps can still cause faults.
    var isQuiet: Bool { get set }
    func answer(_ request: SyncRequest) async throws -> SyncAnswer
    /// Sets the server's clock, if the server supports that.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970.
    func setClock(_ milliseconds: Int64)
    /// Remembers the present data.
    func backUp() async throws
    /// Returns to the data of the last backup, or to the beginning without one.
    func rewind() async throws
    /// Returns the number of records that aren't deleted.
    func livingRecords() async throws -> Int
}

extension ScheduleServer {
    /// Requests all records page by page, and returns the number of those that aren't deleted.
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
    /// Always `true`: a server in memory causes no random faults.
    var isQuiet: Bool {
        get { true }
        set {}
    }

    func setClock(_ milliseconds: Int64) { now = milliseconds }

    func backUp() {}

    func rewind() { beginEpoch(losingRecords: true) }

    func livingRecords() async throws -> Int { records.values.count(where: \.isAlive) }
}
