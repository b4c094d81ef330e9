import Foundation

/// A context's sessions with its stores. Each is opened at its first use.
final class StoreSessions {
    let stores: [Store]
    private var sessions: [ContextSession?]
    /// How many seconds a session waits for a lock; nil for the store's timeout.
    var lockTimeout: Int? {
        didSet { for session in open { session.limitWaiting(to: lockTimeout) } }
    }

    init(_ stores: [Store]) {
        self.stores = stores
        sessions = Array(repeating: nil, count: stores.count)
    }

    /// The sessions that have been opened.
    var open: [ContextSession] { sessions.compactMap { $0 } }

    func session(at index: Int) throws -> ContextSession {
        if let session = sessions[index] { return session }
        let session = try ContextSession(stores[index])
        session.limitWaiting(to: lockTimeout)
        sessions[index] = session
        return session
    }

    /// Returns all sessions; opens missing ones.
    func all() throws -> [ContextSession] { try sessions.indices.map { try session(at: $0) } }

    /// Tries to take the write locks. After a second, four times a second, it tries in quick succession for 15
    /// milliseconds: a process that locks the store again and again leaves it unlocked only for microseconds.
    ///
    /// - Parameter next: The time of the next attempts in quick succession.
    /// - Returns: The session of a store that another process has locked; nil if all locks are taken.
    func takeLocks(burst next: inout ContinuousClock.Instant) throws -> ContextSession? {
        let begin = ContinuousClock.now
        let end = begin < next ? begin : begin + .milliseconds(15)
        if begin >= next { next = begin + .milliseconds(250) }
        while let busy = try takeLocks() {
            if ContinuousClock.now >= end { return busy }
        }
        return nil
    }

    /// Takes the write locks of all stores, or none.
    private func takeLocks() throws -> ContextSession? {
        var hasAll = false
        defer { if !hasAll { releaseUnusedLocks() } }
        let busy = try all().first { try !$0.takeLock() }
        hasAll = busy == nil
        return busy
    }

    /// Releases the write locks of stores in which no transaction has begun.
    func releaseUnusedLocks() {
        for session in open { session.releaseUnusedLock() }
    }

    /// Closes the connections; the next use opens new ones.
    func close() throws {
        for index in sessions.indices {
            guard let session = sessions[index] else { continue }
            let isShared = session.store.sharesConnection
            if !isShared || session.store.isStage { sessions[index] = nil }
            if !isShared { try session.connection.close() }
        }
    }
}

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
