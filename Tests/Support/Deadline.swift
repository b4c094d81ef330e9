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

/// Waits until something holds, looking again and again.
///
/// ```swift
/// try wait(for: "the line is saved") { try tracker.value("content") == "old" }
/// ```
/// - Parameters:
///   - what: What is waited for, as the error says it.
///   - timeout: After this time the test fails.
///   - holds: Whether it holds by now.
public func wait(
    for what: String, timeout: Duration = usualTimeout, until holds: () throws -> Bool
) throws {
    let deadline = Deadline(after: timeout)
    while try !holds() {
        if deadline.hasPassed { throw TestSupportError("waited \(timeout) in vain: \(what)") }
        usleep(5_000)
    }
}
