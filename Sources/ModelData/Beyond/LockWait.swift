import Foundation

/// What happens while a store is locked by somebody else and this process waits for it.
///
///     let notice = LockWait.Notice { seconds in if seconds > 1 { print("waiting…") } }
///     try LockWait.$notice.withValue(notice) {
///         try context.save()
///     }
///
/// The waiting ends when the lock is free, after ``ModelConfiguration/lockTimeout``, or when the task that waits is
/// cancelled: then a `CancellationError` is thrown. Not in SwiftData.
public enum LockWait {
    /// Told several times a second how many seconds the waiting has taken, on the thread that waits.
    @TaskLocal public static var notice: Notice?

    // A structure and no bare function: optimized, Swift 6.3.1 binds a task-local function without its type, and
    // crashes.
    /// What is told of a waiting.
    ///
    ///     let notice = LockWait.Notice { seconds in print("waiting for \(seconds) s") }
    public struct Notice: Sendable {
        private let tell: @Sendable (_ seconds: Double) -> Void

        /// Makes a notice.
        ///
        /// - Parameter tell: told how many seconds the waiting has taken so far.
        public init(_ tell: @escaping @Sendable (_ seconds: Double) -> Void) { self.tell = tell }

        /// Tells how many seconds the waiting has taken so far.
        public func callAsFunction(_ seconds: Double) { tell(seconds) }
    }
}

/// Waits for a lock that others have.
///
/// SQLite lets in whoever comes first when a lock is free, and knows no queue. So that nobody waits for ever while others
/// come and go, who has waited longer looks more often.
final class LockWaiter: @unchecked Sendable {
    private let timeout: TimeInterval
    // Used by one thread at a time, the one that the connection works for.
    private var begin = DispatchTime.now()

    init(timeout: Int) { self.timeout = TimeInterval(timeout) }

    /// Waits before another try.
    ///
    /// - Parameter tries: how often the lock was tried for in vain before, in this waiting.
    /// - Returns: whether to try again.
    func wait(afterTries tries: Int) -> Bool {
        if tries == 0 { begin = DispatchTime.now() }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
        if seconds >= timeout || Task.isCancelled { return false }
        LockWait.notice?(seconds)
        // Not all at the same time, as they would after they have met once.
        let pause = Self.pause(afterSeconds: seconds, tries: tries) * Double.random(in: 0.5...1.5)
        Thread.sleep(forTimeInterval: Swift.min(pause, timeout - seconds))
        return !Task.isCancelled
    }

    /// How many seconds to wait for the next try: at first a few milliseconds, which is what most changes take; then
    /// more, so that waiting costs little; and again less and less for who was passed by for long.
    ///
    /// - Parameters:
    ///   - seconds: how long the waiting has taken.
    ///   - tries: how often the lock was tried for in vain.
    static func pause(afterSeconds seconds: Double, tries: Int) -> Double {
        let longest = seconds < 1 ? 0.016 : seconds < 3 ? 0.008 : seconds < 6 ? 0.004 : 0.001
        return Swift.min(longest, 0.001 * Double(1 << Swift.min(tries, 4)))
    }
}
