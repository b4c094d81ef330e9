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

    /// Closes the connections; the next use opens new ones.
    func close() throws {
        for index in sessions.indices {
            guard let session = sessions[index] else { continue }
            if session.store.sharesConnection {
                if session.store.isStage { sessions[index] = nil }
                continue
            }
            sessions[index] = nil
            try session.connection.close()
        }
    }
}
