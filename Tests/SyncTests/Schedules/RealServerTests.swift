import Foundation
import TestSupport
import Testing

@testable import Sync

/// Runs the same schedules as ``ScheduleTests`` with a process of the built server, which is killed at random
/// times. In some tests, a proxy in front of the server simulates network errors. The tests use SQLite, and
/// also PostgreSQL if it is installed.
///
/// By default, each test runs 12 schedules. With `SYNC_SERVER_SCHEDULES=100`, each test runs 100 schedules,
/// and shrinks those that fail. `SYNC_SEED=17` starts with seed 17.
@Suite("Random schedules with a real server", .level(.slow), .serialized)
struct RealServerTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let wanted = environment["SYNC_SERVER_SCHEDULES"].flatMap(Int.init)
    private static let count = wanted ?? 12
    private static let first = environment["SYNC_SEED"].flatMap(UInt64.init) ?? 1

    @Test func `All replicas are equal after random kills of the server`() async throws {
        try await run(.sqlite)
    }

    @Test func `All replicas are equal behind a proxy that cuts, delays and corrupts data`() async throws {
        try await run(.sqlite, behindProxy: true)
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `All replicas are equal after random kills of a server on PostgreSQL`() async throws {
        let database = try #require(try PostgreSQLServer.shared())
        try await run(.postgreSQL(url: database.makeDatabase()))
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `All replicas are equal behind a proxy to a server on PostgreSQL`() async throws {
        let database = try #require(try PostgreSQLServer.shared())
        try await run(.postgreSQL(url: database.makeDatabase()), behindProxy: true)
    }

    private func run(_ storage: SyncServerProcess.Storage, behindProxy: Bool = false) async throws {
        let process = try SyncServerProcess(storage)
        defer { process.kill() }
        let proxy = behindProxy ? try FaultyProxy(seed: Self.first) { process.port } : nil
        defer { proxy?.stop() }
        print("RealServerTests: seed \(Self.first)")
        var accounts = 0
        func failure(of schedule: Schedule) async -> String? {
            accounts += 1
            do {
                let server = try RealServer(
                    process, account: "schedule-\(accounts)", seed: schedule.seed, proxy: proxy)
                return try await ScheduleWorld(server, pace: .machineClock).run(schedule)
            } catch {
                return "\(error)"
            }
        }
        for number in 0..<Self.count {
            var schedule = Schedule(seed: Self.first &+ UInt64(number))
            guard var reason = await failure(of: schedule) else { continue }
            if Self.wanted != nil {
                let (shortest, found) = await schedule.shrunk(failure)
                (schedule, reason) = (shortest, found ?? reason)
            }
            Issue.record("SYNC_SEED=\(schedule.seed) fails: \(reason)\n\(schedule.steps)")
            return
        }
        if let proxy {
            let faults = proxy.faults
            for fault in FaultyProxy.Fault.allCases {
                #expect(faults[fault, default: 0] > 0, "\(fault) never happened: \(faults)")
            }
        }
    }
}
