import Synchronization

/// Limits the rate of requests by sender.
///
/// The limiter remembers a limited number of senders. At the limit, it forgets senders whose buckets are
/// full. If no bucket is full, all new senders share a single bucket. Therefore a flood of addresses slows
/// down new senders only.
final class RateLimiter<Sender: Hashable & Sendable>: Sendable {
    private struct State {
        var buckets: [Sender: TokenBucket] = [:]
        var sharedBucket: TokenBucket
    }

    private let burst: Double
    private let rate: Double
    private let maximumSenders: Int
    private let state: Mutex<State>

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - burst: The number of requests that one sender can send at once.
    ///   - rate: The number of further requests per second.
    ///   - maximumSenders: The number of senders to remember. Default: 10,000.
    init(burst: Double, rate: Double, maximumSenders: Int = 10_000) {
        self.burst = burst
        self.rate = rate
        self.maximumSenders = maximumSenders
        state = Mutex(State(sharedBucket: TokenBucket(burst: burst, rate: rate, at: .zero)))
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - sender: The sender of the request.
    ///   - time: The time of a monotonic clock.
    /// - Returns: `nil` if the request is allowed; otherwise the seconds after which the sender can try
    ///   again.
    func take(_ sender: Sender, at time: Duration) -> Int? {
        state.withLock { state in
            if state.buckets[sender] == nil {
                if state.buckets.count >= maximumSenders {
                    state.buckets = state.buckets.filter { _, bucket in
                        var bucket = bucket
                        return !bucket.isFull(at: time)
                    }
                }
                if state.buckets.count >= maximumSenders { return state.sharedBucket.take(at: time) }
                state.buckets[sender] = TokenBucket(burst: burst, rate: rate, at: time)
            }
            return state.buckets[sender]?.take(at: time)
        }
    }

    /// The number of remembered senders.
    var count: Int { state.withLock(\.buckets.count) }
}
