import Foundation

/// The unique values of stored records.
struct UniqueValues {
    typealias Conflict = (columns: [String], values: [StoredValue], record: Int64)

    let scope: SaveScope

    /// Returns the records that have the same unique values.
    func conflicts(
        _ table: RegisteredTable, except own: Int64, _ value: (Int) throws -> StoredValue?
    ) throws -> [Conflict] {
        try conflicts(table, table.layout.uniqueGroups, except: own, value)
    }

    private func conflicts(
        _ table: RegisteredTable, _ groups: [EntityLayout.UniqueGroup], except own: Int64,
        _ value: (Int) throws -> StoredValue?
    ) throws -> [Conflict] {
        try groups.compactMap { names, part -> Conflict? in
            let columns = names.compactMap { table.layout.column(named: $0) }
            var values: [StoredValue] = []
            for column in columns {
                guard let found = try value(column) ?? scope.rawRow(own, table)?[column], found != .null
                else {
                    return nil
                }
                values.append(found)
            }
            let condition = columns.map { "\(table.layout.columns[$0].quoted) = ?" }
                .joined(separator: " AND ")
            let kind = part.map { " AND \($0)" } ?? ""
            let sql = "SELECT _id FROM \(table.layout.table) WHERE \(condition)\(kind) AND _id <> ?"
            let found = try scope.connection.rows(sql, values + [.integer(own)]).first?.first?.integer
            return found.map { (names, values, $0) }
        }
    }

    /// Temporarily releases the unique values that another record takes over, if the same save changes them
    /// anyway: until their turn, the records get values that no record has. Returns false if one of the
    /// values stays.
    func release(
        _ values: [Int: StoredValue], _ record: Int64, _ table: RegisteredTable,
        _ plans: inout PlannedUpdates
    ) throws -> Bool {
        let conflicts = try conflicts(table, except: record) { values[$0] }
        for conflict in conflicts {
            // The record can be of another class that inherits the property.
            guard let table = table.hierarchyTable(holding: conflict.record),
                let state = table.state(conflict.record), state.phase == .saved, state.pendingIndex >= 0,
                let model = state.model, case .write(let changes) = try plans.plan(of: model, table).action
            else { return false }
            let columns = conflict.columns.compactMap { table.layout.column(named: $0) }
            // A record that was already written has its new value, which stays.
            let leaving = zip(columns, conflict.values).first { column, value in
                changes.contains { $0.column == column && $0.old == value && $0.new != value }
            }
            guard let column = leaving?.0, !table.layout.columns[column].isExternal else { return false }
            try scope.connection.run(
                "UPDATE \(table.layout.table) SET \(table.layout.columns[column].quoted) = ? WHERE _id = ?",
                table.layout.columns[column].unusedValue, .integer(conflict.record))
        }
        return !conflicts.isEmpty
    }

    /// Returns the error for unique values that another record has; nil if there is none.
    func notUnique(
        _ table: RegisteredTable, _ own: Int64, _ value: (Int) throws -> StoredValue?
    ) throws -> ModelDataError? {
        // One-to-one references are unique too.
        let keys = table.layout.keys.filter(\.relationship.isOneToOne).map {
            (names: [$0.relationship.name], condition: String?.none)
        }
        let groups = table.layout.uniqueGroups + keys
        return try conflicts(table, groups, except: own, value).first.map {
            .notUnique(
                model: try scope.session.modelName(of: $0.record, in: table.layout.shape.tableName),
                properties: $0.columns, values: $0.values)
        }
    }
}

extension EntityColumn {
    /// A value of the column's type that, by all probability, no record has.
    var unusedValue: StoredValue {
        if codec.isOptional { return .null }
        return switch codec.columnType {
        case .integer: .integer(.random(in: Int64.min...(Int64.min / 2)))
        case .real: .real(-.random(in: 1e300...1e308))
        case .blob: .blob(Data(UUID().uuidString.utf8))
        case .text: .text(UUID().uuidString)
        }
    }
}

extension StatementFailure {
    /// Whether a unique index refused the row.
    var isUniqueness: Bool { code == 2067 || code == 1555 }
}

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
