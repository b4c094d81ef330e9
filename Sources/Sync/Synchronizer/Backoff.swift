/// How long to wait after failures in a row: twice as long each time, and never all replicas at once.
///
/// ```swift
/// var backoff = Backoff(first: 2, longest: 300)
/// let seconds = backoff.next { 0.5 }
/// ```
public struct Backoff: Sendable {
    /// The pause after the first failure, in seconds.
    public let first: Double
    /// The longest pause, in seconds.
    public let longest: Double
    private var failures = 0

    /// Pauses that grow.
    ///
    /// - Parameters:
    ///   - first: The pause after the first failure, in seconds.
    ///   - longest: The longest pause, in seconds.
    public init(first: Double = 2, longest: Double = 300) {
        self.first = first
        self.longest = longest
    }

    /// The pause after one more failure: between half of it and all of it.
    ///
    /// - Parameter random: A number from 0 to 1.
    /// - Returns: Seconds.
    public mutating func next(_ random: () -> Double) -> Double {
        var pause = first
        for _ in 0..<min(failures, 20) where pause < longest { pause *= 2 }
        failures += 1
        return min(pause, longest) * (0.5 + 0.5 * min(max(random(), 0), 1))
    }

    /// Starts with the shortest pause again, after a success.
    public mutating func reset() { failures = 0 }
}
