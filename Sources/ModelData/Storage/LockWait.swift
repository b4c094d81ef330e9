import Foundation

/// The handler that is called while this process waits for a locked store.
///
/// ```swift
/// let handler = LockWait.Handler { seconds in if seconds > 1 { print("waiting…") } }
/// try LockWait.$handler.withValue(handler) {
///     try context.save()
/// }
/// ```
///
/// The wait ends when the lock is free, after a timeout, or when the waiting task is cancelled. A cancelled
/// wait throws `CancellationError`. Synchronous methods, such as ``ModelContext/save()``, block their thread
/// for at most ``ModelContext/lockTimeout``. ``ModelContext/saveWhenUnlocked()`` and the other methods that
/// end in `WhenUnlocked` suspend the task instead. Not in SwiftData.
public enum LockWait {
    /// Whether synchronous methods wait at all.
    @TaskLocal static var isBlocking = true

    /// Runs work as soon as no lock of another process prevents it. Until then, the task is suspended instead
    /// of blocked, so that its actor can do other work.
    ///
    /// ```swift
    /// let container = try await LockWait.whenUnlocked { try ModelContainer(for: Book.self) }
    /// ```
    ///
    /// The work runs again after each failure because of a lock, so use it for work that changes nothing if it
    /// fails, such as opening a container. To save, use ``ModelContext/whenUnlocked(_:)``.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, in seconds. Default: 20.
    ///   - work: The work. Synchronous methods don't wait in it.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`; after the timeout, ``ModelDataError/locked(path:seconds:)``;
    ///   `CancellationError` if the task is cancelled while it waits.
    nonisolated(nonsending) public static func whenUnlocked<Result>(
        timeout: Int = 20, _ work: () throws -> Result
    ) async throws -> Result {
        let waiter = LockWaiter(timeout: timeout)
        var tries = 0
        while true {
            do {
                return try $isBlocking.withValue(false) { try work() }
            } catch ModelDataError.locked(let path, _) {
                guard await waiter.suspend(afterTries: tries) else { throw waiter.failure(path) }
                tries += 1
            }
        }
    }

    /// The handler of the current task. It is called several times a second: on the waiting thread, or on the
    /// actor whose task is suspended.
    @TaskLocal public static var handler: Handler?

    // A struct instead of a closure: in optimised builds, Swift 6.3.1 loses the type of a task-local
    // closure and crashes.
    /// Receives the duration of a wait.
    public struct Handler: Sendable {
        private let body: @Sendable (_ seconds: Double) -> Void

        /// Creates a handler.
        ///
        /// - Parameter body: Receives the number of seconds waited so far.
        public init(_ body: @escaping @Sendable (_ seconds: Double) -> Void) { self.body = body }

        /// Calls the handler with the number of seconds waited so far.
        func callAsFunction(_ seconds: Double) { body(seconds) }
    }
}

/// Retries a lock that another connection holds.
///
/// SQLite has no queue for locks: any connection can get a free lock. Connections that have waited longer
/// therefore retry more often, so that no connection waits for ever.
final class LockWaiter: @unchecked Sendable {
    // Used by one thread at a time: the thread that uses the connection.
    /// How long to wait, in seconds.
    var timeout: Int
    private var begin = DispatchTime.now()

    init(timeout: Int) { self.timeout = timeout }

    /// Blocks the thread until the next attempt.
    ///
    /// - Parameter tries: The number of failed attempts in this wait.
    /// - Returns: Whether to try again.
    func wait(afterTries tries: Int) -> Bool {
        guard LockWait.isBlocking, let pause = pause(afterTries: tries) else { return false }
        Thread.sleep(forTimeInterval: pause)
        return !Task.isCancelled
    }

    /// Suspends the task until the next attempt.
    ///
    /// - Parameter tries: The number of failed attempts in this wait.
    /// - Returns: Whether to try again.
    nonisolated(nonsending) func suspend(afterTries tries: Int) async -> Bool {
        guard let pause = pause(afterTries: tries) else { return false }
        try? await Task.sleep(for: .seconds(pause))
        return !Task.isCancelled
    }

    /// Returns the error for a lock that the waiter didn't get.
    func failure(_ path: String) -> any Error {
        Task.isCancelled ? CancellationError() : ModelDataError.locked(path: path, seconds: timeout)
    }

    /// Returns the number of seconds until the next attempt; nil if there is none, after the timeout or a
    /// cancellation.
    private func pause(afterTries tries: Int) -> Double? {
        if tries == 0 { begin = DispatchTime.now() }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
        if seconds >= Double(timeout) || Task.isCancelled { return nil }
        LockWait.handler?(seconds)
        // The random factor keeps waiting processes from retrying at the same moment.
        let pause = Self.pause(afterSeconds: seconds, tries: tries) * Double.random(in: 0.5...1.5)
        return Swift.min(pause, Double(timeout) - seconds)
    }

    /// Returns the number of seconds to wait before the next attempt.
    ///
    /// The first pauses take a few milliseconds, because most writes are that short. Later pauses are longer,
    /// to save CPU time. After one second they get shorter again, so that a connection that has waited long
    /// is the most likely to get the lock.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds waited so far.
    ///   - tries: The number of failed attempts.
    static func pause(afterSeconds seconds: Double, tries: Int) -> Double {
        let longest = seconds < 1 ? 0.016 : seconds < 3 ? 0.008 : seconds < 6 ? 0.004 : 0.001
        return Swift.min(longest, 0.001 * Double(1 << Swift.min(tries, 4)))
    }
}
