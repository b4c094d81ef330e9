import Foundation
import TestSupport
import Testing

/// Random schedules: whatever happens on the way, at the end all are equal, nothing is lost, every queue is empty.
///
/// The seeds are always the same, but where more is asked for: `SYNC_SCHEDULES=100000` runs that many new ones, and
/// `SYNC_SEED=17` that one; what fails is shrunk and shown.
@Suite struct ScheduleTests {
    private static let wanted = ProcessInfo.processInfo.environment["SYNC_SCHEDULES"].flatMap(Int.init)
    private static let count = wanted ?? 1_000
    /// Schedules that failed once.
    private static let known: [UInt64] = [4_413_477_812_605_339_722, 1_567_411_148_506_092_433]
    private static let seed = ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap(UInt64.init)
    private static let parts = 4

    @Test(arguments: 0..<parts)
    func whateverHappensOnTheWayAllReplicasEndEqualAndNoEditIsLost(part: Int) async {
        let first = Self.wanted == nil ? 1 : UInt64.random(in: 0...1 << 62)
        print("ScheduleTests: seed \(first)")
        let size = Self.count / Self.parts
        let seeds =
            (part * size..<(part + 1) * size).map { first &+ UInt64($0) } + (part == 0 ? Self.known : [])
        for seed in Self.seed.map({ part == 0 ? [$0] : [] }) ?? seeds {
            let schedule = Schedule(seed: seed)
            guard await Self.failure(of: schedule) != nil else { continue }
            let (shortest, reason) = await schedule.shrunk(Self.failure)
            let steps = shortest.steps.map { "    \($0)," }.joined(separator: "\n")
            Issue.record("SYNC_SEED=\(schedule.seed) fails: \(reason ?? "")\n[\n\(steps)\n]")
            return
        }
    }

    private static func failure(of schedule: Schedule) async -> String? {
        do {
            return try await ScheduleWorld(MemoryServer()).run(schedule)
        } catch {
            return "\(error)"
        }
    }
}
