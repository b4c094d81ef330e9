import Foundation
import TestSupport
import Testing

/// Random schedules: whatever happens on the way, at the end all are equal, nothing is lost, every queue is empty.
///
/// `SYNC_SCHEDULES=100000` runs more of them; `SYNC_SEED=17` runs that one schedule, and shows what it shrinks to.
@Suite struct ScheduleTests {
    private static let count =
        ProcessInfo.processInfo.environment["SYNC_SCHEDULES"].flatMap(Int.init) ?? 1_000
    private static let seed = ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap(UInt64.init)
    private static let parts = 4

    @Test(arguments: 0..<parts)
    func whateverHappensOnTheWayAllReplicasEndEqualAndNoEditIsLost(part: Int) async {
        let first = Self.seed ?? UInt64.random(in: 0...1 << 62)
        print("ScheduleTests: seed \(first)")
        let count = Self.seed == nil ? Self.count / Self.parts : part == 0 ? 1 : 0
        for number in 0..<count {
            let schedule = Schedule(seed: first &+ UInt64(number))
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
