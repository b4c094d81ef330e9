/// Updates records and collects the changes for the history.
struct UpsertedRecords {
    /// A column whose stored value differs from the new value.
    struct Difference {
        let column: Int
        /// The column's index in the row that was looked up.
        let position: Int
        let value: StoredValue
    }

    private let table: RegisteredTable
    private var inserts = ChangePacker()
    private var updates = ChangePacker()
    /// The updates of subclass records, by class name.
    private var subclassUpdates: [String: ChangePacker] = [:]
    /// The statement of the last update, and the columns that it writes.
    private var statement: (columns: ColumnSet, statement: CompiledStatement)?
    private(set) var changes = SavedChanges()
    /// The numbers of updated records that have registered objects.
    private(set) var touched: Set<Int64> = []

    init(_ table: RegisteredTable) { self.table = table }

    /// The number of writes that aren't in the history yet.
    private(set) var unwritten = 0

    /// Adds a new record to the changes.
    mutating func insert(_ record: Int64) {
        inserts.insert(record)
        unwritten += 1
        changes.inserted.append(table.identifier(record))
    }

    /// Updates a record and adds its old values to the changes.
    ///
    /// - Parameters:
    ///   - record: The record number.
    ///   - kind: The name of the record's class, if it can be a subclass of the table's model.
    ///   - lookup: The statement that found the record, positioned at its row.
    ///   - differing: The new values, in ascending order of their columns.
    ///   - bind: Binds a value that is stored in a file.
    mutating func update(
        _ record: Int64, kind: String?, from lookup: CompiledStatement,
        _ differing: ContiguousArray<Difference>, bind: (Difference, ModelBinder, Int) throws -> Void
    ) throws {
        let row = ModelRow(statement: lookup.handle)
        if let kind, kind != table.layout.name {
            var packer = subclassUpdates[kind] ?? ChangePacker()
            packer.add(record, differing, row)
            lookup.reset()
            try write(differing, to: record, bind)
            subclassUpdates[kind] = packer
        } else {
            let mark = updates.mark
            updates.add(record, differing, row)
            lookup.reset()
            do {
                try write(differing, to: record, bind)
            } catch {
                updates.truncate(to: mark)
                throw error
            }
        }
        unwritten += 1
        changes.updated.append(table.identifier(record, kind: kind))
        if table.knownState(record) != nil { touched.insert(record) }
    }

    private mutating func write(
        _ differing: ContiguousArray<Difference>, to record: Int64,
        _ bind: (Difference, ModelBinder, Int) throws -> Void
    ) throws {
        var written = ColumnSet()
        for difference in differing { written.insert(difference.column) }
        let statement: CompiledStatement
        if let known = self.statement, known.columns == written {
            statement = known.statement
        } else {
            statement = try table.session.connection.statement(table.updateSQL(written))
            self.statement = (written, statement)
        }
        let binder = statement.binder
        for (position, difference) in differing.enumerated() {
            if table.layout.hasExternal, table.layout.columns[difference.column].isExternal {
                try bind(difference, binder, position)
            } else {
                try binder.bindValue(difference.value, position)
            }
        }
        binder.bind(record, differing.count)
        try statement.run()
    }

    /// Writes the collected changes to the history.
    mutating func flush(to history: HistoryWriter) throws {
        try history.write(.insert, of: table.layout, &inserts)
        try history.write(.update, of: table.layout, &updates)
        let names = table.layout.columns.map(\.name)
        for (kind, packer) in subclassUpdates.sorted(by: { $0.key < $1.key }) {
            var packer = packer
            try history.write(.update, model: kind, columns: names, &packer)
        }
        forgetUnwritten()
    }

    /// Discards the collected changes that aren't in the history yet.
    mutating func forgetUnwritten() {
        inserts = ChangePacker()
        updates = ChangePacker()
        subclassUpdates = [:]
        unwritten = 0
    }

    /// Clears the lists of changed records, because a new batch begins.
    mutating func beginBatch() {
        changes = SavedChanges()
        touched = []
    }

    /// Returns the error for a unique value that another record already has.
    ///
    /// - Parameters:
    ///   - failure: SQLite's error; nil if the key values themselves exist already.
    ///   - keys: The columns that identify records.
    ///   - value: Returns the new value of a column.
    func notUnique(
        _ failure: StatementFailure?, _ keys: [Int], _ value: (Int) -> StoredValue?
    ) -> ModelDataError {
        // SQLite's message lists the columns of the index after a colon, each with its table.
        let named =
            failure?.message.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ")
            .compactMap { $0.split(separator: ".").last.map(String.init) } ?? []
        let found = named.compactMap { table.layout.column(named: $0) }
        let group = found.isEmpty ? keys : found
        return .notUnique(
            model: table.layout.name, properties: group.map { table.layout.columns[$0].name },
            values: group.map { value($0) ?? .null })
    }
}

extension ChangePacker {
    /// Adds the old values of the columns that are about to change.
    fileprivate mutating func add(
        _ record: Int64, _ changes: ContiguousArray<UpsertedRecords.Difference>, _ row: ModelRow
    ) {
        startUpdate(record, columns: changes.count)
        for change in changes { append(row, change.position, at: change.column) }
    }
}
