/// Reverses the changes of a transaction, record by record, and writes the reversal to the history.
///
/// Deleted records get their former numbers. Changes are reversed from the last to the first, and recorded in
/// that order, so that a reversal can itself be reversed.
struct Reversal {
    /// Whether a record exists before and after the reversal.
    struct Effect {
        let wasThere: Bool
        var isThere: Bool
    }

    let session: ContextSession
    let log: HistoryLog
    let history: HistoryWriter
    /// The reversed transaction.
    let transaction: Int64
    let table: (String) throws -> ReversibleTable?
    /// The records that the reversal affects, by model.
    private(set) var touched: [String: [Int64: Effect]] = [:]
    /// The current values of the records to delete, by model.
    private var recordsToDelete: [String: [Int64: [StoredValue]]] = [:]
    /// The values of columns that were temporarily released, by table and record.
    private var temporarilyReleased: [String: [Int64: [Int: StoredValue]]] = [:]

    /// Called with the number of finished steps and their total. Deleted records count twice, because they
    /// are read first.
    var progress: ((Int, Int) throws -> Void)?
    private var done = 0
    private var total = 0

    private var connection: StoreConnection { session.connection }

    init(
        _ transaction: Int64, session: ContextSession, history: HistoryWriter,
        table: @escaping (String) throws -> ReversibleTable?
    ) {
        self.transaction = transaction
        self.session = session
        self.history = history
        self.table = table
        log = HistoryLog(connection: session.connection)
    }

    mutating func run() throws {
        let rows = try log.changes(of: transaction)
        for row in rows {
            // The rows begin with the last change.
            for change in row.changes {
                let effect = Effect(wasThere: row.kind != .delete, isThere: true)
                touched[row.model, default: [:]][change.record, default: effect].isThere = row.kind != .insert
            }
            total += row.changes.count * (row.kind == .insert ? 2 : 1)
        }
        try refuseConflicts(with: rows)
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        try readRecordsToDelete(rows)
        for row in rows {
            guard let table = try table(row.model), table.session === session else {
                throw ModelDataError.undoAcrossMigration(transaction: transaction)
            }
            try reverse(row, table)
        }
    }

    /// Reads all records to delete before the first deletion, because foreign keys can cascade.
    private mutating func readRecordsToDelete(_ rows: [RecordedRow]) throws {
        for row in rows where row.kind == .insert {
            guard let table = try table(row.model) else { continue }
            for change in row.changes {
                try step()
                // A record that the transaction also deleted doesn't exist yet.
                guard touched[row.model]?[change.record]?.wasThere == true else { continue }
                recordsToDelete[row.model, default: [:]][change.record] = try self.row(change.record, table)
            }
        }
        for (model, records) in recordsToDelete {
            guard let table = try table(model) else { continue }
            for reference in table.references {
                for found in try connection.rows(
                    "SELECT _id FROM \(reference.table) WHERE \(reference.column) "
                        + "IN (SELECT value FROM json_each(?))\(reference.condition)",
                    [.text(ModelContext.list(records.keys))])
                {
                    guard case .integer(let record)? = found.first,
                        touched[reference.name]?[record] == nil
                    else { continue }
                    throw ModelDataError.undoConflict(model: reference.name, record: record)
                }
            }
        }
    }

    /// Throws if a later transaction changed the same properties. Other properties of a record keep their
    /// later values.
    private func refuseConflicts(with rows: [RecordedRow]) throws {
        var own: [String: [Int64: ChangedColumns]] = [:]
        for row in rows {
            for change in row.changes {
                own[row.model, default: [:]][change.record, default: ChangedColumns()].add(change, row)
            }
        }
        for row in try log.changes(after: transaction) {
            guard let records = own[row.model] else { continue }
            // Modification dates differ after each change, so they aren't conflicts.
            let derived = Set(try table(row.model)?.derivedNames ?? [])
            for change in row.changes {
                guard let mine = records[change.record] else { continue }
                var theirs = ChangedColumns()
                theirs.add(change, row)
                if mine.meets(theirs, except: derived) {
                    throw ModelDataError.undoConflict(model: row.model, record: change.record)
                }
            }
        }
    }

    /// The columns of a record that a transaction changed; all columns if it inserted or deleted the record.
    private struct ChangedColumns {
        private var names: Set<String> = []
        private var isAll = false

        mutating func add(_ change: RecordedChange, _ row: RecordedRow) {
            guard case .update(_, let old) = change else {
                isAll = true
                return
            }
            for (column, _) in old where row.columns.indices.contains(column) {
                names.insert(row.columns[column])
            }
        }

        func meets(_ other: ChangedColumns, except derived: Set<String>) -> Bool {
            isAll || other.isAll || !names.intersection(other.names).isSubset(of: derived)
        }
    }

    private mutating func step() throws {
        done += 1
        if done % 500 == 0 { try progress?(done, total) }
    }

    private mutating func reverse(_ row: RecordedRow, _ table: ReversibleTable) throws {
        // The current table can have the recorded columns in another order, or not at all.
        let positions = row.columns.map { table.column(named: $0) }
        var packer = ChangePacker()
        if row.kind == .insert { try releaseReferences(row.changes.map(\.record), table) }
        if row.kind == .update, row.changes.count > 1 {
            try releaseUniqueValues(row.changes, positions, table)
        }
        // A record may have been changed twice; its earlier change is reversed last.
        for change in row.kind == .update ? row.changes.reversed() : row.changes {
            try step()
            switch change {
            case .insert(let record): try delete(record, table, &packer)
            case .update(let record, let old):
                let values = try old.map { (column: try position(positions[$0.column]), value: $0.value) }
                try update(record, values, table, &packer)
            case .delete(let record, let old):
                try insert(record, old, positions, table, &packer)
            }
        }
        switch row.kind {
        case .insert: try history.write(.delete, model: table.name, columns: table.names, &packer)
        case .update: try history.write(.update, model: table.name, columns: table.names, &packer)
        case .delete: try history.write(.insert, model: table.name, columns: table.names, &packer)
        }
    }

    private func position(_ column: Int?) throws -> Int {
        guard let column else { throw ModelDataError.undoAcrossMigration(transaction: transaction) }
        return column
    }

    /// Returns the values of a record, as they were before columns were temporarily released.
    private func row(_ record: Int64, _ table: ReversibleTable) throws -> [StoredValue] {
        guard let row = try connection.rows(table.rowSQL, [.integer(record)]).first else {
            throw ModelDataError.undoConflict(model: table.name, record: record)
        }
        var values = Array(row.dropFirst())
        for (column, value) in temporarilyReleased[table.name]?[record] ?? [:] { values[column] = value }
        return values
    }

    /// Releases foreign keys to records that will be deleted, because the keys' delete rules would delete the
    /// referring records.
    private mutating func releaseReferences(_ records: [Int64], _ table: ReversibleTable) throws {
        let list = StoredValue.text(ModelContext.list(records))
        for reference in table.references {
            guard let owner = try self.table(reference.name), let column = reference.position else {
                continue
            }
            let name = owner.columns[column].quoted
            let condition = "WHERE \(name) IN (SELECT value FROM json_each(?))\(reference.condition)"
            for row in try connection.rows("SELECT _id, \(name) FROM \(owner.table) \(condition)", [list]) {
                guard case .integer(let record) = row[0] else { continue }
                try temporarilyRelease(column, of: record, holding: row[1], owner)
            }
        }
    }

    /// Temporarily releases the unique values that change, so that records can exchange them in any order.
    private mutating func releaseUniqueValues(
        _ changes: [RecordedChange], _ positions: [Int?], _ table: ReversibleTable
    ) throws {
        if table.uniqueColumns.isEmpty { return }
        for case .update(let record, let old) in changes {
            let columns = old.compactMap { positions[$0.column] }.filter(table.uniqueColumns.contains)
            if columns.isEmpty { continue }
            let row = try row(record, table)
            for column in columns { try temporarilyRelease(column, of: record, holding: row[column], table) }
        }
    }

    private mutating func temporarilyRelease(
        _ column: Int, of record: Int64, holding value: StoredValue, _ table: ReversibleTable
    ) throws {
        temporarilyReleased[table.name, default: [:]][record, default: [:]][column] = value
        try connection.run(
            "UPDATE \(table.table) SET \(table.columns[column].quoted) = ? WHERE _id = ?",
            table.columns[column].unusedValue(), .integer(record))
    }

    private func delete(
        _ record: Int64, _ table: ReversibleTable, _ packer: inout ChangePacker
    ) throws {
        let row = try recordsToDelete[table.name]?[record] ?? self.row(record, table)
        try connection.run("DELETE FROM \(table.table) WHERE _id = ?", .integer(record))
        packer.delete(record, row)
    }

    private mutating func update(
        _ record: Int64, _ values: [(column: Int, value: StoredValue)], _ table: ReversibleTable,
        _ packer: inout ChangePacker
    ) throws {
        let row = try row(record, table)
        let ordered = values.sorted { $0.column < $1.column }
        var columns = ColumnSet()
        for (column, _) in ordered { columns.insert(column) }
        let statement = try connection.statement(table.updateSQL(columns))
        try statement.bind(ordered.map(\.value) + [.integer(record)])
        try run(statement, record, table)
        for (column, _) in ordered { temporarilyReleased[table.name]?[record]?[column] = nil }
        packer.update(record, ordered.map { ($0.column, row[$0.column]) })
    }

    private func insert(
        _ record: Int64, _ old: [StoredValue], _ positions: [Int?], _ table: ReversibleTable,
        _ packer: inout ChangePacker
    ) throws {
        var values: [StoredValue?] = Array(repeating: nil, count: table.columns.count)
        for (position, value) in zip(positions, old) { values[try self.position(position)] = value }
        let row = try zip(values, table.columns).map { value, column -> StoredValue in
            if let value { return value }
            // The column is newer than the deleted record.
            if let value = try column.storedDefault() { return value }
            guard column.isOptional else {
                throw ModelDataError.undoAcrossMigration(transaction: transaction)
            }
            return .null
        }
        var marks = Array(repeating: "?", count: table.columns.count(where: \.isStored) + 1).joined(
            separator: ", ")
        if let kind = table.kind { marks += ", \(kind.literalSQL)" }
        let statement = try connection.statement(
            "INSERT INTO \(table.table) (\(table.insertedColumns)) VALUES (\(marks))")
        try statement.bind(
            [.integer(record)] + zip(row, table.columns).filter { $0.1.isStored }.map(\.0))
        try run(statement, record, table)
        packer.insert(record)
    }

    /// Runs a statement that can conflict with a current record.
    private func run(_ statement: CompiledStatement, _ record: Int64, _ table: ReversibleTable) throws {
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            // A column whose type has changed refuses the old value.
            if failure.code == 3091 { throw ModelDataError.undoAcrossMigration(transaction: transaction) }
            throw ModelDataError.undoConflict(model: table.name, record: record)
        }
    }
}
