import Foundation

extension ModelContext {
    /// Posted before a context saves; the object is the context.
    ///
    ///     let name = ModelContext.willSave
    ///
    /// Mirrors SwiftData's `willSave`.
    public static let willSave = Notification.Name("ModelContextWillSave")

    /// Posted after a context saved; the user info holds the identifiers under ``NotificationKey``.
    ///
    ///     let name = ModelContext.didSave
    ///
    /// Mirrors SwiftData's `didSave`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of a notification's user info.
    ///
    ///     let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
    ///
    /// Mirrors SwiftData's `ModelContext.NotificationKey`.
    public enum NotificationKey: String, Sendable {
        /// The identifiers of the inserted records.
        case insertedIdentifiers = "inserted"
        /// The identifiers of the changed records.
        case updatedIdentifiers = "updated"
        /// The identifiers of the deleted records.
        case deletedIdentifiers = "deleted"
        /// The identifiers of records that others changed; not posted here.
        case refreshedIdentifiers = "refreshed"
        /// Whether no identifier holds any more; not posted here.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The state of the store that the context reads; not posted here.
        case queryGeneration
    }

    /// Saves all changes, or none: what fails leaves the store and the objects as they were.
    ///
    ///     try context.save()
    ///
    /// Inside a transaction the changes are written and become final with it.
    ///
    /// - Throws: ``ModelDataError`` that names the model and the property, or the file; and what ``checkReads()``
    ///   throws, before anything is written.
    ///
    /// Mirrors SwiftData's `save()`.
    public func save() throws {
        try checkReads()
        guard hasChanges || !unswept.isEmpty else {
            if openTransaction == nil { transactionNote = nil }
            // What was done and taken back by hand is a step all the same.
            undoManager?.endEvent()
            return
        }
        NotificationCenter.default.post(name: Self.willSave, object: self)
        let (groups, operations) = try writePending()
        openTransaction?.deleted += pending.models { $0.phase == .deleting }
        pending.removeAll()
        forgetDoomed()
        var changes = SavedChanges()
        for (operation, group) in zip(operations, groups) {
            try operation.session.connection.perform { _ in operation.finish() }
            changes.add(operation.changes(of: group.1))
        }
        for operation in operations where operation.session.mustFollow { try? follow(operation.session) }
        noteSaved()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: changes.userInfo)
    }

    /// Writes all changes, again when others changed the stores after this context had looked.
    private func writePending() throws -> ([(StoreSession, [SaveOperation.Group])], [SaveOperation]) {
        var attempts = 0
        while true {
            if try followStores() {
                // What a deletion takes along may be more by now.
                unswept += pending.models { $0.phase == .deleting && $0.layout?.isRelated == true }
            }
            try prepareLinks()
            // Those who were told may have changed something.
            let groups = try groupedBySession()
            attempts += 1
            do {
                return (groups, try write(groups, mayBeStale: attempts > 5))
            } catch is ChangedMeanwhile {
                continue
            }
        }
    }

    private func write(
        _ groups: [(StoreSession, [SaveOperation.Group])], mayBeStale: Bool
    ) throws -> [SaveOperation] {
        var operations: [SaveOperation] = []
        do {
            try together(groups.map(\.0)) {
                for (session, groups) in groups {
                    operations.append(try write(groups, to: session, mayBeStale: mayBeStale))
                }
            }
            if openTransaction == nil {
                try commitTogether(operations.map(\.session)) { try commit($0) }
                transactionNote = nil
            }
            return operations
        } catch {
            if openTransaction == nil {
                for operation in operations { operation.session.rollback() }
            }
            // The numbers that new records would have had, nobody has.
            for model in pending.all { model._$state.written = 0 }
            throw error
        }
    }

    /// Does work in several stores, which is taken back in all of them where it throws. What is no part of an open
    /// transaction, its caller takes back.
    private func together(_ sessions: [StoreSession], _ work: () throws -> Void) throws {
        if openTransaction == nil || sessions.count < 2 { return try work() }
        var begun: [(session: StoreSession, history: Int64?)] = []
        do {
            for session in sessions {
                try writing(to: session, losing: .transaction) {
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

    /// Others changed a store between the last look and the moment from which nobody else can.
    private struct ChangedMeanwhile: Error {}

    /// Lets observers see the context anew, and the undo manager begin a new group.
    private func noteSaved() {
        activity &+= 1
        observers?.announce()
        undoManager?.endEvent()
    }

    /// The pending objects by store and model.
    private func groupedBySession() throws -> [(StoreSession, [SaveOperation.Group])] {
        var groups: [SaveOperation.Group] = []
        var positions: [ObjectIdentifier: Int] = [:]
        var last: (type: ObjectIdentifier, position: Int)?
        for model in pending.all {
            let type = ObjectIdentifier(type(of: model))
            let position: Int
            if let last, last.type == type {
                position = last.position
            } else if let known = positions[type] {
                position = known
            } else {
                position = groups.count
                positions[type] = position
                groups.append(SaveOperation.Group(table: try table(of: model)))
            }
            last = (type, position)
            switch model._$state.phase {
            case .inserted: groups[position].inserted.append(model)
            case .deleting: groups[position].deleted.append(model)
            default: groups[position].changed.append(model)
            }
        }
        for table in doomedTables {
            if let index = groups.firstIndex(where: { $0.table === table }) {
                groups[index].doomed = table.doomed
            } else {
                groups.append(SaveOperation.Group(table: table, doomed: table.doomed))
            }
        }
        var result: [(StoreSession, [SaveOperation.Group])] = []
        for group in groups {
            if let index = result.firstIndex(where: { $0.0 === group.table.session }) {
                result[index].1.append(group)
            } else {
                result.append((group.table.session, [group]))
            }
        }
        // Always in the same order, so that two who save to the same stores don't wait for each other.
        if result.count > 1 {
            let order = openSessions
            result.sort { first, second in
                let positions = [first, second].map { pair in order.firstIndex { $0 === pair.0 } ?? 0 }
                return positions[0] < positions[1]
            }
        }
        return result
    }

    private func table<T: PersistentModel>(of model: T) throws -> RegisteredTable { try table(for: T.self) }

    /// Writes to one store; what fails is taken back there.
    private func write(
        _ groups: [SaveOperation.Group], to session: StoreSession, mayBeStale: Bool
    ) throws -> SaveOperation {
        let history = HistoryWriter(session: session, author: author, note: transactionNote)
        var operation = SaveOperation(session, policy: mergePolicy, history: history)
        try writing(to: session) {
            if session.mustFollow, !mayBeStale, groups.contains(where: \.table.layout.isRelated) {
                throw ChangedMeanwhile()
            }
            try operation.run(groups)
        }
        return operation
    }

    /// What of an open transaction is lost where a piece of work in it throws.
    enum LossByFailure {
        /// The work itself. SQLite keeps a copy of each page that it changes for that.
        case work
        /// The transaction, which can only be rolled back then. Where the work is a thousand changes in all corners of
        /// an index, this is several times as fast.
        case transaction
    }

    /// Does work inside a transaction of one store; what throws is taken back, and only that, unless wanted otherwise.
    ///
    /// Where no transaction of the context is open, the caller must commit.
    func writing(
        to session: StoreSession, losing loss: LossByFailure = .work, _ work: () throws -> Void
    ) throws {
        guard session.store.configuration.allowsSave else {
            throw ModelDataError.savingNotAllowed(configuration: session.store.configuration.name)
        }
        if let failure = openTransaction?.failure { throw failure }
        try session.enterGate()
        try session.connection.perform { connection in
            let isPart = session.isWriting && openTransaction != nil
            let keepsRest = isPart && loss == .work
            let history = session.historyTransaction
            do {
                if isPart, !connection.isInTransaction {
                    throw ModelDataError.transactionLost(path: connection.path)
                }
                try session.begin()
                if !isPart { openTransaction?.written.append(session) }
                if keepsRest { try connection.execute("SAVEPOINT part") }
                try work()
                if keepsRest { try connection.execute("RELEASE part") }
            } catch {
                // Some failures, such as a full disk, end the whole transaction by themselves.
                if keepsRest, connection.isInTransaction {
                    try? connection.execute("ROLLBACK TO part; RELEASE part")
                    session.historyTransaction = history
                } else {
                    if isPart { openTransaction?.failure = connection.shown(error) }
                    session.rollback()
                }
                throw error
            }
        }
    }

    func commit(_ session: StoreSession) throws {
        do {
            try session.connection.perform { _ in try session.commit() }
        } catch {
            try? session.connection.perform { _ in session.rollback() }
            throw error
        }
        core.hub.announce()
    }
}
