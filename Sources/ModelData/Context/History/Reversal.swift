/// Reverses the changes of a transaction, record by record, and writes the reversal to the history.
///
/// Records that are inserted again get their former numbers. Changes are reversed from the last to the first.
/// The history records them in the same order, so that the reversal can be reversed, too.
struct Reversal {
    /// Whether a record exists before the reversal, and whether it exists afterwards.
    struct Effect {
        let wasThere: Bool
        var isThere: Bool
    }

    private let history: HistoryWriter
    private let registry: ObjectRegistry
    /// The number of the transaction to reverse.
    private let transaction: Int64
    /// The records that the reversal affects, by model.
    private(set) var touched: [String: [Int64: Effect]] = [:]
    /// The current values of the records to delete, by model. They are packed, because there may be very many.
    private var recordsToDelete: [String: [Int64: [UInt8]]] = [:]
    /// The original values of temporarily released columns, by table and record.
    private var temporarilyReleased: [String: [Int64: [Int: StoredValue]]] = [:]

    /// Called with the number of finished steps and the total number of steps. A record to delete counts as
    /// two steps, because it is read first.
    var progress: ((Int, Int) throws -> Void)?
    private var done = 0
    private var total = 0

    private var session: ContextSession { history.session }
    private var connection: StoreConnection { session.connection }

    init(_ transaction: Int64, history: HistoryWriter, in registry: ObjectRegistry) {
        self.transaction = transaction
        self.history = history
        self.registry = registry
    }

    /// Returns the table of a model, or a join table; nil if the store has neither.
    private func table(_ name: String) throws -> ReversibleTable? {
        if let table = try registry.table(named: name) { return ReversibleTable(table) }
        return session.store.joins.first { $0.name == name }.map { ReversibleTable($0, session) }
    }

    mutating func run() throws {
        let log = HistoryLog(connection: connection)
        // Each row is read whenever it is needed: together, the rows of a large deletion have all its values.
        let rows = try log.changeNumbers(of: transaction)
        var own: [String: [Int64: ChangedColumns]] = [:]
        for number in rows {
            let row = try log.change(number, of: transaction)
            // The first row has the last change of the transaction. A record's last change decides
            // `wasThere`, and its first change decides `isThere`.
            for change in row.changes {
                let effect = Effect(wasThere: row.kind != .delete, isThere: true)
                touched[row.model, default: [:]][change.record, default: effect].isThere = row.kind != .insert
                own[row.model, default: [:]][change.record, default: ChangedColumns()].add(change, row)
            }
            total += row.changes.count * (row.kind == .insert ? 2 : 1)
        }
        try refuseConflicts(with: own, log)
        own = [:]
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        try readRecordsToDelete(rows, log)
        for number in rows {
            let row = try log.change(number, of: transaction)
            guard let table = try table(row.model), table.session === session else {
                throw ModelDataError.undoAcrossMigration(transaction: transaction)
            }
            try reverse(row, table)
        }
    }

    /// Reads all records to delete; throws if a record that stays refers to one of them.
    private mutating func readRecordsToDelete(_ rows: [Int64], _ log: HistoryLog) throws {
        var packed = PackedBytes()
        for number in rows {
            let row = try log.change(number, of: transaction)
            guard row.kind == .insert, let table = try table(row.model) else { continue }
            for change in row.changes {
                try step()
                // If the transaction also deleted the record, the record doesn't exist now.
                guard touched[row.model]?[change.record]?.wasThere == true else { continue }
                packed.truncate(to: 0)
                for value in try self.row(change.record, table) { packed.append(value) }
                recordsToDelete[row.model, default: [:]][change.record] = packed.copy
            }
        }
        for (model, records) in recordsToDelete {
            guard let table = try table(model) else { continue }
            for reference in table.references {
                for found in try connection.rows(
                    "SELECT _id FROM \(reference.table) WHERE \(reference.column) "
                        + "IN (SELECT value FROM json_each(?))\(reference.condition)",
                    [.list(records.keys)])
                {
                    guard let record = found[0].integer, touched[reference.name]?[record] == nil else {
                        continue
                    }
                    throw ModelDataError.undoConflict(model: reference.name, record: record)
                }
            }
        }
    }

    /// Throws if a later transaction changed the same properties of a record. Later changes of a record's
    /// other properties are kept.
    private func refuseConflicts(
        with own: [String: [Int64: ChangedColumns]], _ log: HistoryLog
    ) throws {
        for row in try log.changes(after: transaction) {
            guard let records = own[row.model] else { continue }
            // Every change sets a new modification date, so a different date isn't a conflict.
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

    /// The columns of a record that a transaction changed: all columns if it inserted or deleted the record.
    private struct ChangedColumns {
        private var names: Set<String> = []
        private var isAll = false

        mutating func add(_ change: RecordedChange, _ row: RecordedRow) {
            guard row.kind == .update else { return isAll = true }
            for (column, _) in change.old { names.insert(row.columns[column]) }
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
        // The current table may have the recorded columns in another order, or may lack some of them.
        let positions = row.columns.map { table.column(named: $0) }
        var packer = ChangePacker()
        if row.kind == .update, row.changes.count > 1 {
            try releaseUniqueValues(row.changes, positions, table)
        }
        // If a record was changed twice, its earlier change must be reversed last.
        for change in row.kind == .update ? row.changes.reversed() : row.changes {
            try step()
            let old = try change.old.map { (column: try position(positions[$0.column]), value: $0.value) }
            switch row.kind {
            case .insert: try delete(change.record, table, &packer)
            case .update: try update(change.record, old, table, &packer)
            case .delete: try insert(change.record, old, table, &packer)
            }
        }
        try history.write(row.kind.reversed, model: table.name, columns: table.names, &packer)
    }

    private func position(_ column: Int?) throws -> Int {
        guard let column else { throw ModelDataError.undoAcrossMigration(transaction: transaction) }
        return column
    }

    /// Returns the values of a record, with the original values of temporarily released columns.
    private func row(_ record: Int64, _ table: ReversibleTable) throws -> [StoredValue] {
        guard let row = try connection.rows(table.rowSQL, [.integer(record)]).first else {
            throw ModelDataError.undoConflict(model: table.name, record: record)
        }
        var values = Array(row.dropFirst())
        for (column, value) in temporarilyReleased[table.name]?[record] ?? [:] { values[column] = value }
        return values
    }

    /// Temporarily releases the unique values that will change, so that records can exchange their values in
    /// any order.
    private mutating func releaseUniqueValues(
        _ changes: [RecordedChange], _ positions: [Int?], _ table: ReversibleTable
    ) throws {
        if table.uniqueColumns.isEmpty { return }
        for change in changes {
            let columns = change.old.compactMap { positions[$0.column] }.filter(table.uniqueColumns.contains)
            if columns.isEmpty { continue }
            let row = try row(change.record, table)
            for column in columns {
                try temporarilyRelease(column, of: change.record, holding: row[column], table)
            }
        }
    }

    private mutating func temporarilyRelease(
        _ column: Int, of record: Int64, holding value: StoredValue, _ table: ReversibleTable
    ) throws {
        temporarilyReleased[table.name, default: [:]][record, default: [:]][column] = value
        try connection.run(
            "UPDATE \(table.table) SET \(table.columns[column].quoted) = ? WHERE _id = ?",
            table.columns[column].unusedValue, .integer(record))
    }

    private func delete(
        _ record: Int64, _ table: ReversibleTable, _ packer: inout ChangePacker
    ) throws {
        let packed = recordsToDelete[table.name]?[record]
        let row = try packed == nil ? self.row(record, table) : []
        try connection.run("DELETE FROM \(table.table) WHERE _id = ?", .integer(record))
        if let packed { packer.delete(record, packed: packed) } else { packer.delete(record, row) }
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
        _ record: Int64, _ old: [(column: Int, value: StoredValue)], _ table: ReversibleTable,
        _ packer: inout ChangePacker
    ) throws {
        var values: [StoredValue?] = Array(repeating: nil, count: table.columns.count)
        for (column, value) in old { values[column] = value }
        let row = try zip(values, table.columns).map { value, column in
            guard let value = try value ?? column.initialValue else {
                throw ModelDataError.undoAcrossMigration(transaction: transaction)
            }
            return value
        }
        let statement = try connection.statement(table.insertSQL)
        try statement.bind(
            [.integer(record)] + zip(row, table.columns).filter { $0.1.isStored }.map(\.0))
        try run(statement, record, table)
        packer.insert(record)
    }

    /// Runs a statement, and throws an error of the undo if it conflicts with a current record.
    private func run(_ statement: CompiledStatement, _ record: Int64, _ table: ReversibleTable) throws {
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            // 3091 is `SQLITE_CONSTRAINT_DATATYPE`: the column has another type now, and refuses the old
            // value.
            if failure.code == 3091 { throw ModelDataError.undoAcrossMigration(transaction: transaction) }
            throw ModelDataError.undoConflict(model: table.name, record: record)
        }
    }
}
