extension SaveOperation {
    /// Merges an object's changes with external changes of its record.
    mutating func merge(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        let record = model._$state.record
        guard let row = try storedRow(record, table) else {
            return try resolveDeletedRecord(model, table)
        }
        let conflicts = changes.filter { change in
            guard let old = change.old else { return false }
            let stored = row[change.column]
            let column = table.layout.columns[change.column]
            if stored == change.new || column.codec.areEquivalent(stored, change.new) { return false }
            return !column.isStored(old, as: stored)
        }
        if policy == .error, !conflicts.isEmpty {
            throw ModelDataError.conflict(
                model: table.layout.name, record: record,
                properties: conflicts.map { table.layout.columns[$0.column].name })
        }
        if policy == .rollback, !conflicts.isEmpty {
            restored.append((model, table))
            if table.layout.isRelated { listsAreStale = true }
            return .takeStored
        }
        restored.append((model, table))
        var merged = changes
        if policy == .mergeByPropertyStoreTrump {
            let lost = Set(conflicts.map(\.column))
            merged.removeAll { lost.contains($0.column) }
            // The inverses were changed for a reference that is discarded now.
            if table.layout.keys.contains(where: { lost.contains($0.column) }) { listsAreStale = true }
        }
        if policy == .overwrite {
            merged = try values(of: model, table).map { Change(column: $0.0, old: nil, new: $0.1) }
        }
        return .write(
            merged.compactMap { change in
                var change = change
                change.old = row[change.column]
                return change.old == change.new ? nil : change
            })
    }

    /// Decides about a changed object whose record was deleted externally.
    private mutating func resolveDeletedRecord(
        _ model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        switch policy {
        case .error, .mergeByPropertyObjectTrump:
            throw ModelDataError.recordGone(model: table.layout.name, record: model._$state.record)
        case .mergeByPropertyStoreTrump, .rollback:
            deleted.append(model)
            return .takeStored
        case .overwrite: return .reinsert
        }
    }

    /// Inserts a changed object again whose record was deleted externally, with its former record number.
    mutating func reinsert(_ model: any PersistentModel, _ table: RegisteredTable) throws {
        let state = model._$state
        state.reinsertedRecord = state.record
        defer { state.reinsertedRecord = 0 }
        guard try insertWithFormerNumber(model, table) else { return }
        var packer = ChangePacker()
        packer.insert(state.record)
        try history.write(.insert, of: table.layout, &packer)
        inserted.append((model, table, state.record))
    }
}
