import Foundation

/// Allows one context at a time to write through a shared connection.
///
/// The contexts of an in-memory store share a connection, and SQLite doesn't support nested transactions.
/// Other contexts wait, as they do for the lock of a file.
final class WriterLock: @unchecked Sendable {
    private let condition = NSCondition()
    // Accessed only while `condition` is locked.
    private var owner: ObjectIdentifier?

    /// Waits until no other session is writing.
    ///
    /// - Parameters:
    ///   - session: The session that wants to write.
    ///   - timeout: How long to wait, in seconds.
    /// - Returns: Whether the session may write. False if the timeout ended.
    func acquire(_ session: ContextSession, timeout: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let own = ObjectIdentifier(session)
        let end = Date.now.addingTimeInterval(TimeInterval(timeout))
        while let owner, owner != own {
            if !condition.wait(until: end) { return false }
        }
        owner = own
        return true
    }

    /// Returns whether a session holds the lock.
    func isHeld(by session: ContextSession) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        return owner == ObjectIdentifier(session)
    }

    /// Releases the lock if this session holds it, so that the next session can write.
    func release(_ session: ContextSession) {
        condition.lock()
        defer { condition.unlock() }
        guard owner == ObjectIdentifier(session) else { return }
        owner = nil
        condition.signal()
    }
}

extension ContextSession {
    /// Waits for other contexts that write to the same in-memory store.
    ///
    /// - Throws: ``ModelDataError/locked(path:seconds:)`` after the store's timeout.
    func acquireWriterLock() throws {
        guard store.isInMemory else { return }
        let timeout = connection.timeout
        if !store.writerLock.acquire(self, timeout: timeout) {
            throw ModelDataError.locked(path: store.path, seconds: timeout)
        }
    }
}
