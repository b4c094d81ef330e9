extension SaveOperation {
    mutating func insert(_ group: Group) throws {
        var insertion = try Insertion(group.table, connection)
        var rest = group.inserted[...]
        if rest.count >= Batch.usefulCount, var batch = try Batch(group.table, connection) {
            while rest.count >= Batch.rows, batch.failures < 4 {
                let added = try add(rest.prefix(Batch.rows), batch, &insertion)
                rest = rest.dropFirst(added)
                if added == Batch.rows { continue }
                batch.failures += 1
                if let refused = rest.popFirst() { try insert(refused, &insertion) }
            }
            batch.statement.clear()
        }
        for model in rest { try insert(model, &insertion) }
        try finish(insertion)
    }

    /// Inserts the objects of classes that share a table, in the order in which they became pending.
    mutating func insert(_ groups: [Group]) throws {
        var insertions = try groups.map { try Insertion($0.table, connection) }
        let models = groups.enumerated().flatMap { position, group in
            group.inserted.map { (model: $0, position: position) }
        }
        for (model, position) in models.sorted(by: {
            $0.model._$state.pendingIndex < $1.model._$state.pendingIndex
        }) {
            try insert(model, &insertions[position])
        }
        for insertion in insertions { try finish(insertion) }
    }

    /// The insert statement of one class, and its changes for the history.
    private struct Insertion {
        let table: RegisteredTable
        let statement: CompiledStatement
        let isRelated: Bool
        let hasKeys: Bool
        var inserts = ChangePacker()
        var updates = ChangePacker()

        init(_ table: RegisteredTable, _ connection: StoreConnection) throws {
            self.table = table
            statement = try connection.statement(table.layout.insertion)
            isRelated = table.layout.isRelated
            hasKeys = !table.layout.keys.isEmpty
        }
    }

    /// A statement that inserts several records of one class. SQLite takes three quarters of the instructions
    /// for them that it takes for single records.
    private struct Batch {
        /// The smallest number of objects for which the statement is worth compiling.
        static let usefulCount = 32
        /// The number of records of one statement.
        static let rows = 16

        let statement: CompiledStatement
        /// The number of statements that a constraint has refused.
        var failures = 0

        /// Prepares the statement.
        ///
        /// - Returns: nil if each record must be inserted alone: it refers to records of its own table, it may
        ///   take over a reference, binding it writes a file, or the table has triggers.
        init?(_ table: RegisteredTable, _ connection: StoreConnection) throws {
            let layout = table.layout
            let isSimple = layout.keys.allSatisfy {
                !$0.relationship.isOneToOne && $0.relationship.targetTable != $0.relationship.ownerTable
            }
            if layout.hierarchy != nil || layout.hasExternal || !isSimple { return nil }
            if !layout.columns.contains(where: \.isStored) { return nil }
            let triggers =
                "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE LIMIT 1"
            if try connection.value(triggers, .text(layout.shape.tableName)) != nil { return nil }
            statement = try connection.statement(layout.insertion(rows: Self.rows))
        }
    }

    /// Inserts objects with one statement.
    ///
    /// - Returns: The number of inserted objects. A unique index refuses the object after them, if there is
    ///   one.
    private mutating func add(
        _ models: ArraySlice<any PersistentModel>, _ batch: Batch, _ insertion: inout Insertion
    ) throws -> Int {
        if models.contains(where: { $0._$state.reinsertedRecord > 0 }) { return 0 }
        let table = insertion.table
        for (row, model) in models.enumerated() {
            let binder = ModelBinder(
                statement: batch.statement.handle, first: row * table.layout.columns.count + 1)
            do {
                try bind(model, binder, insertion)
            } catch let problem as ValueProblem {
                throw table.invalid(model, problem)
            }
        }
        var added = models.count
        let last: Int64
        do {
            try batch.statement.run()
            last = connection.lastInsertedRecord
        } catch let failure as StatementFailure where failure.isUniqueness {
            added = connection.changedRows
            for model in models.dropFirst(added).reversed() { forgetBinding(of: model) }
            last = connection.lastInsertedRecord
            // SQLite doesn't write the sequence for a statement that failed.
            if added > 0 { try connection.reserveNumbers(of: table.layout.shape.tableName, to: last) }
        }
        // The record numbers of one statement are consecutive.
        for (position, model) in models.prefix(added).enumerated() {
            note(model, last - Int64(added - 1 - position), &insertion)
        }
        return added
    }

    /// Removes the last deferred references and derived columns if they are those of an object that wasn't
    /// inserted.
    private mutating func forgetBinding(of model: any PersistentModel) {
        forgetDeferredReferences(of: model)
        while let last = stamped.last, last.0 === model { stamped.removeLast() }
    }

    @inline(__always)
    private mutating func bind(
        _ model: any PersistentModel, _ binder: ModelBinder, _ insertion: Insertion
    ) throws {
        let table = insertion.table
        try model._$bind(to: binder)
        if !model._$state.keepsModificationDate {
            for column in table.layout.derivedColumns { try stamp(model, column, binder) }
        }
        if insertion.hasKeys { try bindKeys(model, table, binder) }
    }

    @inline(__always)
    private mutating func note(
        _ model: any PersistentModel, _ record: Int64, _ insertion: inout Insertion
    ) {
        inserted.append((model, insertion.table, record))
        if insertion.isRelated { model._$state.savedRecord = record }
        insertion.inserts.insert(record)
    }

    @inline(__always)
    private mutating func insert(_ model: any PersistentModel, _ insertion: inout Insertion) throws {
        let table = insertion.table
        do {
            try add(model, &insertion)
        } catch let problem as ValueProblem {
            throw table.invalid(model, problem)
        } catch let failure as StatementFailure where failure.isUniqueness {
            try addDuplicate(model, failure, &insertion)
        }
    }

    /// Handles a new object whose unique values or one-to-one reference another record has.
    private mutating func addDuplicate(
        _ model: any PersistentModel, _ failure: StatementFailure, _ insertion: inout Insertion
    ) throws {
        let table = insertion.table
        forgetDeferredReferences(of: model)
        if try takeOverReference(model, table) {
            do {
                return try add(model, &insertion)
            } catch let failure as StatementFailure where failure.isUniqueness {
                forgetDeferredReferences(of: model)
            }
        }
        try replace(model, table, failure, &insertion.updates)
    }

    /// Removes the deferred references of an object that wasn't inserted. They are the last ones.
    private mutating func forgetDeferredReferences(of model: any PersistentModel) {
        while let last = deferredReferences.last, last.model === model { deferredReferences.removeLast() }
    }

    @inline(__always)
    private mutating func add(_ model: any PersistentModel, _ insertion: inout Insertion) throws {
        let table = insertion.table
        let statement = insertion.statement
        let isReinserted = try model._$state.reinsertedRecord > 0 && insertWithFormerNumber(model, table)
        if !isReinserted {
            try bind(model, statement.binder, insertion)
            try statement.run()
        }
        note(model, connection.lastInsertedRecord, &insertion)
    }

    private func finish(_ insertion: Insertion) throws {
        var insertion = insertion
        try history.write(.insert, of: insertion.table.layout, &insertion.inserts)
        try history.write(.update, of: insertion.table.layout, &insertion.updates)
    }

    /// Updates the existing record that has a new object's unique values.
    mutating func replace(
        _ model: any PersistentModel, _ table: RegisteredTable, _ failure: StatementFailure,
        _ packer: inout ChangePacker
    ) throws {
        let groups = try conflictingRecords(table, except: 0) {
            try model._$state.stored(model, $0, table.layout)
        }
        guard policy != .error, let record = groups.first?.record,
            groups.allSatisfy({ $0.record == record }), let row = try storedRow(record, table)
        else {
            throw try notUnique(table, 0) { try model._$state.stored(model, $0, table.layout) } ?? failure
        }
        if policy == .mergeByPropertyStoreTrump || policy == .rollback {
            replaced.append((model, table, record))
            model._$state.savedRecord = record
            return
        }
        model._$state.savedRecord = record
        // The existing reference stays until the new target has a record.
        let waiting = table.layout.keys.map(\.relationship).filter {
            model._$state.refersToUnsavedObject(model, $0)
        }
        deferredReferences += waiting.map {
            DeferredReference(model: model, table: table, relationship: $0, isReplacement: true)
        }
        let late = Set(waiting.map(\.column))
        let changes = try values(of: model, table).compactMap { column, new -> Change? in
            if row[column] == new || late.contains(column) { return nil }
            return Change(column: column, old: row[column], new: new)
        }
        try write(changes, of: model, over: row, record, table, &packer)
        replaced.append((model, table, record))
    }

    /// Writes changes to a record whose current row is known.
    mutating func write(
        _ changes: [Change], of model: any PersistentModel, over row: [StoredValue], _ record: Int64,
        _ table: RegisteredTable, _ packer: inout ChangePacker
    ) throws {
        if changes.isEmpty { return }
        var all = changes
        for column in table.layout.derivedColumns where row[column] != now {
            all.append(Change(column: column, old: row[column], new: now))
        }
        try write(all, of: model, record, table)
        packer.update(record, all.map { ($0.column, $0.old ?? .null) })
    }

    /// Returns the stored values of all columns that the object itself determines.
    func values(
        of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [(Int, StoredValue)] {
        let layout = table.layout
        return try layout.columns.indices.compactMap { column in
            if !layout.columns[column].isStored || layout.derivedColumns.contains(column) { return nil }
            let value = try model._$state.stored(model, column, layout)
            return (column, layout.columns[column].storedForm(value))
        }
    }
}
