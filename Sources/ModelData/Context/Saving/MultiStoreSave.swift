// Saves that write to several stores.
//
// SQLite can't commit several files atomically, so a crash can occur between two commits. Therefore each
// store counts, in the same transaction, the saves that it shares with each other store. If the counts of
// two stores differ by one, the store with the higher count has a part of a save that the other never got.
// Opening the stores then reverts that part from the history. Other processes see the save completely or
// not at all, except between the commits.

extension ContextWriter {
    /// Commits the transactions of several stores. If a later commit fails, the earlier ones are reverted.
    func commitTogether(
        _ sessions: [ContextSession], _ commit: (ContextSession) throws -> Void
    ) throws {
        let joint = sessions.filter { $0.isWriting && $0.store.takesPartInMultiStoreSaves }
        guard joint.count > 1 else {
            for session in sessions { try commit(session) }
            return
        }
        try MultiStoreSave.count(joint)
        var hasBegun = false
        for session in sessions {
            do {
                try commit(session)
                hasBegun = true
            } catch {
                guard hasBegun else { throw error }
                context.openTransaction?.failure = error
                for session in sessions { session.rollback() }
                try revertPartialSaves()
                throw error
            }
        }
    }

    /// Reverts saves that were committed in only some of their stores.
    func revertPartialSaves() throws {
        let sessions = try context.allSessions().filter(\.store.takesPartInMultiStoreSaves)
        guard sessions.count > 1, try MultiStoreSave.isUneven(sessions) else { return }
        do {
            // A process between two commits still has the later stores locked.
            for session in sessions { try session.connection.perform { _ in try session.begin() } }
            for (session, transaction) in try MultiStoreSave.evenCounts(sessions) {
                try revertPartialSave(transaction, session)
            }
            for session in sessions { try session.connection.perform { _ in try session.commit() } }
        } catch {
            for session in sessions { session.rollback() }
            throw error
        }
        context.core.hub.announce()
    }

    /// Reverts the last transaction of a store. Neither transaction can be undone by the user.
    private func revertPartialSave(_ transaction: Int64, _ session: ContextSession) throws {
        try session.connection.perform { connection in
            let log = HistoryLog(connection: connection)
            guard try log.lastTransaction() == transaction else { return }
            let history = HistoryWriter(
                session: session, author: "recovery", note: try log.transaction(transaction)?.note,
                reverses: transaction)
            try connection.execute("SAVEPOINT recovery")
            do {
                let number = try history.transaction()
                var reversal = Reversal(transaction, history: history, in: context.registry)
                try reversal.run()
                try log.setReversed(true, transaction)
                try log.setReversed(true, number)
                try connection.execute("RELEASE recovery")
            } catch let error as ModelDataError {
                try connection.execute("ROLLBACK TO recovery; RELEASE recovery")
                session.historyTransaction = nil
                switch error {
                // Keep the part of the save if a migration or a later change prevents the reversal.
                case .undoConflict, .undoAcrossMigration, .damagedHistory: return
                default: throw error
                }
            }
        }
    }
}

/// The counts of saves that stores share, in their `_modeldata` tables.
enum MultiStoreSave {
    /// A store's count for another store: the number of shared saves, and its own transaction of the last
    /// one.
    private struct Count: Equatable {
        var saves: Int64 = 0
        var transaction: Int64 = 0
    }

    private static func key(_ other: ContextSession) -> StoredValue {
        .text("joint:\(other.store.identifier)")
    }

    private static func count(_ session: ContextSession, with other: ContextSession) throws -> Count {
        let stored = try session.connection.perform { connection in
            try connection.value("SELECT value FROM _modeldata WHERE key = ?", key(other))
        }
        let numbers = (stored?.text ?? "").split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { return Count() }
        return Count(saves: numbers[0], transaction: numbers[1])
    }

    private static func set(_ count: Count, _ session: ContextSession, with other: ContextSession) throws {
        try session.connection.perform { connection in
            try connection.run(
                "INSERT OR REPLACE INTO _modeldata (key, value) VALUES (?, ?)", key(other),
                .text("\(count.saves) \(count.transaction)"))
        }
    }

    private static func pairs(_ sessions: [ContextSession]) -> [(ContextSession, ContextSession)] {
        sessions.indices.flatMap { first in
            sessions.indices.dropFirst(first + 1).map { (sessions[first], sessions[$0]) }
        }
    }

    /// Counts a save within the open transactions of the stores that it writes to.
    static func count(_ sessions: [ContextSession]) throws {
        for (first, second) in pairs(sessions) {
            let saves = try Swift.max(count(first, with: second).saves, count(second, with: first).saves) + 1
            for (own, other) in [(first, second), (second, first)] {
                let count = Count(saves: saves, transaction: own.historyTransaction ?? 0)
                try set(count, own, with: other)
            }
        }
    }

    /// Returns whether the counts of two stores differ.
    static func isUneven(_ sessions: [ContextSession]) throws -> Bool {
        try pairs(sessions).contains { first, second in
            try count(first, with: second).saves != count(second, with: first).saves
        }
    }

    /// Equalises the counts and returns the transactions that only one store has.
    static func evenCounts(_ sessions: [ContextSession]) throws -> [(ContextSession, Int64)] {
        var halves: [(ContextSession, Int64)] = []
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
                // Otherwise one store is an older copy, not the result of a crash.
                try set(Count(saves: more.saves), behind, with: ahead)
            }
        }
        return halves
    }
}

extension Store {
    /// Whether saves with other stores are counted: only for writable files.
    var takesPartInMultiStoreSaves: Bool { !isInMemory && !isStage && configuration.allowsSave }
}
