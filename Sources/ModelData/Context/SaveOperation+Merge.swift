extension SaveOperation {
    /// Brings an object's changes together with what others did to the record since it was read.
    mutating func merge(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        let record = model._$state.record
        guard let row = try storedRow(record, table) else {
            return try settleMissing(model, table)
        }
        let conflicts = changes.filter { change in
            guard let old = change.old else { return false }
            let stored = row[change.column]
            let column = table.layout.columns[change.column]
            if stored == change.new || column.codec.agree(stored, change.new) { return false }
            return !column.isValue(old, as: stored)
        }
        if policy == .error, !conflicts.isEmpty {
            throw ModelDataError.conflict(
                model: table.layout.name, record: record,
                properties: conflicts.map { table.layout.columns[$0.column].name })
        }
        if policy == .rollback, !conflicts.isEmpty {
            restored.append((model, table))
            if table.layout.isRelated { listsAreStale = true }
            return .leave
        }
        restored.append((model, table))
        var merged = changes
        if policy == .mergeByPropertyStoreTrump {
            let lost = Set(conflicts.map(\.column))
            merged.removeAll { lost.contains($0.column) }
            // The other sides have followed an object that goes back.
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

    /// Settles what becomes of a changed object whose record was deleted elsewhere.
    private mutating func settleMissing(
        _ model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        switch policy {
        case .error, .mergeByPropertyObjectTrump:
            throw ModelDataError.recordGone(model: table.layout.name, record: model._$state.record)
        case .mergeByPropertyStoreTrump, .rollback:
            deleted.append(model)
            return .leave
        case .overwrite: return .revive
        }
    }

    /// Inserts a changed object whose record was deleted elsewhere, under the number that it had.
    mutating func revive(_ model: any PersistentModel, _ table: RegisteredTable) throws {
        let state = model._$state
        state.revived = state.record
        defer { state.revived = 0 }
        guard try insertRevived(model, table) else { return }
        var packer = ChangePacker()
        packer.insert(state.record)
        try history.write(.insert, of: table.layout, &packer)
        inserted.append((model, table, state.record))
    }
}
