/// One context's dealings with one store: the connection, the registered objects, the open transaction.
final class StoreSession {
    let store: Store
    let connection: StoreConnection
    /// Counts the times that the store was changed by others; objects remember the count they were read at.
    private(set) var epoch: UInt32 = 1
    private var reportedEpoch: UInt32 = 1
    private var followedEpoch: UInt32 = 1
    private var seenVersion: UInt32 = 0
    /// Whether this context has a transaction of SQLite open.
    private(set) var isWriting = false
    /// The number of the history's row for the open transaction, once something was written.
    var historyTransaction: Int64?

    init(_ store: Store) throws {
        self.store = store
        connection = try store.connection()
        seenVersion = try connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            return version
        }
    }

    /// A number that changes with each commit by others.
    private var version: UInt32 {
        store.isInMemory ? store.commits.load(ordering: .acquiring) : connection.dataVersion
    }

    /// Whether somebody else changed the store since this was last asked.
    func hasNews() throws -> Bool {
        _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
        noteForeignChanges()
        defer { reportedEpoch = epoch }
        return epoch != reportedEpoch
    }

    /// Whether somebody else changed the store since the objects were last brought in step.
    func mustFollow() throws -> Bool {
        _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
        noteForeignChanges()
        defer { followedEpoch = epoch }
        return epoch != followedEpoch
    }

    /// Notices whether somebody else changed the store. To be called while a statement or a transaction
    /// is under way, since only then the connection looks.
    func noteForeignChanges() {
        let version = version
        if version != seenVersion {
            seenVersion = version
            epoch &+= 1
        }
    }

    func begin() throws {
        if isWriting { return }
        if store.isStage {
            // The migration's transaction is open; were it lost, a savepoint would be one of its own.
            try store.checkStage()
            guard connection.isInTransaction else {
                throw ModelDataError.transactionLost(path: connection.path)
            }
        }
        try connection.execute(store.isStage ? "SAVEPOINT stage" : "BEGIN IMMEDIATE")
        isWriting = true
        historyTransaction = nil
        noteForeignChanges()
    }

    func commit() throws {
        guard isWriting else { return }
        try connection.execute(store.isStage ? "RELEASE stage" : "COMMIT")
        isWriting = false
        historyTransaction = nil
        // What the commit itself changed is no news.
        if store.isInMemory { store.commits.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        seenVersion = version
        store.gate.leave(self)
    }

    func rollback() {
        defer { store.gate.leave(self) }
        guard isWriting else { return }
        // An error may have ended the transaction already.
        if connection.isInTransaction {
            try? connection.execute(store.isStage ? "ROLLBACK TO stage; RELEASE stage" : "ROLLBACK")
        }
        isWriting = false
        historyTransaction = nil
    }
}
