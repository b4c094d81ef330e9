import Foundation
import ModelData
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import Sync
@testable import SyncServer

/// The later change wins, however wrong clocks were: with the real server's way of merging.
@Suite("Clocks that are wrong")
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
        server = try await StorageServer(storage, account: "ada")
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

    @Test("Where the server's clock was ahead for a while, later edits still win")
    func serverAhead() async throws {
        server.setClock(Self.now + 86_400_000)
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        try await rate(first, 1)
        server.setClock(Self.now)
        try second.add("Louvre")
        for replica in [second, first] { try await replica.synchronizer.synchronize() }
        try await rate(first, 5)
        try await rate(second, 4)
        // Whoever comes new has never seen the server's wrong clock.
        let third = try Replica(FaultyTransport(server))
        try await third.synchronizer.synchronize()
        try await rate(third, 3)
        try await rate(first, 2)
    }

    @Test("A computer is called ahead where it is, and not where the server's clock was")
    func whoIsAhead() async throws {
        // The server never goes back, so that it begins with a clock that is behind.
        server.setClock(Self.now - 86_400_000)
        try first.add("Louvre")
        let report = try await first.synchronizer.synchronize()
        #expect(report.restamped == 1 && report.isClockAhead)
        server.setClock(Self.now + 86_400_000)
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        server.setClock(Self.now)
        for replica in [first, second] {
            try #require(try replica.place("Prado")).rating = replica === first ? 1 : 2
            try replica.context.save()
            let report = try await replica.synchronizer.synchronize()
            #expect(report.restamped == 1 && !report.isClockAhead)
        }
    }

    @Test("Who asks hears that the synchronizer itself has written, also while a request is under way")
    func writing() async throws {
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

    @Test(
        "What was written by a clock that was ahead, and brought a record back, is as old as the server says")
    func deviceAheadOfAnUndo() async throws {
        try first.add("Prado")
        for replica in [first, second] { try await replica.synchronizer.synchronize() }
        try second.context.throughDoor(to: Place.self) { door in
            _ = try door.run("UPDATE _sync SET skew = 3600000")
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

    @Test("A store whose clock was ahead comes back to the server's", arguments: [false, true])
    func deviceAhead(isReceived: Bool) async throws {
        if isReceived {
            try second.add("Prado")
            for replica in [second, first] { try await replica.synchronizer.synchronize() }
        }
        func skew(_ milliseconds: Int64) throws {
            try first.context.throughDoor(to: Place.self) { door in
                _ = try door.run("UPDATE _sync SET skew = ?", .integer(milliseconds))
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
        // The answer after the one that stamped it again.
        try first.add("Louvre")
        try await first.synchronizer.synchronize()
        let clock = try first.store().reading { try $0.number("SELECT clock FROM _sync") }
        #expect(clock >> 16 <= Self.now + SyncLimits.clockTolerance)
        try await second.synchronizer.synchronize()
        try await rate(second, 2)
        try await rate(first, 3)
    }
}
