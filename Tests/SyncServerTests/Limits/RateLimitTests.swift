import Testing

@testable import SyncServer

@Suite("Rate limits")
struct RateLimitTests {
    @Test func `A burst is allowed, then a fixed rate, and the waiting time is returned`() {
        let limiter = RateLimiter<String>(burst: 3, rate: 0.5)
        #expect((0..<3).map { _ in limiter.take("a", at: .zero) } == [nil, nil, nil])
        #expect(limiter.take("a", at: .zero) == 2)
        #expect(limiter.take("a", at: .seconds(1)) == 1)
        #expect(limiter.take("b", at: .seconds(1)) == nil, "other senders aren't affected")
        #expect(limiter.take("a", at: .seconds(2)) == nil)
        #expect(limiter.take("a", at: .seconds(2)) == 2)
        #expect((0..<4).map { _ in limiter.take("a", at: .seconds(1000)) } == [nil, nil, nil, 2])
    }

    @Test func `Many senders don't reset a limit, and the number of remembered senders is bounded`() {
        let limiter = RateLimiter<Int>(burst: 2, rate: 1, maximumSenders: 100)
        for _ in 0..<3 { _ = limiter.take(0, at: .zero) }
        for sender in 1..<10_000 { _ = limiter.take(sender, at: .zero) }
        #expect(limiter.count == 100)
        #expect(limiter.take(0, at: .zero) == 1, "it is still remembered")
        #expect(limiter.take(77_777, at: .zero) != nil, "new senders share the rest")
        #expect(limiter.take(77_777, at: .seconds(60)) == nil, "inactive senders are removed")
        #expect(limiter.count == 1)
    }
}
