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
