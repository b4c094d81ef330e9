import Foundation

/// Writes a context's pending objects of one store in a transaction.
///
/// Deletions come first, so that one save can move a unique value to another record; then updates, then
/// insertions. ``finish()`` updates the objects after nothing can fail any more.
///
/// SQLite's foreign keys would cascade deletions. Therefore records that refer to another record by now
/// lose their old reference first, and cascaded objects were deleted by their owner's delete rule and are
/// in the history.
struct SaveOperation {
    let session: ContextSession
    let policy: MergePolicy
    let history: HistoryWriter
    var inserted: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    var replaced: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    var updated: [ModelState] = []
    var restored: [(any PersistentModel, RegisteredTable)] = []
    var deleted: [any PersistentModel] = []
    /// The objects whose deletion was discarded because of external changes.
    var kept: [(any PersistentModel, RegisteredTable)] = []
    /// The objects whose derived columns were set.
    var stamped: [(any PersistentModel, column: Int)] = []
    let now: StoredValue
    var deferredReferences: [DeferredReference] = []
    /// The records whose one-to-one reference was taken over by another record.
    var released: [(RegisteredTable, record: Int64)] = []
    /// Whether related lists are outdated and must be unloaded.
    var listsAreStale = false
    /// The plans of changed objects that were needed before their turn.
    var plans: [ObjectIdentifier: Plan] = [:]

    var connection: StoreConnection { session.connection }

    init(_ session: ContextSession, policy: MergePolicy, history: HistoryWriter) {
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
        /// The pending row deletions.
        var pendingRowDeletions: Set<Int64> = []
    }

    mutating func run(_ groups: [Group]) throws {
        let groups = SaveOrder.sorted(groups)
        let isRelated = groups.contains { $0.table.layout.isRelated }
        if isRelated { try deleteJoinRows(groups) }
        // Record the old values before the first deletion, because foreign keys can cascade.
        for group in groups.reversed() {
            if !group.pendingRowDeletions.isEmpty {
                try deleteRecords(group.pendingRowDeletions, of: group.table)
            }
            if !group.deleted.isEmpty { try recordDeletions(group) }
        }
        if isRelated { try releaseKeys(groups) }
        for group in groups.reversed() where !group.deleted.isEmpty { try delete(group) }
        for group in groups where !group.changed.isEmpty { try update(group) }
        try insertAll(groups.filter { !$0.inserted.isEmpty })
        if isRelated {
            try writeDeferredReferences()
            try writeJoinRows(groups)
        }
    }

    /// Inserts new objects. Classes that share a table are inserted after all models that they refer to.
    private mutating func insertAll(_ groups: [Group]) throws {
        for (position, group) in groups.enumerated() {
            guard group.table.layout.hierarchy != nil else {
                try insert(group)
                continue
            }
            let name = group.table.layout.table
            if groups[(position + 1)...].contains(where: { $0.table.layout.table == name }) { continue }
            try insert(groups.filter { $0.table.layout.table == name })
        }
    }
}
