import Foundation

extension ModelContext {
    /// Saves all changes, as ``save()`` does. While another process has locked a store, the task is suspended
    /// instead of blocked, so that its actor can do other work.
    ///
    /// ```swift
    /// try await container.mainContext.saveWhenUnlocked()
    /// ```
    ///
    /// Not in SwiftData.
    ///
    /// - Throws: The errors of ``save()``; ``ModelDataError/locked(path:seconds:)`` after
    ///   ``ModelConfiguration/lockTimeout``; `CancellationError` if the task is cancelled while it waits.
    nonisolated(nonsending) public func saveWhenUnlocked() async throws {
        guard changes.needsSave else { return try save() }
        try await whenUnlocked { try save() }
    }

    /// Runs work that writes, as soon as no other process has locked a store of the context. Until then, the
    /// task is suspended instead of blocked, so that its actor can do other work.
    ///
    /// ```swift
    /// try await context.whenUnlocked { try context.undoLastTransaction() }
    /// ```
    ///
    /// The context holds the locks of its stores when the work begins, so the first transaction of the work
    /// doesn't wait. Not in SwiftData.
    ///
    /// - Parameter work: Writes with this context.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`; ``ModelDataError/locked(path:seconds:)`` after
    ///   ``ModelConfiguration/lockTimeout``; `CancellationError` if the task is cancelled while it waits.
    nonisolated(nonsending) public func whenUnlocked<Result>(_ work: () throws -> Result) async throws
        -> Result
    {
        let sessions = try allSessions()
        var waiter: LockWaiter?
        var tries = 0
        var nextBurst = ContinuousClock.now + .seconds(1)
        while let busy = try takeLocks(of: sessions, burst: &nextBurst) {
            let timeout = busy.store.configuration.lockTimeout
            let waiting = waiter ?? LockWaiter(timeout: timeout)
            waiter = waiting
            guard await waiting.suspend(afterTries: tries) else {
                if Task.isCancelled { throw CancellationError() }
                throw ModelDataError.locked(path: busy.store.path, seconds: timeout)
            }
            tries += 1
        }
        defer { for session in sessions { session.releaseUnusedLock() } }
        return try work()
    }

    /// Tries to take the write locks. After a second, four times a second, it tries in quick succession for 15
    /// milliseconds: a process that locks the store again and again leaves it unlocked only for microseconds.
    private func takeLocks(
        of sessions: [ContextSession], burst next: inout ContinuousClock.Instant
    ) throws -> ContextSession? {
        let begin = ContinuousClock.now
        let end = begin < next ? begin : begin + .milliseconds(15)
        if begin >= next { next = begin + .milliseconds(250) }
        while let busy = try takeLocks(of: sessions) {
            if ContinuousClock.now >= end { return busy }
        }
        return nil
    }

    /// Takes the write locks of all stores, or none.
    ///
    /// - Returns: The session of the store that another process has locked, or nil.
    private func takeLocks(of sessions: [ContextSession]) throws -> ContextSession? {
        do {
            guard let busy = try sessions.first(where: { try !$0.takeLock() }) else { return nil }
            for session in sessions { session.releaseUnusedLock() }
            return busy
        } catch {
            for session in sessions { session.releaseUnusedLock() }
            throw error
        }
    }
}
