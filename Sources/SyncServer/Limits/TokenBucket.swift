/// So many requests at once, and so many more in a second from then on.
struct TokenBucket: Sendable {
    /// How many requests can come at once.
    let burst: Double
    /// How many more can come in a second.
    let rate: Double
    private var level: Double
    private var checked: Duration

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - burst: How many requests can come at once.
    ///   - rate: How many more can come in a second.
    ///   - time: What the clock shows.
    init(burst: Double, rate: Double, at time: Duration) {
        self.burst = burst
        self.rate = rate
        level = burst
        checked = time
    }

    /// Takes one request in, or says after how many seconds the next one can be.
    mutating func take(at time: Duration) -> Int? {
        refill(at: time)
        if level >= 1 {
            level -= 1
            return nil
        }
        return max(1, Int(((1 - level) / rate).rounded(.up)))
    }

    /// Whether nothing was taken for so long that a new bucket would be the same.
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
