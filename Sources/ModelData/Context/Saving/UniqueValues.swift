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
