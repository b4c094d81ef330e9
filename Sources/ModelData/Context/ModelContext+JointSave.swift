// Saves that write to several stores.
//
// SQLite can't make one commit of several files, so that a crash may come between two of them. Each store
// therefore counts, within the transaction, the saves that it shares with each of the others. When the counts of
// two stores differ by one, the store that is ahead has a part of a save that the other one never got: whoever
// opens them next takes that part back, out of the history. Others see either nothing of such a save or all of
// it, but for the moment between the commits.

extension ModelContext {
    /// Makes the transactions of stores final; when that fails after the first, what is final is taken back.
    func commitTogether(
        _ sessions: [StoreSession], _ commit: (StoreSession) throws -> Void
    ) throws {
        let joint = sessions.filter { $0.isWriting && $0.store.canBeJoint }
        guard joint.count > 1 else {
            for session in sessions { try commit(session) }
            return
        }
        try JointSave.count(joint)
        var hasBegun = false
        for session in sessions {
            do {
                try commit(session)
                hasBegun = true
            } catch {
                guard hasBegun else { throw error }
                openTransaction?.failure = error
                for session in sessions { session.rollback() }
                try settleJointSaves()
                throw error
            }
        }
    }

    /// Takes back what only some of the stores have of a save that was meant for all of them.
    func settleJointSaves() throws {
        let sessions = try allSessions().filter(\.store.canBeJoint)
        guard sessions.count > 1, try JointSave.isUneven(sessions) else { return }
        do {
            // Whoever is between two commits has the later stores locked.
            for session in sessions { try session.connection.perform { _ in try session.begin() } }
            for (session, transaction) in try JointSave.settle(sessions) {
                try takeBack(transaction, session)
            }
            for session in sessions { try session.connection.perform { _ in try session.commit() } }
        } catch {
            for session in sessions { session.rollback() }
            throw error
        }
        core.hub.announce()
    }

    /// Takes back a transaction that is the last one of its store; neither it nor this is anybody's to undo.
    private func takeBack(_ transaction: Int64, _ session: StoreSession) throws {
        try session.connection.perform { connection in
            let log = HistoryLog(connection: connection)
            guard try log.lastTransaction() == transaction else { return }
            let history = HistoryWriter(
                session: session, author: "recovery", note: try log.transaction(transaction)?.note,
                reverses: transaction)
            try connection.execute("SAVEPOINT recovery")
            do {
                let number = try history.transaction()
                var reversal = Reversal(transaction, session: session, history: history) {
                    [unowned self] name in
                    try self.reversible(name, in: session)
                }
                try reversal.run()
                try log.setReversed(true, transaction)
                try log.setReversed(true, number)
                try connection.execute("RELEASE recovery")
            } catch let error as ModelDataError {
                try connection.execute("ROLLBACK TO recovery; RELEASE recovery")
                session.historyTransaction = nil
                switch error {
                // What a migration or somebody else has changed since can only stay as it is.
                case .undoConflict, .undoAcrossMigration, .damagedHistory: return
                default: throw error
                }
            }
        }
    }
}

/// The counts of saves that stores share, which stand in their `_modeldata` tables.
enum JointSave {
    /// What a store has counted with another one: how many saves, and its own transaction of the last.
    private struct Count: Equatable {
        var saves: Int64 = 0
        var transaction: Int64 = 0
    }

    private static func key(_ other: StoreSession) -> StoredValue { .text("joint:\(other.store.identifier)") }

    private static func count(_ session: StoreSession, with other: StoreSession) throws -> Count {
        let stored = try session.connection.perform { connection in
            try connection.value("SELECT value FROM _modeldata WHERE key = ?", key(other))
        }
        guard case .text(let text)? = stored else { return Count() }
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { return Count() }
        return Count(saves: numbers[0], transaction: numbers[1])
    }

    private static func set(_ count: Count, _ session: StoreSession, with other: StoreSession) throws {
        try session.connection.perform { connection in
            try connection.run(
                "INSERT OR REPLACE INTO _modeldata (key, value) VALUES (?, ?)", key(other),
                .text("\(count.saves) \(count.transaction)"))
        }
    }

    private static func pairs(_ sessions: [StoreSession]) -> [(StoreSession, StoreSession)] {
        sessions.indices.flatMap { first in
            sessions.indices.dropFirst(first + 1).map { (sessions[first], sessions[$0]) }
        }
    }

    /// Counts a save within the open transactions of the stores that it writes to.
    static func count(_ sessions: [StoreSession]) throws {
        for (first, second) in pairs(sessions) {
            let saves = try Swift.max(count(first, with: second).saves, count(second, with: first).saves) + 1
            for (own, other) in [(first, second), (second, first)] {
                let count = Count(saves: saves, transaction: own.historyTransaction ?? 0)
                try set(count, own, with: other)
            }
        }
    }

    /// Whether two stores have counted differently.
    static func isUneven(_ sessions: [StoreSession]) throws -> Bool {
        try pairs(sessions).contains { first, second in
            try count(first, with: second).saves != count(second, with: first).saves
        }
    }

    /// Makes the counts even, and tells which transactions were the part of one store only.
    static func settle(_ sessions: [StoreSession]) throws -> [(StoreSession, Int64)] {
        var halves: [(StoreSession, Int64)] = []
        for (first, second) in pairs(sessions) {
            let counts = (try count(first, with: second), try count(second, with: first))
            if counts.0.saves == counts.1.saves { continue }
            let isFirst = counts.0.saves > counts.1.saves
            let (ahead, behind) = isFirst ? (first, second) : (second, first)
            let (more, less) = isFirst ? (counts.0, counts.1) : (counts.1, counts.0)
            if more.saves == less.saves + 1, more.transaction > 0 {
                try set(less, ahead, with: behind)
                if !halves.contains(where: { $0.0 === ahead }) { halves.append((ahead, more.transaction)) }
            } else {
                // One of them is an older copy of itself, which no crash has made.
                try set(Count(saves: more.saves), behind, with: ahead)
            }
        }
        return halves
    }
}

extension Store {
    /// Whether the store can share a save with others and be there afterwards.
    var canBeJoint: Bool { !isInMemory && !isStage && configuration.allowsSave }
}
