import Foundation
import SyncProtocol
import Synchronization
import Testing

@testable import Sync

/// Records that the server refuses because the account's quota is used up.
@Suite("Quota of the account")
struct AccountQuotaTests {
    /// A server in memory that takes records only while it has room.
    private final class Server: SyncTransport {
        let server = MemoryServer()
        let room = Mutex(0)
        let requests = Mutex<[Int]>([])
        var name: String { "memory" }

        func send(_ request: SyncRequest) async throws -> SyncAnswer {
            requests.withLock { $0.append(request.records.count) }
            let room = room.withLock(\.self)
            let refused = room > 0 ? [] : request.records
            let answer = try server.answer(
                SyncRequest(
                    batch: request.batch, token: request.token,
                    records: refused.isEmpty ? request.records : [], limit: request.limit,
                    entities: request.entities))
            return SyncAnswer(
                merged: answer.merged,
                refused: refused.map { SyncRefusal($0.key, reason: .quotaExceeded, message: "full") },
                changes: answer.changes, token: answer.token, more: answer.more, clock: answer.clock,
                room: room)
        }
    }

    @Test func `Refused records are sent again once there is room, and not before`() async throws {
        let server = Server()
        let replica = try Replica(server)
        try replica.add("Prado")
        #expect(try await replica.synchronizer.synchronize().refused == 1)
        for _ in 0..<3 { try await replica.synchronizer.synchronize() }
        #expect(server.requests.withLock(\.self).filter { $0 > 0 } == [1])
        #expect(try replica.states() == [.refused: 1])
        server.room.withLock { $0 = 10_000 }
        #expect(try await replica.synchronizer.synchronize().sent == 1)
        #expect(try replica.states() == [.synchronized: 1])
        #expect(server.server.records.count == 1)
    }
}
