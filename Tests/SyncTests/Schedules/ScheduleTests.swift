import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

/// Random schedules with random faults. At the end, all replicas must be equal, no edit may be lost, and no
/// replica may have unsent changes.
///
/// The tests use the real server's storage and merging; ``RealServerTests`` also use its process. By default,
/// the seeds are constant. `SYNC_SCHEDULES=100000` runs that many new seeds, and `SYNC_SEED=17` runs seed 17.
/// A failing schedule is shrunk and printed.
@Suite("Random schedules", .level(.slow))
struct ScheduleTests {
    private static let wanted = ProcessInfo.processInfo.environment["SYNC_SCHEDULES"].flatMap(Int.init)
    private static let count = wanted ?? 400
    /// The seeds of schedules that failed in the past.
    private static let known: [UInt64] = [
        4_413_477_812_605_339_722, 1_567_411_148_506_092_433, 4_511_229_254_585_005_120,
        1_436_100_005_151_127_932,
    ]
    private static let seed = ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap(UInt64.init)
    private static let parts = 4

    @Test(arguments: 0..<parts)
    func `All replicas are equal and no edit is lost after random faults`(part: Int) async throws {
        let directory = try TemporaryDirectory(inMemory: true)
        let first = Self.wanted == nil ? 1 : UInt64.random(in: 0...1 << 62)
        let size = Self.count / Self.parts
        let seeds =
            (part * size..<(part + 1) * size).map { first &+ UInt64($0) } + (part == 0 ? Self.known : [])
        try await Self.run(
            Self.seed.map { part == 0 ? [$0] : [] } ?? seeds, on: .file(path: directory.file("sync.store")))
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `All replicas are equal and no edit is lost on PostgreSQL`() async throws {
        let database = try #require(try PostgreSQLServer.shared())
        // Additional schedules, which run only with SQLite.
        let first = 1 + UInt64(Self.count)
        let seeds = (0..<UInt64(Self.wanted.map { $0 / 40 } ?? 20)).map { first + $0 }
        try await Self.run(
            Self.seed.map { [$0] } ?? seeds, on: .postgreSQL(url: database.makeDatabase()))
    }

    /// Runs schedules until one fails. The failing schedule is shrunk, and an issue is recorded.
    private static func run(_ seeds: [UInt64], on location: StorageLocation) async throws {
        print("ScheduleTests: seeds \(seeds.first ?? 0) to \(seeds.last ?? 0)")
        let storages = [try await StorageServer.open(location), try await StorageServer.open(location)]
        var accounts = 0
        func failure(of schedule: Schedule) async -> String? {
            accounts += 1
            do {
                let server = try await StorageServer(storages, account: "schedule-\(accounts)")
                let problem = try await ScheduleWorld(server).run(schedule)
                try await storages[0].deleteAccount(named: "schedule-\(accounts)")
                return problem
            } catch {
                return "\(error)"
            }
        }
        for seed in seeds {
            let schedule = Schedule(seed: seed)
            guard await failure(of: schedule) != nil else { continue }
            let (shortest, reason) = await schedule.shrunk(failure)
            let steps = shortest.steps.map { "    \($0)," }.joined(separator: "\n")
            Issue.record("SYNC_SEED=\(schedule.seed) fails: \(reason ?? "")\n[\n\(steps)\n]")
            break
        }
        for storage in storages { await storage.close() }
    }
}
