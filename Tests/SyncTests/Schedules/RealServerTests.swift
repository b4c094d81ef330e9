import Foundation
import TestSupport
import Testing

@testable import Sync

/// How many schedules are tried on a real server.
private let realServerSchedules =
    ProcessInfo.processInfo.environment["SYNC_SERVER_SCHEDULES"].flatMap(Int.init) ?? 0

/// The same schedules with the real server as a process, which is killed now and then, and behind a proxy that does to
/// connections what networks do to them.
///
/// They take minutes, so that they run where they are asked for: `SYNC_SERVER_SCHEDULES=25`; `SYNC_SEED=17` begins with
/// that one.
@Suite(.serialized, .enabled(if: realServerSchedules > 0)) struct RealServerTests {
    private static let seed = ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap(UInt64.init)

    @Test func withARealServerThatIsKilledNowAndThenAllReplicasEndEqual() async throws {
        let server = try SyncServerProcess()
        try await run("plain") { try RealServer(server, account: $0) }
    }

    @Test func behindAProxyThatCutsDelaysAndGarblesAllReplicasEndEqual() async throws {
        let server = try SyncServerProcess()
        let proxy = try FaultyProxy(seed: Self.seed ?? 1) { server.port }
        defer { proxy.stop() }
        try await run("proxy") { account in
            try RealServer(server, account: account, port: proxy.port)
        } quiet: {
            proxy.isQuiet = true
        } loud: {
            proxy.isQuiet = false
        }
        #expect(proxy.faults > 0)
    }

    private func run(
        _ name: String, _ server: (String) throws -> RealServer, quiet: () -> Void = {}, loud: () -> Void = {}
    ) async throws {
        let first = Self.seed ?? 1
        print("RealServerTests: seed \(first)")
        for number in 0..<realServerSchedules {
            let schedule = Schedule(seed: first &+ UInt64(number))
            loud()
            let world = try ScheduleWorld(
                server("\(name)-\(number)"), time: Int64(Date.now.timeIntervalSince1970 * 1000))
            let problem = try await world.run(schedule, quiet: quiet)
            #expect(problem == nil, "SYNC_SEED=\(schedule.seed) \(schedule.steps)")
        }
    }
}
