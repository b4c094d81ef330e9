import Foundation
import ModelData
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// A line with a speed in each direction. A request that takes longer than a limit ends with an error.
private final class SlowLine: SyncTransport {
    let name = "slow"
    private let server: MemoryServer
    /// The bytes that get through in one request, in each direction.
    private let capacity: Mutex<Int>
    private let failure: SyncError
    /// The number of records in each request, and whether it got through.
    let requests = Mutex<[(count: Int, isDone: Bool)]>([])

    init(_ server: MemoryServer, capacity: Int, failure: SyncError = .slowLine(server: "slow")) {
        self.server = server
        self.capacity = Mutex(capacity)
        self.failure = failure
    }

    func widen(to bytes: Int) { capacity.withLock { $0 = bytes } }

    func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let capacity = capacity.withLock(\.self)
        func note(_ isDone: Bool) { requests.withLock { $0.append((request.records.count, isDone)) } }
        guard request.encoded().count <= capacity else {
            note(false)
            throw failure
        }
        let answer = try server.answer(request)
        guard answer.encoded().count <= capacity else {
            note(false)
            throw failure
        }
        note(true)
        return answer
    }
}

@Suite("Slow lines")
struct SlowLineTests {
    private let server = MemoryServer()

    private func fill(_ replica: Replica, _ count: Int) throws {
        for number in 0..<count {
            replica.context.insert(Place(name: "\(number) " + String(repeating: "x", count: 1_000)))
        }
        try replica.context.save()
    }

    @Test(arguments: [
        SyncError.slowLine(server: "slow"), .timedOut(server: "slow"), .tooLarge,
        .unreachable(server: "slow", detail: "reset by peer", cause: .brokenOff),
    ])
    func `Hundreds of records get through in smaller batches in both directions`(_ failure: SyncError)
        async throws
    {
        let line = SlowLine(server, capacity: 100_000, failure: failure)
        let sender = try Replica(line)
        try fill(sender, 400)
        #expect(try await sender.synchronizer.synchronize().sent == 400)
        let failed = line.requests.withLock { $0.count { !$0.isDone } }
        #expect(failed <= 8, "a size that failed isn't tried each time")

        let receiver = try Replica(SlowLine(server, capacity: 100_000))
        #expect(try await receiver.synchronizer.synchronize().received == 400)
        #expect(try receiver.contents() == sender.contents())
    }

    @Test func `Each acknowledged part stays done, and the next process begins with the size that worked`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file("store")
        let line = SlowLine(server, capacity: 50_000)
        let first = try Replica(line, path: path)
        try fill(first, 200)
        let parts = Mutex<[Int]>([])
        // The user interrupts the synchronization after some parts.
        let interrupted = Task {
            try await first.synchronizer.synchronize { report in
                parts.withLock { $0.append(report.sent) }
                if report.sent > 60 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await interrupted.value }
        let done = parts.withLock { $0.last ?? 0 }
        #expect(server.records.count == done)
        #expect(done > 60)
        #expect(done < 200)

        let again = SlowLine(server, capacity: 50_000)
        let second = try Replica(again, path: path)
        #expect(try await second.synchronizer.synchronize().sent == 200 - done)
        #expect(again.requests.withLock { $0.first?.isDone } == true)
    }

    @Test func `The size grows again on a faster line`() async throws {
        let line = SlowLine(server, capacity: 20_000)
        let replica = try Replica(line)
        try fill(replica, 100)
        try await replica.synchronizer.synchronize()
        line.widen(to: 10_000_000)
        try fill(replica, 2_000)
        try await replica.synchronizer.synchronize()
        #expect(line.requests.withLock { $0.map(\.count).max() } == 500)
        #expect(try replica.store().batchSize() == nil)
    }

    @Test func `A line over which not even one record gets is reported as slow`() async throws {
        let replica = try Replica(SlowLine(server, capacity: 500))
        try fill(replica, 3)
        await #expect(throws: SyncError.slowLine(server: "slow")) {
            try await replica.synchronizer.synchronize()
        }
        #expect(try replica.states() == [.notSynchronized: 3])
    }

    @Test func `A silent server is asked a second time only, for a single record`() async throws {
        let line = SlowLine(server, capacity: 0, failure: .timedOut(server: "slow"))
        let replica = try Replica(line)
        try fill(replica, 30)
        await #expect(throws: SyncError.timedOut(server: "slow")) {
            try await replica.synchronizer.synchronize()
        }
        #expect(line.requests.withLock { $0.map(\.count) } == [30, 1])
    }
}
