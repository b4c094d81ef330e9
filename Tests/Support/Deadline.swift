import Glibc

/// A moment at which a helper gives up.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(after duration: Duration) {
        end = ContinuousClock.now + duration
    }

    var hasPassed: Bool { ContinuousClock.now >= end }

    /// The milliseconds that remain, rounded up, at most `limit`.
    func milliseconds(atMost limit: Int32) -> Int32 {
        let remaining = max(.zero, end - .now)
        let (seconds, attoseconds) = remaining.components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        return Int32(min(Double(limit), milliseconds.rounded(.up)))
    }
}

/// The time that a helper waits where the test says nothing: long, since it passes only where a test fails, and a
/// busy machine must not make it fail.
public let usualTimeout = Duration.seconds(60)
