extension SaveOperation {
    mutating func insert(_ group: Group) throws {
        var insertion = try Insertion(group.table, connection)
        for model in group.inserted { try insert(model, &insertion) }
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
            try model._$bind(to: statement.binder)
            if !model._$state.keepsModificationDate {
                for column in table.layout.derivedColumns { try stamp(model, column, statement.binder) }
            }
            if insertion.hasKeys { try bindKeys(model, table, statement.binder) }
            try statement.run()
        }
        let record = connection.lastInsertedRecord
        inserted.append((model, table, record))
        if insertion.isRelated { model._$state.savedRecord = record }
        insertion.inserts.insert(record)
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
