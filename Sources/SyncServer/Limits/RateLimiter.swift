import Synchronization

/// Counts requests by who sends them, and says when one sends too many.
///
/// It remembers a bounded number of senders. When there are more, those are forgotten who have been quiet long enough,
/// and if there are none, newcomers share one bucket: a flood of addresses slows strangers down, and nobody who is known.
final class RateLimiter<Sender: Hashable & Sendable>: Sendable {
    private struct State {
        var buckets: [Sender: TokenBucket] = [:]
        var strangers: TokenBucket
    }

    private let burst: Double
    private let rate: Double
    private let most: Int
    private let state: Mutex<State>

    /// A limit.
    ///
    /// - Parameters:
    ///   - burst: How many requests of one sender can come at once.
    ///   - rate: How many more can come in a second.
    ///   - most: How many senders are remembered.
    init(burst: Double, rate: Double, most: Int = 10_000) {
        self.burst = burst
        self.rate = rate
        self.most = most
        state = Mutex(State(strangers: TokenBucket(burst: burst, rate: rate, at: .zero)))
    }

    /// Takes a request in, or says after how many seconds the sender can try again.
    ///
    /// - Parameters:
    ///   - sender: Who sends it.
    ///   - time: What a clock that never goes back shows.
    func take(_ sender: Sender, at time: Duration) -> Int? {
        state.withLock { state in
            if state.buckets[sender] == nil {
                if state.buckets.count >= most {
                    state.buckets = state.buckets.filter { _, bucket in
                        var bucket = bucket
                        return !bucket.isFull(at: time)
                    }
                }
                if state.buckets.count >= most { return state.strangers.take(at: time) }
                state.buckets[sender] = TokenBucket(burst: burst, rate: rate, at: time)
            }
            return state.buckets[sender]?.take(at: time)
        }
    }

    /// How many senders are remembered.
    var count: Int { state.withLock(\.buckets.count) }
}
