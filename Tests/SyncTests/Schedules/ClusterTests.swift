import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Runs schedules with two processes of the built server, whose PostgreSQL primary fails over to a standby that lags
/// behind, or is restored from a dump.
///
/// By default, 3 schedules run. With `SYNC_CLUSTER_SCHEDULES=200`, 200 run, and those that fail are shrunk.
/// `SYNC_SEED=17` starts with seed 17.
@Suite(
    "Random schedules with failovers", .level(.slow), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
struct ClusterTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let wanted = environment["SYNC_CLUSTER_SCHEDULES"].flatMap(Int.init)
    private static let first = environment["SYNC_SEED"].flatMap(UInt64.init) ?? 1

    private let cluster: PostgreSQLCluster
    private let processes: [SyncServerProcess]

    init() throws {
        let cluster = try #require(try PostgreSQLCluster())
        self.cluster = cluster
        processes = try (0..<2).map { _ in try SyncServerProcess(.postgreSQL(url: cluster.url)) }
    }

    private func stop() {
        for process in processes { process.kill() }
        cluster.stop()
    }

    @Test func `All replicas are equal after failovers and restored dumps`() async throws {
        defer { stop() }
        print("ClusterTests: seed \(Self.first)")
        var accounts = 0
        func failure(of schedule: Schedule) async -> String? {
            accounts += 1
            do {
                let server = try ClusterServer(
                    cluster, processes, account: "schedule-\(accounts)", seed: schedule.seed)
                return try await ScheduleWorld(server, pace: .machineClock).run(schedule)
            } catch {
                return "\(error)"
            }
        }
        var seed = Self.first
        for _ in 0..<(Self.wanted ?? 3) {
            // Other schedules have no rewinds.
            while !Schedule(seed: seed).traits.hasRewinds { seed &+= 1 }
            var schedule = Schedule(seed: seed)
            // At least one rewind loses what was acknowledged after a backup.
            schedule.steps.insert(.backUp, at: schedule.steps.count / 3)
            schedule.steps.insert(.rewind, at: schedule.steps.count * 2 / 3)
            seed &+= 1
            guard var reason = await failure(of: schedule) else { continue }
            if Self.wanted != nil {
                let (shortest, found) = await schedule.shrunk(failure)
                (schedule, reason) = (shortest, found ?? reason)
            }
            Issue.record("SYNC_SEED=\(schedule.seed) fails: \(reason)\n\(schedule.steps)")
            return
        }
    }

    /// One server acknowledges three records. The primary dies, and its standby lacks them. The next write goes through the
    /// other server, which uses the numbers of the lost changes again.
    @Test func `Three devices are equal after a failover lost what one server acknowledged`() async throws {
        defer { stop() }
        let server = try ClusterServer(cluster, processes, account: "fixed", seed: 1)
        let process = Atomic(0)
        let devices = try (0..<3).map { _ in
            try Replica(server.transport { process.load(ordering: .relaxed) })
        }
        try devices[0].add("before")
        for device in devices { try await device.synchronizer.synchronize() }
        try server.backUp()

        for number in 1...3 { try devices[0].add("lost \(number)") }
        for device in devices[..<2] { try await device.synchronizer.synchronize() }
        try cluster.failOver()
        try server.waitUntilReady()

        process.store(1, ordering: .relaxed)
        for number in 1...4 { try devices[2].add("next \(number)") }
        #expect(try await devices[2].synchronizer.synchronize().sent == 4)
        for number in [1, 0, 1, 0] {
            process.store(number, ordering: .relaxed)
            for device in devices { try await device.synchronizer.synchronize() }
        }
        for device in devices {
            #expect(try device.places().count == 8)
            #expect(try device.contents() == devices[0].contents())
            #expect(try device.states() == [.synchronized: 8])
        }
    }
}
