import Foundation

extension SaveOperation {
    mutating func recordDeletions(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        for model in group.deleted {
            if packOldRow(of: model, table, &packer) {
                deleted.append(model)
                continue
            }
            let old = try oldRow(of: model, table)
            if let old, model._$state.epoch != session.epoch, try keepsRecord(of: model, old, table) {
                continue
            }
            deleted.append(model)
            // A record that was deleted externally needs no further deletion.
            if let old { packer.delete(model._$state.record, old) }
        }
        try history.write(.delete, of: table.layout, &packer)
    }

    /// Packs the old values of an object's record, if the object has all of them.
    private func packOldRow(
        of model: any PersistentModel, _ table: RegisteredTable, _ packer: inout ChangePacker
    ) -> Bool {
        let state = model._$state
        let layout = table.layout
        // Only the store has the stored form of external data.
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

    /// Returns whether a record with external changes is kept; throws if the policy makes that an error.
    mutating func keepsRecord(
        of model: any PersistentModel, _ row: [StoredValue], _ table: RegisteredTable
    ) throws -> Bool {
        // The join rows of related objects are deleted by now.
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
            return !table.layout.columns[column].isStored(known, as: row[column])
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
                throw try deleteDenied(model, group.table.layout) ?? failure
            }
        }
    }

    /// Returns the error of a `deny` rule, for related records that were added externally.
    private func deleteDenied(_ model: any PersistentModel, _ layout: EntityLayout) throws -> ModelDataError?
    {
        let record = model._$state.record
        for relationship in layout.shape.relationships where relationship.relationship.deleteRule == .deny {
            guard let inverse = relationship.inverse, inverse.holdsKey else { continue }
            // Sibling classes can have a property of the same name.
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

    /// Returns the old row from the object if possible, otherwise from the store; nil if the record is
    /// gone.
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
        try connection.rows(table.rowSQL, [.integer(record)]).first.map { Array($0.dropFirst()) }
    }
}
