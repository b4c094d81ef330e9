import Foundation

extension SaveOperation {
    mutating func recordDeletions(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        for model in group.deleted {
            if packOld(of: model, table, &packer) {
                deleted.append(model)
                continue
            }
            let old = try oldRow(of: model, table)
            if let old, model._$state.epoch != session.epoch, try keeps(model, old, table) { continue }
            deleted.append(model)
            // A record that somebody else deleted is gone, as it shall be.
            if let old { packer.delete(model._$state.record, old) }
        }
        try history.write(.delete, of: table.layout, &packer)
    }

    /// Packs what the record of an object is, if the object alone knows it.
    private func packOld(
        of model: any PersistentModel, _ table: RegisteredTable, _ packer: inout ChangePacker
    ) -> Bool {
        let state = model._$state
        let layout = table.layout
        // Where large data stands, in a file or in the row, the store alone knows.
        guard state.epoch == session.epoch, state.changed.isEmpty, !state.isPartial, !layout.hasExternal
        else { return false }
        return packer.delete(state.record) { bytes in
            for index in layout.columns.indices {
                guard let value = try? state.stored(model, index, layout) else { return false }
                bytes.append(value)
            }
            return true
        }
    }

    /// Whether a record that was changed elsewhere shall stay, or its deletion be an error.
    mutating func keeps(
        _ model: any PersistentModel, _ row: [StoredValue], _ table: RegisteredTable
    ) throws -> Bool {
        // Pairs of a related object are gone by now.
        guard policy == .error || (policy == .rollback && !table.layout.isRelated) else { return false }
        let originals = model._$state.originals
        let changed = table.layout.columns.indices.filter { column in
            guard table.layout.columns[column].isValue, !table.layout.derivedColumns.contains(column) else {
                return false
            }
            let original = originals.first { $0.column == column }
            guard let known = original == nil ? try? model._$stored(column) : original?.value else {
                return false
            }
            return !table.layout.columns[column].isValue(known, as: row[column])
        }
        if changed.isEmpty { return false }
        guard policy == .rollback else {
            throw ModelDataError.conflict(
                model: table.layout.name, record: model._$state.record,
                properties: changed.map { table.layout.columns[$0].name })
        }
        kept.append((model, table))
        return true
    }

    func delete(_ group: Group) throws {
        let statement = try connection.statement("DELETE FROM \(group.table.layout.table) WHERE _id = ?")
        for model in group.deleted where !kept.contains(where: { $0.0 === model }) {
            statement.binder.bind(model._$state.record, 0)
            do {
                try statement.run()
            } catch let failure as StatementFailure where failure.isReference {
                throw try denial(model, group.table.layout) ?? failure
            }
        }
    }

    /// The rule that refuses a deletion because of what somebody else made meanwhile.
    private func denial(_ model: any PersistentModel, _ layout: EntityLayout) throws -> ModelDataError? {
        let record = model._$state.record
        for relationship in layout.shape.relationships where relationship.relationship.deleteRule == .deny {
            guard let inverse = relationship.inverse, inverse.holdsKey else { continue }
            // Classes beside the other one may have a property of this name too.
            let kinds =
                session.store.layouts.first { $0.entity.type == relationship.target }?.andKind("") ?? ""
            let holder = try connection.value(
                """
                SELECT 1 FROM \(relationship.targetTable.quotedSQL) \
                WHERE \(inverse.name.quotedSQL) = ?\(kinds) LIMIT 1
                """, .integer(record))
            if holder == nil { continue }
            return .deleteDenied(model: layout.name, property: relationship.name, record: record)
        }
        return nil
    }

    /// The row as the store has it; nil when it is gone.
    func oldRow(of model: any PersistentModel, _ table: RegisteredTable) throws -> [StoredValue]? {
        let state = model._$state
        guard state.epoch == session.epoch, !state.isPartial, !table.layout.hasExternal else {
            return try storedRow(state.record, table)
        }
        var values: [StoredValue] = []
        values.reserveCapacity(table.layout.columns.count)
        for column in table.layout.columns.indices {
            if state.changed.contains(column) {
                guard let value = state.originals.first(where: { $0.column == column })?.value else {
                    return try storedRow(state.record, table)
                }
                values.append(value)
            } else if let value = try? state.stored(model, column, table.layout) {
                values.append(value)
            } else {
                return try storedRow(state.record, table)
            }
        }
        return values
    }

    /// The row as the store has it now; nil when it is gone. Data that is no longer external is what its file holds.
    func storedRow(_ record: Int64, _ table: RegisteredTable) throws -> [StoredValue]? {
        try rawRow(record, table).map { row in
            try zip(row, table.layout.columns).map { value, column in
                try column.content(of: value, on: connection, model: table.layout.name, record: record)
            }
        }
    }

    /// The same without a look into files, for those who want no data of it.
    func rawRow(_ record: Int64, _ table: RegisteredTable) throws -> [StoredValue]? {
        try connection.rows(table.rowSQL, [.integer(record)]).first.map { Array($0.dropFirst()) }
    }
}
