import Foundation

/// The input of a save's phases that is the same for all of them: the store, the merge policy and the time.
struct SaveScope {
    let session: ContextSession
    let policy: MergePolicy
    /// The value of derived columns, such as the modification date.
    let now = StoredValue.real(Date.now.timeIntervalSinceReferenceDate)

    var connection: StoreConnection { session.connection }

    /// Whether the policy keeps stored one-to-one references of other records.
    var keepsStoredReferences: Bool { policy != .mergeByPropertyObjectTrump && policy != .overwrite }

    /// Returns the stored row; nil if the record is gone. Reads the file of data that is no longer
    /// external.
    func storedRow(_ record: Int64, _ table: RegisteredTable) throws -> [StoredValue]? {
        try rawRow(record, table).map { row in
            try zip(row, table.layout.columns).map { value, column in
                try column.content(of: value, on: connection, model: table.layout.name, record: record)
            }
        }
    }

    /// Returns the stored row without reading files.
    func rawRow(_ record: Int64, _ table: RegisteredTable) throws -> [StoredValue]? {
        try connection.rows(table.layout.rowSQL, [.integer(record)]).first.map { Array($0.dropFirst()) }
    }

    /// Returns the stored values of all columns that the object itself determines.
    func values(of model: any PersistentModel, _ table: RegisteredTable) throws -> [(Int, StoredValue)] {
        let layout = table.layout
        return try layout.columns.indices.compactMap { column in
            if !layout.columns[column].isStored || layout.derivedColumns.contains(column) { return nil }
            let value = try layout.columns[column].stored(model, model._$state, column)
            return (column, layout.columns[column].storedForm(value))
        }
    }
}

/// A change of another context or process that a save replaced.
package struct ReplacedChange {
    /// The object whose values were saved, or which was deleted.
    package let model: any PersistentModel
    /// The properties with a changed value that the save replaced.
    package let properties: [String]
}

/// The output of a phase of a save.
struct SaveOutput {
    typealias Saved = (model: any PersistentModel, table: RegisteredTable, record: Int64)

    var inserted: [Saved] = []
    /// The new objects whose unique values an existing record has.
    var merged: [Saved] = []
    var updated: [ModelState] = []
    var deleted: [any PersistentModel] = []
    /// The objects whose deletion was discarded because of external changes.
    var kept: [(model: any PersistentModel, table: RegisteredTable)] = []
    /// The objects that get values of the store.
    var restored: [(model: any PersistentModel, table: RegisteredTable)] = []
    /// The objects whose derived columns were set.
    var stamped: [(model: any PersistentModel, column: Int)] = []
    /// The records whose one-to-one reference was taken over by another record.
    var released: [(table: RegisteredTable, record: Int64)] = []
    /// The external changes that the save replaces.
    var replaced: [ReplacedChange] = []
    /// Whether related lists are outdated and must be unloaded.
    var listsAreStale = false
    /// The references that are written after all insertions.
    var deferred: [DeferredReference] = []
    /// The changes for the history, in the order in which they were written.
    var history: [HistoryEntry] = []

    /// Adds the output of the next phase.
    mutating func add(_ next: SaveOutput) {
        inserted.add(next.inserted)
        merged.add(next.merged)
        updated.add(next.updated)
        deleted.add(next.deleted)
        kept.add(next.kept)
        restored.add(next.restored)
        stamped.add(next.stamped)
        released.add(next.released)
        replaced.add(next.replaced)
        listsAreStale = listsAreStale || next.listsAreStale
        deferred.add(next.deferred)
        history.add(next.history)
    }

    /// Adds a reference that another record took over.
    mutating func add(_ handover: OneToOneReferences.Handover) {
        history.append(handover.history)
        released.append((handover.table, handover.record))
        listsAreStale = true
    }

    /// Removes the references and derived columns of the last object, if it wasn't inserted.
    mutating func removeBinding(of model: any PersistentModel) {
        while let last = deferred.last, last.model === model { deferred.removeLast() }
        while let last = stamped.last, last.model === model { stamped.removeLast() }
    }
}

extension Array {
    /// Appends elements, without copying them if the array is empty.
    fileprivate mutating func add(_ other: [Element]) {
        if isEmpty { self = other } else { self += other }
    }
}
