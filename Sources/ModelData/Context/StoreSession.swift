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
    /// The last of the history's transactions that the objects are in step with.
    private var seenHistory: Int64 = 0
    /// Transactions of this context that came after.
    private var own: Set<Int64> = []
    /// The content that is written to, and when it was looked at last; any is where none is held to.
    private var held: (content: StoredValue?, epoch: UInt32)?

    init(_ store: Store) throws {
        self.store = store
        connection = try store.connection()
        (seenVersion, seenHistory) = try connection.perform { connection in
            _ = try connection.value("SELECT 1 FROM _modeldata LIMIT 1")
            let before = version
            return (before, try HistoryLog(connection: connection).lastTransaction())
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

    /// Whether somebody else changed the store since the objects were last brought in step, as far as a
    /// statement has noticed.
    var mustFollow: Bool { epoch != followedEpoch }

    /// What others changed since this was last asked; to be asked inside a transaction.
    func news() throws -> ForeignNews {
        noteForeignChanges()
        guard mustFollow else { return .nothing }
        followedEpoch = epoch
        let seen = seenHistory
        let log = HistoryLog(connection: connection)
        // One that is under way isn't over yet, and may be taken back.
        let all = try log.transactions(after: seen).filter { $0 != historyTransaction }
        if let last = all.last { seenHistory = last }
        // Without a trace in the history another tool was here, or the history was deleted.
        guard !all.isEmpty, all.first == seen + 1 else { return .anything }
        var records: [String: Set<Int64>] = [:]
        for transaction in all where !own.contains(transaction) {
            for row in try log.changes(of: transaction) {
                records[row.model, default: []].formUnion(row.changes.map(\.record))
            }
        }
        own.removeAll()
        return .records(records)
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
        if let held, held.epoch != epoch { try checkContent() }
    }

    /// Refuses to write to another content from now on.
    func holdToContent() throws {
        held = nil
        let content = try connection.value(StoreContent.query)
        held = (content, epoch)
    }

    /// Makes sure that the content is the one that is held to.
    func checkContent() throws {
        guard let held else { return }
        guard try connection.value(StoreContent.query) == held.content else {
            throw ModelDataError.contentReplaced(path: store.path)
        }
    }

    /// Takes any content for right again.
    func letGoOfContent() { held = nil }

    func commit() throws {
        guard isWriting else { return }
        do {
            try connection.execute(store.isStage ? "RELEASE stage" : "COMMIT")
        } catch let failure as StatementFailure where failure.isReference {
            throw try relatedRecordGone() ?? failure
        }
        isWriting = false
        if let historyTransaction {
            // Those who haven't seen others' changes yet must find out which are their own.
            if mustFollow { own.insert(historyTransaction) } else { seenHistory = historyTransaction }
        }
        historyTransaction = nil
        // What the commit itself changed is no news.
        if store.isInMemory { store.commits.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        seenVersion = version
        store.gate.leave(self)
    }

    /// What a reference points to that isn't there, said with the names of the models.
    private func relatedRecordGone() throws -> ModelDataError? {
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

    /// The model of a record, which may be one of several that share a table.
    func modelName(of record: Int64, in table: String) throws -> String {
        guard store.layouts.contains(where: { $0.name == table && $0.family != nil }) else { return table }
        let name = try connection.value(
            "SELECT \(ModelFamily.typeColumn.quotedSQL) FROM \(table.quotedSQL) WHERE _id = ?",
            .integer(record))
        return name?.description ?? table
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

/// What others changed in a store.
enum ForeignNews {
    /// Nothing.
    case nothing
    /// These records, by the names of the models and of the tables of pairs.
    case records([String: Set<Int64>])
    /// Nobody knows what.
    case anything
}
