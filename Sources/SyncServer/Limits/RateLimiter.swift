import NIOCore
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

/// The limits on clients of the server.
struct ServerLimits: Sendable, Hashable {
    /// The number of requests per second that one device may send after a burst.
    var perDevice: Double = 20
    /// The number of requests per second that one address may send after a burst.
    var perAddress: Double = 50
    /// The size of a burst, as a multiple of the requests per second.
    var burst: Double = 10
    /// The number of invalid tokens that an address may send per minute. The server answers further invalid
    /// tokens with the status 429. It still answers requests with a valid token.
    var failedLogins = 20
    /// The period in which the rest of a request, or 4 KiB of it, must arrive.
    var requestTime: TimeAmount = .seconds(30)
    /// The maximum time for a connection to stay idle before a request and after an answer.
    let idleTime = TimeAmount.seconds(5)
    /// The maximum number of open connections. Further ones wait until another one is closed.
    var connections = 4_000
    /// The maximum number of open connections from one address; `nil` for no limit, as behind a proxy.
    var connectionsPerAddress: Int? = 100
    /// The maximum size of the records of one account in bytes; `nil` for no limit.
    var quota: Int? = 1 << 30
    /// The maximum size of a request's headers in bytes.
    let headerSize = 16 << 10
    /// The maximum number of headers of a request.
    let headerCount = 64
}

/// A token bucket: it allows a burst of requests, then a steady rate.
struct TokenBucket: Sendable {
    /// The number of requests that can arrive at once.
    let burst: Double
    /// The number of further requests per second.
    let rate: Double
    private var level: Double
    private var checked: Duration

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - burst: The number of requests that can come at once.
    ///   - rate: The number of further requests per second.
    ///   - time: The present time of a monotonic clock.
    init(burst: Double, rate: Double, at time: Duration) {
        self.burst = burst
        self.rate = rate
        level = burst
        checked = time
    }

    /// Counts a request. If the request is allowed, returns `nil`; otherwise, the seconds until the next
    /// request is allowed.
    mutating func take(at time: Duration) -> Int? {
        refill(at: time)
        if level >= 1 {
            level -= 1
            return nil
        }
        return max(1, Int(((1 - level) / rate).rounded(.up)))
    }

    /// Whether the bucket is full. A full bucket has the same state as a new bucket.
    mutating func isFull(at time: Duration) -> Bool {
        refill(at: time)
        return level >= burst
    }

    private mutating func refill(at time: Duration) {
        let seconds = max(0, (time - checked) / .seconds(1))
        level = min(burst, level + seconds * rate)
        checked = max(checked, time)
    }
}
