import Foundation

/// Deletes records, and returns their last values for the history.
enum DeletionPhase {
    /// Deletes records without objects, and reads the values of the other records.
    static func record(_ groups: [SaveGroup], _ scope: SaveScope) throws -> SaveOutput {
        var output = SaveOutput()
        for group in groups.reversed() {
            if !group.pendingRowDeletions.isEmpty {
                let changes = try deleteRows(group.pendingRowDeletions, of: group.table.layout, scope)
                output.history.add(.delete, of: group.table.layout, changes)
            }
            if !group.deleted.isEmpty { try record(group, scope, &output) }
        }
        return output
    }

    private static func record(_ group: SaveGroup, _ scope: SaveScope, _ output: inout SaveOutput) throws {
        let table = group.table
        var packer = ChangePacker()
        for model in group.deleted {
            if packOldRow(of: model, table, scope, &packer) {
                output.deleted.append(model)
                continue
            }
            let old = try scope.storedRow(model._$state.record, table)
            if let old, model._$state.epoch != scope.session.epoch,
                try keepsRecord(of: model, old, table, scope, &output)
            {
                output.kept.append((model, table))
                continue
            }
            output.deleted.append(model)
            // A record that was deleted externally needs no further deletion.
            if let old { packer.delete(model._$state.record, old) }
        }
        output.history.add(.delete, of: table.layout, packer)
    }

    /// Packs the values of an object's record before its unsaved changes, if the object has all of them.
    private static func packOldRow(
        of model: any PersistentModel, _ table: RegisteredTable, _ scope: SaveScope,
        _ packer: inout ChangePacker
    ) -> Bool {
        let state = model._$state
        let layout = table.layout
        // Only the store has the stored form of external data.
        guard state.epoch == scope.session.epoch, !state.observers.isPartial, !layout.hasExternal else {
            return false
        }
        let unsaved = state.unsaved
        return packer.delete(state.record) { bytes in
            for index in layout.columns.indices {
                let value =
                    unsaved.columns.contains(index)
                    ? unsaved.originals.first { $0.column == index }?.value
                    : try? layout.columns[index].stored(model, state, index)
                guard let value else { return false }
                bytes.append(value)
            }
            return true
        }
    }

    /// Returns whether a record with external changes is kept; throws if the policy makes that an error.
    private static func keepsRecord(
        of model: any PersistentModel, _ row: [StoredValue], _ table: RegisteredTable, _ scope: SaveScope,
        _ output: inout SaveOutput
    ) throws -> Bool {
        let layout = table.layout
        // The join rows of related objects are deleted by now.
        if scope.policy == .rollback, layout.isRelated { return false }
        let originals = model._$state.unsaved.originals
        let changed = layout.columns.indices.filter { column in
            guard layout.columns[column].isValue, !layout.derivedColumns.contains(column) else {
                return false
            }
            let original = originals.first { $0.column == column }
            guard let known = original == nil ? try? model._$stored(column) : original?.value else {
                return false
            }
            return !layout.columns[column].isStored(known, as: row[column])
        }
        if changed.isEmpty || scope.policy == .rollback { return !changed.isEmpty }
        let properties = changed.map { layout.columns[$0].name }
        if scope.policy == .error {
            throw ModelDataError.conflict(
                model: layout.name, record: model._$state.record, properties: properties)
        }
        output.replaced.append(ReplacedChange(model: model, properties: properties))
        return false
    }

    /// Deletes the records of deleted objects.
    static func delete(
        _ groups: [SaveGroup], keeping kept: [any PersistentModel], _ scope: SaveScope
    ) throws {
        let kept = Set(kept.map { ObjectIdentifier($0) })
        for group in groups.reversed() where !group.deleted.isEmpty {
            let deleted =
                kept.isEmpty ? group.deleted : group.deleted.filter { !kept.contains(ObjectIdentifier($0)) }
            let table = group.table.layout.table
            let statement = try scope.connection.statement("DELETE FROM \(table) WHERE _id = ?")
            for run in RecordRun.runs(of: deleted.map { $0._$state.record }.sorted()) {
                if run.isLong {
                    try scope.connection.run(
                        "DELETE FROM \(table) WHERE _id BETWEEN ? AND ?",
                        [.integer(run.first), .integer(run.last)])
                    continue
                }
                for record in run.first...run.last {
                    statement.binder.bind(record, 0)
                    try statement.run()
                }
            }
        }
    }

    /// Deletes records without objects, and returns their values for the history.
    private static func deleteRows(
        _ records: Set<Int64>, of layout: EntityLayout, _ scope: SaveScope
    ) throws -> ChangePacker {
        var packer = ChangePacker()
        var single: [Int64] = []
        for run in RecordRun.runs(of: records.sorted()) {
            if run.isLong {
                let bounds = [StoredValue.integer(run.first), .integer(run.last)]
                try deleteRows("WHERE _id BETWEEN ? AND ?", bounds, of: layout, scope, &packer)
            } else {
                single += run.first...run.last
            }
        }
        if !single.isEmpty {
            // One JSON parameter, because SQLite limits the number of parameters.
            let condition = "WHERE _id IN (SELECT value FROM json_each(?))"
            try deleteRows(condition, [.list(single)], of: layout, scope, &packer)
        }
        return packer
    }

    private static func deleteRows(
        _ condition: String, _ arguments: [StoredValue], of layout: EntityLayout, _ scope: SaveScope,
        _ packer: inout ChangePacker
    ) throws {
        let count = layout.columns.count
        let sql = "SELECT \(layout.selection) FROM \(layout.table) \(condition) ORDER BY _id"
        try scope.connection.forEach(sql, arguments) { statement in
            let row = ModelRow(statement: statement.handle)
            _ = packer.delete(row.integer(-1)) { bytes in
                for column in 0..<count { bytes.append(row, column) }
                return true
            }
        }
        try scope.connection.run("DELETE FROM \(layout.table) \(condition)", arguments)
    }
}

/// Records whose numbers follow one another.
struct RecordRun {
    let first: Int64
    private(set) var last: Int64

    /// Whether one statement for the run costs less than one for each record.
    var isLong: Bool { last - first >= 7 }

    /// The runs of sorted numbers.
    static func runs(of numbers: [Int64]) -> [RecordRun] {
        var runs: [RecordRun] = []
        for number in numbers {
            if let end = runs.last?.last, end + 1 == number {
                runs[runs.count - 1].last = number
            } else {
                runs.append(RecordRun(first: number, last: number))
            }
        }
        return runs
    }
}
