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
    /// let undone = try await context.whenUnlocked { try context.undoLastTransaction() }
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
        let sessions = registry.sessions
        var waiter: LockWaiter?
        var tries = 0
        var nextBurst = ContinuousClock.now + .seconds(1)
        while let busy = try sessions.takeLocks(burst: &nextBurst) {
            let waiting = waiter ?? LockWaiter(timeout: busy.store.configuration.lockTimeout)
            waiter = waiting
            guard await waiting.suspend(afterTries: tries) else { throw waiting.failure(busy.store.path) }
            tries += 1
        }
        defer { sessions.releaseUnusedLocks() }
        return try work()
    }
}

extension ModelContext {
    /// Pins the current generation of the stores: later writes throw if a store's content was replaced.
    ///
    /// ```swift
    /// try context.pinGeneration()
    /// defer { context.unpinGeneration() }
    /// ```
    ///
    /// `restore` and `repair` replace a store's content and its generation number. A program pins the
    /// generation before it shows records to the user, so that the user's answer can't be applied to other
    /// content. Changes of single records keep the generation.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be read.
    package func pinGeneration() throws {
        for session in try allSessions() where !session.store.isInMemory {
            try session.connection.perform { _ in try session.pinGeneration() }
        }
    }

    /// Checks that the pinned generation is still the current one.
    ///
    /// - Throws: ``ModelDataError/contentReplaced(path:)`` if the store has another generation now.
    package func checkGeneration() throws {
        for session in registry.sessions.open {
            try session.connection.perform { _ in try session.checkGeneration() }
        }
    }

    /// Unpins the generation, so that later writes no longer check it.
    package func unpinGeneration() {
        for session in registry.sessions.open { session.unpinGeneration() }
    }
}
