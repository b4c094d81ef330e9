import Foundation

/// What happens while a store is locked by somebody else and this process waits for it.
///
///     try LockWait.$notice.withValue({ seconds in if seconds > 1 { print("waiting…") } }) {
///         try context.save()
///     }
///
/// The waiting ends when the lock is free, after ``ModelConfiguration/lockTimeout``, or when the task that waits is
/// cancelled: then a `CancellationError` is thrown. Not in SwiftData.
public enum LockWait {
    /// Told several times a second how many seconds the waiting has taken, on the thread that waits.
    @TaskLocal public static var notice: (@Sendable (_ seconds: Double) -> Void)?
}

/// Waits for a lock a little longer each time, up to a tenth of a second.
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
        let milliseconds = Swift.min(100, 1 << Swift.min(tries, 7))
        Thread.sleep(forTimeInterval: Swift.min(Double(milliseconds) / 1000, timeout - seconds))
        return !Task.isCancelled
    }
}
