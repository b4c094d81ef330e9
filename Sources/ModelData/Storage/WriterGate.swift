import Foundation

/// Lets one of several contexts on the same connection write at a time.
///
/// Contexts of a store in memory share their connection, and SQLite knows no transactions within
/// transactions; those that come later wait, as they do for the lock of a file.
final class WriterGate: @unchecked Sendable {
    private let condition = NSCondition()
    // Read and written with the condition locked.
    private var owner: ObjectIdentifier?

    /// Waits until nobody else writes; false when that takes longer than the timeout, in seconds.
    func enter(_ session: StoreSession, timeout: Int) -> Bool {
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

    /// Lets the next one write, if this one did.
    func leave(_ session: StoreSession) {
        condition.lock()
        defer { condition.unlock() }
        guard owner == ObjectIdentifier(session) else { return }
        owner = nil
        condition.signal()
    }
}

extension StoreSession {
    /// Waits for those who write to the same store in memory.
    func enterGate() throws {
        guard store.isInMemory else { return }
        let timeout = store.configuration.lockTimeout
        if !store.gate.enter(self, timeout: timeout) {
            throw ModelDataError.locked(path: store.path, seconds: timeout)
        }
    }
}
