import Foundation
import ModelData
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncServer

/// Even if clocks are wrong, the later change wins. The tests use the real server's merging.
@Suite("Wrong clocks")
struct WrongClockTests {
    private let directory: TemporaryDirectory
    private let server: StorageServer
    private let transport: FaultyTransport
    private let first: Replica
    private let second: Replica

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970 * 1000) }

    init() async throws {
        directory = try TemporaryDirectory(inMemory: true)
        let storage = try await StorageServer.open(.file(path: directory.file("sync.store")))
        server = try await StorageServer([storage], account: "ada")
        server.setClock(Self.now)
        transport = FaultyTransport(server)
        first = try Replica(transport)
        second = try Replica(FaultyTransport(server))
    }

    private func rate(_ replica: Replica, _ rating: Double) async throws {
        try #require(try replica.place("Prado")).rating = rating
        try replica.context.save()
        for replica in [replica, first, second] { try await replica.synchronizer.synchronize() }
        #expect(try first.place("Prado")?.rating == rating)
        #expect(try second.place("Prado")?.rating == rating)
    }

    @Test func `Later edits win after the server's clock was ahead`() async throws {
        server.setClock(Self.now + 86_400_000)
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        try await rate(first, 1)
        server.setClock(Self.now)
        try second.add("Louvre")
        for replica in [second, first] { try await replica.synchronizer.synchronize() }
        try await rate(first, 5)
        try await rate(second, 4)
        // A new device joins that has never received the server's wrong time.
        let third = try Replica(FaultyTransport(server))
        try await third.synchronizer.synchronize()
        try await rate(third, 3)
        try await rate(first, 2)
    }

    @Test func `A fast local clock is reported, but not a fast server clock`() async throws {
        // The server's clock never goes back, so the test begins with a slow clock and sets a fast one later.
        server.setClock(Self.now - 86_400_000)
        try first.add("Louvre")
        let report = try await first.synchronizer.synchronize()
        #expect(report.restamped == 1)
        #expect(report.isClockAhead)
        server.setClock(Self.now + 86_400_000)
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        server.setClock(Self.now)
        for replica in [first, second] {
            try #require(try replica.place("Prado")).rating = replica === first ? 1 : 2
            try replica.context.save()
            let report = try await replica.synchronizer.synchronize()
            #expect(report.restamped == 1)
            #expect(!report.isClockAhead)
        }
    }

    @Test func `The synchronizer reports its own writes, also during a request`()
        async throws
    {
        try first.add("Prado")
        _ = first.synchronizer.takeHasWritten()
        let heard = Mutex<[Bool]>([])
        let synchronizer = first.synchronizer
        transport.prepare(.none) {
            heard.withLock { $0.append(synchronizer.takeHasWritten()) }
        }
        try await first.synchronizer.synchronize()
        #expect(heard.withLock(\.self) == [true])
        #expect(first.synchronizer.takeHasWritten())
        #expect(!first.synchronizer.takeHasWritten())
    }

    @Test
    func
        `A restoring edit with a fast clock gets the server's time`()
        async throws
    {
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        try second.context.withSQLAccess(to: Place.self) { database in
            _ = try database.run("UPDATE _sync SET skew = 3600000")
        }
        try #require(try second.place("Prado")).rating = 5
        try second.context.save()
        let step = try SyncTracking.undoing(first.context, models: Replica.models) {
            try first.context.undoLastTransaction()
        }
        #expect(step != nil)
        for replica in [first, second, first] { try await replica.synchronizer.synchronize() }
        #expect(try first.place("Prado")?.rating == 5)
        try await rate(first, 2)
    }

    @Test(arguments: [false, true])
    func `A store whose clock was ahead returns to the server's clock`(isReceived: Bool) async throws {
        if isReceived {
            try second.add("Prado")
            for replica in [second, first] { try await replica.synchronizer.synchronize() }
        }
        func skew(_ milliseconds: Int64) throws {
            try first.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET skew = ?", .integer(milliseconds))
            }
        }
        try skew(365 * 86_400_000)
        if isReceived {
            try await rate(first, 1)
        } else {
            try first.add("Prado")
        }
        try await first.synchronizer.synchronize()
        try skew(0)
        // The answer that restamped the edits doesn't correct the store's clock. The next answer corrects it.
        try first.add("Louvre")
        try await first.synchronizer.synchronize()
        let clock = try first.store().reading { try $0.number("SELECT clock FROM _sync") }
        #expect(clock >> 16 <= Self.now + SyncLimits.clockTolerance)
        try await second.synchronizer.synchronize()
        try await rate(second, 2)
        try await rate(first, 3)
    }
}
