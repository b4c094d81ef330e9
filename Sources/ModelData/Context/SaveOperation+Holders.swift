// One to one between contexts: only one record may refer to another one, and somebody else's may do so by now.

extension SaveOperation {
    /// The record that refers to another one in the store, where that is another than this one's and this save
    /// doesn't take the reference from it anyway.
    private func holder(
        of target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> (record: Int64, table: RegisteredTable)? {
        let layout = table.layout
        let sql = "SELECT _id FROM \(layout.table) WHERE \(relationship.name.quotedSQL) = ? AND _id <> ?"
        let found = try connection.value(sql, target, .integer(own))
        guard case .integer(let record)? = found else { return nil }
        var table = table
        if layout.family != nil {
            // It may be of another class that inherits the property.
            let name = try session.modelName(of: record, in: layout.shape.tableName)
            table = try table.context.table(named: name) ?? table
        }
        if table.doomed.contains(record) { return nil }
        if let state = table.state(record),
            state.phase == .deleting || state.changed.contains(relationship.column)
        {
            return nil
        }
        return (record, table)
    }

    /// What is left of an object's changes where others' references stay, as the policy has it.
    mutating func respectHolders(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> Plan {
        var lost: Set<Int> = []
        for change in changes {
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                try yields(relationship, change.new, except: model._$state.record, table)
            else { continue }
            lost.insert(change.column)
        }
        if lost.isEmpty { return .write(changes) }
        restored.append((model, table))
        if policy == .rollback { return .leave }
        return .write(changes.filter { !lost.contains($0.column) })
    }

    /// Whether a new object's reference isn't written, since somebody else's stays.
    mutating func yields(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ target: Int64,
        _ table: RegisteredTable
    ) throws -> Bool {
        guard hasDeference, !relationship.isRequired,
            try yields(relationship, .integer(target), except: 0, table)
        else { return false }
        restored.append((model, table))
        return true
    }

    /// Whether the policy lets others' values stay.
    var hasDeference: Bool { policy != .mergeByPropertyObjectTrump && policy != .overwrite }

    private mutating func yields(
        _ relationship: RelationshipShape, _ target: StoredValue, except own: Int64, _ table: RegisteredTable
    ) throws -> Bool {
        guard relationship.isOneToOne, case .integer(let record) = target,
            try holder(of: target, relationship, except: own, table) != nil
        else { return false }
        // The one that is referred to got another partner on both sides.
        if policy == .error, let property = relationship.inverseName {
            let model = try session.modelName(of: record, in: relationship.targetTable)
            throw ModelDataError.conflict(model: model, record: record, properties: [property])
        }
        listsAreStale = true
        return true
    }

    /// Has others' records give up the references that a new object takes over; false when there are none.
    mutating func takeOver(_ model: any PersistentModel, _ table: RegisteredTable) throws -> Bool {
        var isFreed = false
        for key in table.layout.keys.map(\.relationship) where key.isOneToOne {
            let target = model._$state.keyValue(model, key)
            if try takeOver(target, key, except: 0, table) { isFreed = true }
        }
        return isFreed
    }

    /// Has another record give up the reference that an object takes over.
    ///
    /// That is a change of its own in the history, before the object's: taking both back begins with the object.
    @discardableResult
    mutating func takeOver(
        _ target: StoredValue, _ relationship: RelationshipShape, except own: Int64, _ table: RegisteredTable
    ) throws -> Bool {
        guard !hasDeference, target != .null, !relationship.isRequired,
            let (record, table) = try holder(of: target, relationship, except: own, table)
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
