import Foundation
import Synchronization
import SyncProtocol

@testable import Sync
@testable import SyncServer

/// A server in memory with one account. It behaves like the real server, with as little code as possible.
final class MemoryServer: Sendable {
    private struct State {
        var epoch = UUID()
        var records: [SyncKey: (record: SyncRecord, sequence: Int)] = [:]
        var sequence = 0
        var clock = HybridClock(node: "server")
    }

    private let state = Mutex(State())
    private let milliseconds = Mutex<Int64>(1_800_000_000_000)

    var records: [SyncKey: SyncRecord] { state.withLock { $0.records.mapValues(\.record) } }

    var now: Int64 {
        get { milliseconds.withLock { $0 } }
        set { milliseconds.withLock { $0 = newValue } }
    }

    /// Starts a new epoch, optionally without the records.
    func beginEpoch(losingRecords: Bool) {
        state.withLock { state in
            state.epoch = UUID()
            if losingRecords { state.records = [:] }
        }
    }

    func answer(_ request: SyncRequest) throws -> SyncAnswer {
        // Encode and decode the messages, because requests to a real server are encoded too.
        let request = try SyncRequest(decoding: request.encoded())
        let answer = try state.withLock { try Self.answer(request, now: now, &$0) }
        return try SyncAnswer(decoding: answer.encoded())
    }

    private static func answer(_ request: SyncRequest, now: Int64, _ state: inout State) throws -> SyncAnswer
    {
        var position = 0
        if let token = request.token {
            let parts = token.split(separator: ".")
            guard parts.count == 2, parts[0] == state.epoch.uuidString, let number = Int(parts[1]) else {
                throw SyncError.tokenExpired
            }
            position = number
        }
        let seen = request.records.compactMap { state.records[$0.key]?.record.latestClock }.max() ?? .zero
        let limit = ClockLimit(seen: seen, time: Int(now))
        if request.records.contains(where: limit.isExceeded), let clock = limit.failure.clock {
            throw SyncError.clockAhead(clock)
        }
        state.clock.observe(seen)
        let clock = state.clock.next(milliseconds: now)
        var merged: [SyncRecord] = []
        for record in request.records {
            var stored =
                state.records[record.key]?.record ?? SyncRecord(record.key, causalLength: record.causalLength)
            if stored.merge(record) || state.records[record.key] == nil {
                state.sequence += 1
                state.records[record.key] = (stored, state.sequence)
            }
            merged.append(stored)
        }
        let waiting = state.records.values.filter { $0.sequence > position }.sorted {
            $0.sequence < $1.sequence
        }
        let page = waiting.prefix(request.limit)
        let last = page.last?.sequence ?? position
        return SyncAnswer(
            merged: merged, refused: request.unreadable,
            changes: page.map(\.record).filter {
                request.entities.isEmpty || request.entities.contains($0.key.entity)
            },
            token: "\(state.epoch.uuidString).\(last)", more: waiting.count > page.count, clock: clock)
    }
}

/// A transport that calls a server in memory directly.
struct DirectTransport: SyncTransport {
    let server: MemoryServer
    var name: String { "memory" }

    func send(_ request: SyncRequest) async throws -> SyncAnswer { try server.answer(request) }
}
