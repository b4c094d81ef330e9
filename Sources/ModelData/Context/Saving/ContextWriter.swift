/// Writes to the stores of a context: to each store in a transaction of its session.
struct ContextWriter {
    let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    /// The part of an open transaction that an error in a write rolls back.
    enum RollbackScope {
        /// Only the work itself. For that, SQLite copies each page that the work changes.
        case work
        /// The whole transaction, which can then only be rolled back. This is several times as fast if the
        /// work changes thousands of scattered index entries.
        case transaction
    }

    /// Runs work in a transaction of one store, and rolls back if it throws.
    ///
    /// Without an open transaction of the context, the caller must commit.
    ///
    /// - Parameters:
    ///   - session: The store's session.
    ///   - scope: What an error rolls back. Default: as for the open transaction.
    ///   - work: Writes to the store.
    func perform(
        on session: ContextSession, rollingBack scope: RollbackScope? = nil, _ work: () throws -> Void
    ) throws {
        guard session.store.configuration.allowsSave else {
            throw ModelDataError.savingNotAllowed(configuration: session.store.configuration.name)
        }
        if let failure = context.openTransaction?.failure { throw failure }
        try session.acquireWriterLock()
        try session.connection.perform { connection in
            let isPart = session.isWriting && context.openTransaction != nil
            let keepsRest = isPart && (scope ?? context.openTransaction?.rollbackScope) == .work
            let history = session.historyTransaction
            do {
                if isPart, !connection.isInTransaction {
                    throw ModelDataError.transactionLost(path: connection.path)
                }
                try session.begin()
                if !isPart { context.openTransaction?.written.append(session) }
                if keepsRest { try connection.execute("SAVEPOINT part") }
                try work()
                if keepsRest { try connection.execute("RELEASE part") }
            } catch {
                // Some errors, such as a full disk, end the whole SQLite transaction.
                if keepsRest, connection.isInTransaction {
                    try? connection.execute("ROLLBACK TO part; RELEASE part")
                    session.historyTransaction = history
                } else {
                    if isPart { context.openTransaction?.failure = connection.modelDataError(error) }
                    session.rollback()
                }
                throw error
            }
        }
    }

    /// Runs work as ``perform(on:rollingBack:_:)`` does, and commits it unless a transaction is open.
    func performAndCommit(
        on session: ContextSession, rollingBack scope: RollbackScope? = nil, _ work: () throws -> Void
    ) throws {
        try perform(on: session, rollingBack: scope, work)
        if context.openTransaction == nil { try commit(session) }
    }

    /// Runs work in several stores and rolls it back in all of them if it throws. Outside an open
    /// transaction, the caller must roll back.
    func performTogether(
        on sessions: [ContextSession], _ work: () throws -> Void
    ) throws {
        if context.openTransaction == nil || sessions.count < 2 { return try work() }
        var begun: [(session: ContextSession, history: Int64?)] = []
        do {
            for session in sessions {
                try perform(on: session, rollingBack: .transaction) {
                    try session.connection.execute("SAVEPOINT together")
                }
                begun.append((session, session.historyTransaction))
            }
            try work()
            for (session, _) in begun {
                try session.connection.perform { try $0.execute("RELEASE together") }
            }
        } catch {
            for (session, history) in begun {
                try? session.connection.perform { connection in
                    // A full disk may have ended the whole transaction.
                    guard connection.isInTransaction else { return }
                    try connection.execute("ROLLBACK TO together; RELEASE together")
                    session.historyTransaction = history
                }
            }
            throw error
        }
    }

    func commit(_ session: ContextSession) throws {
        do {
            try session.connection.perform { _ in try session.commit() }
        } catch {
            try? session.connection.perform { _ in session.rollback() }
            throw error
        }
        context.core.hub.announceCommit(by: context)
    }
}
