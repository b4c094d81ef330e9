/// The stored references of one-to-one relationships: only one record may refer to each target, and by now
/// another record may do so, because of external changes.
struct OneToOneReferences {
    /// A record that lost its reference to another record.
    struct Handover {
        let table: RegisteredTable
        let record: Int64
        let history: HistoryEntry
    }

    let scope: SaveScope

    /// Returns whether the store's reference to a target wins over that of an object; throws if the policy
    /// makes that an error.
    func keepsStored(
        _ relationship: RelationshipShape, _ target: StoredValue, except own: Int64, _ table: RegisteredTable
    ) throws -> Bool {
        guard relationship.isOneToOne, case .integer(let record) = target,
            try holder(of: target, relationship, except: own, table) != nil
        else { return false }
        // The target got another related object on both sides.
        if scope.policy == .error, let property = relationship.inverseName {
            let model = try scope.session.modelName(of: record, in: relationship.targetTable)
            throw ModelDataError.conflict(model: model, record: record, properties: [property])
        }
        return true
    }

    /// Clears the reference in another record that an object takes over; returns nil if there is none.
    ///
    /// The history records this change before the object's own change, so an undo restores them in the
    /// opposite order.
    func takeOver(
        _ target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> Handover? {
        guard !scope.keepsStoredReferences, target != .null, !relationship.isRequired,
            let (record, table) = try holder(of: target, relationship, except: own, table)
        else { return nil }
        let layout = table.layout
        var values = [(column: relationship.column, old: target, new: StoredValue.null)]
        if !layout.derivedColumns.isEmpty, let row = try scope.rawRow(record, table) {
            values += layout.derivedColumns.map { (column: $0, old: row[$0], new: scope.now) }
        }
        values.sort { $0.column < $1.column }
        var columns = ColumnSet()
        for value in values { columns.insert(value.column) }
        let statement = try scope.connection.statement(table.updateSQL(columns))
        try statement.bind(values.map(\.new) + [.integer(record)])
        try statement.run()
        var packer = ChangePacker()
        packer.update(record, values.map { ($0.column, $0.old) })
        return Handover(table: table, record: record, history: HistoryEntry(.update, of: layout, packer))
    }

    /// Returns another record that refers to a target, unless this save clears that reference.
    private func holder(
        of target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> (record: Int64, table: RegisteredTable)? {
        let layout = table.layout
        let sql = "SELECT _id FROM \(layout.table) WHERE \(relationship.name.quotedSQL) = ? AND _id <> ?"
        guard let record = try scope.connection.value(sql, target, .integer(own))?.integer else { return nil }
        var table = table
        if layout.hierarchy != nil {
            // The record can be of another class that inherits the property.
            let name = try scope.session.modelName(of: record, in: layout.shape.tableName)
            table = try table.registry.table(named: name) ?? table
        }
        if table.pendingRowDeletions.contains(record) { return nil }
        if let state = table.state(record),
            state.phase == .deleting || state.unsaved.columns.contains(relationship.column)
        {
            return nil
        }
        return (record, table)
    }
}
