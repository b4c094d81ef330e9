import Glibc

/// The time at which a helper gives up.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(after duration: Duration) {
        end = ContinuousClock.now + duration
    }

    var hasPassed: Bool { ContinuousClock.now >= end }

    /// Returns the remaining milliseconds, rounded up, at most `limit`.
    func milliseconds(atMost limit: Int32) -> Int32 {
        let remaining = max(.zero, end - .now)
        let (seconds, attoseconds) = remaining.components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        return Int32(min(Double(limit), milliseconds.rounded(.up)))
    }
}

/// The default timeout of helpers. It is long, so that no test fails only because the machine is busy.
/// Successful tests don't wait for it.
public let usualTimeout = Duration.seconds(60)

/// Polls until a condition holds.
///
/// ```swift
/// try wait(for: "the line is saved") { try tracker.value("content") == "old" }
/// ```
/// - Parameters:
///   - what: A description of the condition for the error message.
///   - timeout: The time after which the test fails.
///   - holds: Returns whether the condition is true.
public func wait(
    for what: String, timeout: Duration = usualTimeout, until holds: () throws -> Bool
) throws {
    let deadline = Deadline(after: timeout)
    while try !holds() {
        if deadline.hasPassed { throw TestSupportError("waited \(timeout) in vain: \(what)") }
        usleep(5_000)
    }
}
