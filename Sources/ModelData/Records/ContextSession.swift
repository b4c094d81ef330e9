import Basics
import Foundation

/// A context's session with one store: its connection, its open SQLite transaction, and the external
/// changes that it has merged.
final class ContextSession {
    let store: Store
    let connection: StoreConnection
    /// The number of external changes noticed so far. Objects store the number at which they were read.
    private(set) var epoch: UInt32 = 1
    private var reportedEpoch: UInt32 = 1
    private var mergedEpoch: UInt32 = 1
    private var seenDataVersion: UInt32 = 0
    /// Whether this context has an open SQLite transaction.
    private(set) var isWriting = false
    /// Whether the write lock is held for the next transaction.
    private var hasLock = false
    /// The number of the open transaction's history row, once something was written.
    var historyTransaction: Int64?
    /// The last history transaction that is merged into the objects.
    private var seenHistory: Int64 = 0
    /// Later transactions of this context.
    private var ownTransactions: Set<Int64> = []
    /// All transactions that this context committed, as ranges of numbers.
    private var committed: [ClosedRange<Int64>] = []
    /// The pinned generation, and the epoch of its last check; nil if none is pinned.
    private var pinned: (generation: StoredValue?, epoch: UInt32)?

    init(_ store: Store) throws {
        self.store = store
        connection = try store.connection()
        (seenDataVersion, seenHistory) = try connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            let before = dataVersion
            return (before, try HistoryLog(connection: connection).lastTransaction())
        }
    }

    /// A number that changes with each commit of another connection.
    private var dataVersion: UInt32 {
        store.isInMemory ? store.commits.load(ordering: .acquiring) : connection.dataVersion
    }

    /// Returns whether the store was changed externally since the last call.
    func hasExternalChanges() throws -> Bool {
        _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
        noteExternalChanges()
        defer { reportedEpoch = epoch }
        return epoch != reportedEpoch
    }

    /// Whether noticed external changes aren't merged yet.
    var hasUnmergedChanges: Bool { epoch != mergedEpoch }

    /// Returns the external changes since the last call. Call it inside a transaction.
    func externalChanges() throws -> ExternalChanges {
        noteExternalChanges()
        guard hasUnmergedChanges else { return .none }
        mergedEpoch = epoch
        let seen = seenHistory
        let log = HistoryLog(connection: connection)
        // An open transaction may still be rolled back.
        let all = try log.transactions(after: seen).filter { $0 != historyTransaction }
        if let last = all.last { seenHistory = last }
        // Without a gap-free history, another tool has changed the store, or history was deleted.
        guard !all.isEmpty, all.first == seen + 1 else { return .unknown }
        var records: [String: Set<Int64>] = [:]
        for transaction in all where !ownTransactions.contains(transaction) {
            for row in try log.changes(of: transaction) {
                records[row.model, default: []].formUnion(row.changes.map(\.record))
            }
        }
        ownTransactions.removeAll()
        return .records(records)
    }

    /// Notices external changes. Call it during a statement or transaction, because only then SQLite
    /// updates the data version.
    func noteExternalChanges() {
        let dataVersion = dataVersion
        if dataVersion != seenDataVersion {
            seenDataVersion = dataVersion
            epoch &+= 1
        }
    }

    /// Runs a query and calls a closure for each row.
    func forEachRow(
        _ sql: String, _ arguments: [StoredValue], needsFunctions: Bool = false,
        _ body: (ModelRow) throws -> Void
    ) throws {
        try connection.perform { connection in
            if needsFunctions { try connection.registerFunctions() }
            try connection.forEach(sql, arguments) { try body(ModelRow(statement: $0.handle)) }
        }
    }

    func begin() throws {
        if isWriting { return }
        if store.isStage {
            // The migration's transaction is open. If it were lost, the savepoint would begin a new
            // transaction.
            try store.checkStage()
            guard connection.isInTransaction else {
                throw ModelDataError.transactionLost(path: connection.path)
            }
        }
        if !hasLock { try connection.execute(store.isStage ? "SAVEPOINT stage" : "BEGIN IMMEDIATE") }
        hasLock = false
        isWriting = true
        historyTransaction = nil
        noteExternalChanges()
        if !store.isInMemory, connection.hasMoved {
            throw FileStatus.exists(store.path)
                ? ModelDataError.contentReplaced(path: store.path) : StoreFile.missing(store.path)
        }
        if let pinned, pinned.epoch != epoch { try checkGeneration() }
    }

    /// Limits the time for which the session's connection blocks its thread.
    ///
    /// - Parameter seconds: The limit; nil for the store's timeout.
    func limitWaiting(to seconds: Int?) {
        // A shared connection belongs to all contexts. It never waits for a file's lock.
        if store.sharesConnection { return }
        connection.timeout = seconds ?? store.configuration.lockTimeout
    }

    /// Takes the write lock for the next transaction, without waiting.
    ///
    /// - Returns: Whether the session has the lock. False if another connection holds it.
    func takeLock() throws -> Bool {
        if isWriting || hasLock || !store.configuration.allowsSave || store.isStage { return true }
        if store.isInMemory { return store.writerLock.acquire(self, timeout: 0) }
        hasLock = try connection.perform { try $0.executeWithoutWaiting("BEGIN IMMEDIATE") }
        return hasLock
    }

    /// Releases the write lock if no transaction has begun since it was taken.
    func releaseUnusedLock() {
        if isWriting { return }
        if hasLock { try? connection.perform { if $0.isInTransaction { try $0.execute("ROLLBACK") } } }
        hasLock = false
        store.writerLock.release(self)
    }

    /// Pins the current generation: later writes to another generation throw.
    func pinGeneration() throws {
        pinned = nil
        let generation = try connection.value(StoreGeneration.query)
        pinned = (generation, epoch)
    }

    /// Throws if the current generation isn't the pinned one.
    func checkGeneration() throws {
        guard let pinned else { return }
        guard try connection.value(StoreGeneration.query) == pinned.generation else {
            throw ModelDataError.contentReplaced(path: store.path)
        }
    }

    /// Ends the check of the generation.
    func unpinGeneration() { pinned = nil }

    /// Returns whether this context committed a transaction of the history.
    func hasCommitted(_ transaction: Int64) -> Bool { committed.contains { $0.contains(transaction) } }

    func commit() throws {
        guard isWriting else { return }
        do {
            try connection.execute(store.isStage ? "RELEASE stage" : "COMMIT")
        } catch let failure as StatementFailure where failure.isReference {
            throw try relatedRecordGone() ?? failure
        }
        isWriting = false
        if let historyTransaction {
            if let last = committed.last, last.upperBound == historyTransaction - 1 {
                committed[committed.count - 1] = last.lowerBound...historyTransaction
            } else {
                committed.append(historyTransaction...historyTransaction)
            }
            // With unmerged external changes, the next merge must recognise this transaction as its own.
            if hasUnmergedChanges {
                ownTransactions.insert(historyTransaction)
            } else {
                seenHistory = historyTransaction
            }
        }
        historyTransaction = nil
        // The session's own commit isn't an external change.
        if store.isInMemory { store.commits.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        seenDataVersion = dataVersion
        store.writerLock.release(self)
    }

    /// Returns the error for a broken reference, with the names of the models.
    func relatedRecordGone() throws -> ModelDataError? {
        guard let broken = try connection.brokenReference() else { return nil }
        guard let join = store.joins.first(where: { $0.name == broken.table }) else {
            let model = try modelName(of: broken.record, in: broken.table)
            return .relatedRecordGone(model: model, property: broken.column, record: broken.record)
        }
        let record = try connection.number(
            "SELECT _source FROM \(join.table) WHERE _id = ?", .integer(broken.record))
        return .relatedRecordGone(
            model: try modelName(of: record, in: join.relationship.ownerTable),
            property: join.relationship.name, record: record)
    }

    /// Returns the model of a record, whose table several models may share.
    func modelName(of record: Int64, in table: String) throws -> String {
        guard store.layouts.contains(where: { $0.name == table && $0.hierarchy != nil }) else { return table }
        let name = try connection.value(
            "SELECT \(ModelHierarchy.typeColumn.quotedSQL) FROM \(table.quotedSQL) WHERE _id = ?",
            .integer(record))
        return name?.description ?? table
    }

    func rollback() {
        defer { store.writerLock.release(self) }
        guard isWriting else { return }
        // An error may already have ended the transaction.
        if connection.isInTransaction {
            try? connection.execute(store.isStage ? "ROLLBACK TO stage; RELEASE stage" : "ROLLBACK")
        }
        isWriting = false
        historyTransaction = nil
    }
}

/// The external changes of a store: those by other contexts and processes.
enum ExternalChanges {
    /// No changes.
    case none
    /// Changes of these records, by the names of models and join tables.
    case records([String: Set<Int64>])
    /// Unknown changes: any record may have changed.
    case unknown
}

extension EntityColumn {
    /// Returns the content of a stored value. If the value is still in a file because the property had
    /// `.externalStorage` before, the file is read.
    ///
    /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` if the file can't be
    ///   read.
    func content(
        of stored: StoredValue, on connection: StoreConnection, model: String, record: Int64
    ) throws -> StoredValue {
        guard !isExternal, case .blob(let data) = stored, codec.wrappedType == Data.self else {
            return stored
        }
        do {
            return .blob(try ExternalFile.content(of: data, in: connection.externalFolder))
        } catch let problem as ValueProblem {
            throw ModelDataError.unreadableValue(
                model: model, property: name, record: record, problem: problem)
        }
    }
}

extension StoreConnection {
    /// The folder beside the store for large values, or nil for an in-memory store.
    var externalFolder: String? { ExternalCodec.folder(ofConnection: handle) }
}
