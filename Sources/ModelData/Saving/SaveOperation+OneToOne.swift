// One-to-one relationships and external changes: only one record may refer to each target, and by now
// another record may do so.

extension SaveOperation {
    /// Returns another record that refers to a target, unless this save clears that reference.
    private func storedReference(
        of target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> (record: Int64, table: RegisteredTable)? {
        let layout = table.layout
        let sql = "SELECT _id FROM \(layout.table) WHERE \(relationship.name.quotedSQL) = ? AND _id <> ?"
        let found = try connection.value(sql, target, .integer(own))
        guard case .integer(let record)? = found else { return nil }
        var table = table
        if layout.hierarchy != nil {
            // The record can be of another class that inherits the property.
            let name = try session.modelName(of: record, in: layout.shape.tableName)
            table = try table.registry.table(named: name) ?? table
        }
        if table.pendingRowDeletions.contains(record) { return nil }
        if let state = table.state(record),
            state.phase == .deleting || state.changed.contains(relationship.column)
        {
            return nil
        }
        return (record, table)
    }

    /// Returns the changes without the one-to-one references for which the store's value wins.
    mutating func resolveOneToOneConflicts(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        var lost: Set<Int> = []
        for change in changes {
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                try keepsStoredReference(relationship, change.new, except: model._$state.record, table)
            else { continue }
            lost.insert(change.column)
        }
        if lost.isEmpty { return .write(changes) }
        restored.append((model, table))
        if policy == .rollback { return .takeStored }
        return .write(changes.filter { !lost.contains($0.column) })
    }

    /// Returns whether the store's reference wins over a new object's reference.
    mutating func keepsStoredReference(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ target: Int64,
        _ table: RegisteredTable
    ) throws -> Bool {
        guard keepsStoredReferences, !relationship.isRequired,
            try keepsStoredReference(relationship, .integer(target), except: 0, table)
        else { return false }
        restored.append((model, table))
        return true
    }

    /// Whether the policy keeps stored references of other records.
    var keepsStoredReferences: Bool { policy != .mergeByPropertyObjectTrump && policy != .overwrite }

    private mutating func keepsStoredReference(
        _ relationship: RelationshipShape, _ target: StoredValue, except own: Int64, _ table: RegisteredTable
    ) throws -> Bool {
        guard relationship.isOneToOne, case .integer(let record) = target,
            try storedReference(of: target, relationship, except: own, table) != nil
        else { return false }
        // The target got another related object on both sides.
        if policy == .error, let property = relationship.inverseName {
            let model = try session.modelName(of: record, in: relationship.targetTable)
            throw ModelDataError.conflict(model: model, record: record, properties: [property])
        }
        listsAreStale = true
        return true
    }

    /// Clears the references in other records that a new object takes over; returns false if there are
    /// none.
    mutating func takeOverReference(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Bool {
        var hasReleased = false
        for key in table.layout.keys.map(\.relationship) where key.isOneToOne {
            let target = model._$state.keyValue(model, key)
            if try takeOverReference(target, key, except: 0, table) { hasReleased = true }
        }
        return hasReleased
    }

    /// Clears the reference in another record that an object takes over.
    ///
    /// The history records this change before the object's own change, so an undo restores them in the
    /// opposite order.
    @discardableResult
    mutating func takeOverReference(
        _ target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> Bool {
        guard !keepsStoredReferences, target != .null, !relationship.isRequired,
            let (record, table) = try storedReference(of: target, relationship, except: own, table)
        else { return false }
        let layout = table.layout
        var values = [(column: relationship.column, old: target, new: StoredValue.null)]
        if !layout.derivedColumns.isEmpty, let row = try rawRow(record, table) {
            values += layout.derivedColumns.map { (column: $0, old: row[$0], new: now) }
        }
        values.sort { $0.column < $1.column }
        var columns = ColumnSet()
        for value in values { columns.insert(value.column) }
        let statement = try connection.statement(table.updateSQL(columns))
        try statement.bind(values.map(\.new) + [.integer(record)])
        try statement.run()
        var packer = ChangePacker()
        packer.update(record, values.map { ($0.column, $0.old) })
        try history.write(.update, of: layout, &packer)
        released.append((table, record))
        listsAreStale = true
        return true
    }
}
