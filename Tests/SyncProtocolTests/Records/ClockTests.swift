import Foundation
import Testing
import TestSupport

@testable import SyncProtocol

@Suite("Hybrid clocks")
struct ClockTests {
    @Test func `Encoded clocks sort like the clocks`() throws {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let clocks = try (0..<2).map { _ in
                let milliseconds = Int64.random(
                    in: 0..<(1 << Int64.random(in: 1...47, using: &random)), using: &random)
                return try #require(
                    SyncClock(
                        milliseconds: milliseconds, count: .random(in: 0...2, using: &random),
                        node: ["a", "ab", "b", "0"].randomElement(using: &random) ?? "a"))
            }
            let texts = clocks.map(\.description)
            #expect((clocks[0] < clocks[1]) == texts[0].utf8.lexicographicallyPrecedes(texts[1].utf8))
            #expect(SyncClock(texts[0]) == clocks[0])
        }
    }

    @Test(arguments: [
        "", "-", "0000000000000000", "0000000000000000-", "000000000000000-a", "0000000000000000-A",
        "8000000000000000-a", "000000000000000G-a", "0000000000000000-\u{1B}[2J", "00000000000000 0-a",
        "0000000000000000-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ])
    func `Invalid text isn't decoded as a clock`(text: String) {
        #expect(SyncClock(text) == nil)
    }

    @Test func `A hybrid clock never decreases`() {
        var random = SeededGenerator()
        var clock = HybridClock(node: "a")
        var last = SyncClock.zero
        for _ in 0..<1_000 {
            if Bool.random(using: &random) {
                let seen = SyncClock(stamp: .random(in: 0...(1 << 40), using: &random), node: "b") ?? .zero
                clock.observe(seen)
                last = max(last, seen)
            }
            let next = clock.next(milliseconds: .random(in: -10...(1 << 24), using: &random))
            #expect(next.stamp > last.stamp)
            last = next
        }
    }

    @Test func `A hybrid clock follows the time of day`() {
        var clock = HybridClock(node: "a", last: 5)
        let next = clock.next(milliseconds: 1_767_225_600_000)
        #expect(next.milliseconds == 1_767_225_600_000)
    }
}
