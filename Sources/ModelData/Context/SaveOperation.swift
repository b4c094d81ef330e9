import Foundation

/// Writes a context's pending objects of one store, inside a transaction.
///
/// Deletions come first, so that a unique value can be given up and taken in one save; then changes, then
/// insertions. Objects learn of what happened by ``finish()``, once nothing can fail any more.
///
/// Foreign keys take along what refers to a record that goes. The objects know better: what refers to
/// another record now has its reference taken away before, and what goes along was deleted by its owner's
/// rule and is in the history.
struct SaveOperation {
    let session: StoreSession
    let policy: MergePolicy
    let history: HistoryWriter
    var inserted: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    var replaced: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    var updated: [ModelState] = []
    var restored: [(any PersistentModel, RegisteredTable)] = []
    var deleted: [any PersistentModel] = []
    /// The objects whose deletion the store didn't accept.
    var kept: [(any PersistentModel, RegisteredTable)] = []
    /// The objects whose derived columns were set, and to what.
    var stamped: [(any PersistentModel, column: Int)] = []
    let now: StoredValue
    var lateKeys: [LateKey] = []
    /// The records that gave up references which others took over.
    var released: [(RegisteredTable, record: Int64)] = []
    /// Whether the other sides of relationships aren't what they were made to be here.
    var listsAreStale = false
    /// What is to be written of changed objects, where that had to be known before their turn.
    var plans: [ObjectIdentifier: Plan] = [:]

    var connection: StoreConnection { session.connection }

    init(_ session: StoreSession, policy: MergePolicy, history: HistoryWriter) {
        self.session = session
        self.policy = policy
        self.history = history
        now = .real(Date.now.timeIntervalSinceReferenceDate)
    }

    /// The pending objects of one model, in the order in which they became pending.
    struct Group {
        let table: RegisteredTable
        var inserted: [any PersistentModel] = []
        var changed: [any PersistentModel] = []
        var deleted: [any PersistentModel] = []
        /// Records to be deleted that have no objects.
        var doomed: Set<Int64> = []
    }

    mutating func run(_ groups: [Group]) throws {
        let groups = SaveOrder.sorted(groups)
        let isRelated = groups.contains { $0.table.layout.isRelated }
        if isRelated { try removePairs(groups) }
        // What the records were is known before any goes, since foreign keys take others along.
        for group in groups.reversed() {
            if !group.doomed.isEmpty { try deleteRecords(group.doomed, of: group.table) }
            if !group.deleted.isEmpty { try recordDeletions(group) }
        }
        if isRelated { try releaseKeys(groups) }
        for group in groups.reversed() where !group.deleted.isEmpty { try delete(group) }
        for group in groups where !group.changed.isEmpty { try update(group) }
        try insertAll(groups.filter { !$0.inserted.isEmpty })
        if isRelated {
            try writeLateKeys()
            try writePairs(groups)
        }
    }

    /// Inserts new objects, those of classes that share a table once all that they refer to is there.
    private mutating func insertAll(_ groups: [Group]) throws {
        for (position, group) in groups.enumerated() {
            guard group.table.layout.family != nil else {
                try insert(group)
                continue
            }
            let name = group.table.layout.table
            if groups[(position + 1)...].contains(where: { $0.table.layout.table == name }) { continue }
            try insert(groups.filter { $0.table.layout.table == name })
        }
    }
}
