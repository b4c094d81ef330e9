/// Inserts the records of new objects.
struct InsertionPhase {
    private let scope: SaveScope
    private var writer: RecordWriter
    private var output = SaveOutput()

    /// Inserts the records of all groups.
    ///
    /// - Parameter plans: The plans that earlier phases needed.
    static func run(
        _ groups: [SaveGroup], _ plans: PlannedUpdates, _ scope: SaveScope
    ) throws -> SaveOutput {
        var phase = InsertionPhase(scope: scope, writer: RecordWriter(scope: scope, plans: plans))
        for groups in SaveOrder.insertions(groups) {
            if groups.count == 1 { try phase.insert(groups[0]) } else { try phase.insert(groups) }
        }
        return phase.output
    }

    private mutating func insert(_ group: SaveGroup) throws {
        var insertion = try Insertion(group.table, scope)
        var rest = group.inserted[...]
        if rest.count >= Batch.usefulCount, var batch = try Batch(group.table, scope.connection) {
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
        finish(insertion)
    }

    /// Inserts the objects of classes that share a table, in the order in which they became pending.
    private mutating func insert(_ groups: [SaveGroup]) throws {
        var insertions = try groups.map { try Insertion($0.table, scope) }
        let models = groups.enumerated().flatMap { position, group in
            group.inserted.map { (model: $0, position: position) }
        }
        for (model, position) in models.sorted(by: {
            $0.model._$state.pendingIndex < $1.model._$state.pendingIndex
        }) {
            try insert(model, &insertions[position])
        }
        for insertion in insertions { finish(insertion) }
    }

    /// The insert statement of one class, and its changes for the history.
    private struct Insertion {
        let table: RegisteredTable
        let binder: RecordBinder
        let statement: CompiledStatement
        let isRelated: Bool
        var inserts = ChangePacker()
        var updates = ChangePacker()

        init(_ table: RegisteredTable, _ scope: SaveScope) throws {
            self.table = table
            binder = RecordBinder(table, scope)
            statement = try scope.connection.statement(table.layout.insertion)
            isRelated = table.layout.isRelated
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
                try insertion.binder.bind(model, binder, &output)
            } catch let problem as ValueProblem {
                throw ColumnProblems(layout: table.layout).invalid(model, problem)
            }
        }
        var added = models.count
        let last: Int64
        do {
            try batch.statement.run()
            last = scope.connection.lastInsertedRecord
        } catch let failure as StatementFailure where failure.isUniqueness {
            added = scope.connection.changedRows
            for model in models.dropFirst(added).reversed() { output.removeBinding(of: model) }
            last = scope.connection.lastInsertedRecord
            // SQLite doesn't write the sequence for a statement that failed.
            if added > 0 {
                try scope.connection.reserveNumbers(of: table.layout.shape.tableName, to: last)
            }
        }
        // The record numbers of one statement are consecutive.
        for (position, model) in models.prefix(added).enumerated() {
            note(model, last - Int64(added - 1 - position), &insertion)
        }
        return added
    }

    @inline(__always)
    private mutating func note(
        _ model: any PersistentModel, _ record: Int64, _ insertion: inout Insertion
    ) {
        output.inserted.append((model, insertion.table, record))
        if insertion.isRelated { model._$state.savedRecord = record }
        insertion.inserts.insert(record)
    }

    @inline(__always)
    private mutating func insert(_ model: any PersistentModel, _ insertion: inout Insertion) throws {
        do {
            try add(model, &insertion)
        } catch let problem as ValueProblem {
            throw ColumnProblems(layout: insertion.table.layout).invalid(model, problem)
        } catch let failure as StatementFailure where failure.isUniqueness {
            try addDuplicate(model, failure, &insertion)
        }
    }

    @inline(__always)
    private mutating func add(_ model: any PersistentModel, _ insertion: inout Insertion) throws {
        let isReinserted =
            try model._$state.reinsertedRecord > 0
            && insertion.binder.insertWithFormerNumber(model, &output)
        if !isReinserted {
            try insertion.binder.bind(model, insertion.statement.binder, &output)
            try insertion.statement.run()
        }
        note(model, scope.connection.lastInsertedRecord, &insertion)
    }

    /// Handles a new object whose unique values or one-to-one reference another record has.
    private mutating func addDuplicate(
        _ model: any PersistentModel, _ failure: StatementFailure, _ insertion: inout Insertion
    ) throws {
        let table = insertion.table
        output.removeBinding(of: model)
        var hasReleased = false
        for key in table.layout.keys.map(\.relationship) where key.isOneToOne {
            let target = LinkEnd(model, key).key
            let references = OneToOneReferences(scope: scope)
            guard let handover = try references.takeOver(target, key, except: 0, table) else { continue }
            output.add(handover)
            hasReleased = true
        }
        if hasReleased {
            do {
                return try add(model, &insertion)
            } catch let failure as StatementFailure where failure.isUniqueness {
                output.removeBinding(of: model)
            }
        }
        try merge(model, table, failure, &insertion.updates)
    }

    private mutating func finish(_ insertion: Insertion) {
        output.history.add(.insert, of: insertion.table.layout, insertion.inserts)
        output.history.add(.update, of: insertion.table.layout, insertion.updates)
    }

    /// Updates the existing record that has a new object's unique values.
    private mutating func merge(
        _ model: any PersistentModel, _ table: RegisteredTable, _ failure: StatementFailure,
        _ packer: inout ChangePacker
    ) throws {
        let unique = UniqueValues(scope: scope)
        func value(_ column: Int) throws -> StoredValue {
            try table.layout.columns[column].stored(model, model._$state, column)
        }
        let conflicts = try unique.conflicts(table, except: 0, value)
        guard scope.policy != .error, let record = conflicts.first?.record,
            conflicts.allSatisfy({ $0.record == record }), let row = try scope.storedRow(record, table)
        else {
            throw try unique.notUnique(table, 0, value) ?? failure
        }
        model._$state.savedRecord = record
        if scope.policy != .mergeByPropertyStoreTrump, scope.policy != .rollback {
            // The existing reference stays until the new target has a record.
            let waiting = table.layout.keys.map(\.relationship).filter {
                LinkEnd(model, $0).refersToUnsavedObject
            }
            output.deferred += waiting.map {
                DeferredReference(model: model, table: table, relationship: $0, isReplacement: true)
            }
            let late = Set(waiting.map(\.column))
            let changes = try scope.values(of: model, table).compactMap { column, new -> ColumnChange? in
                if row[column] == new || late.contains(column) { return nil }
                return ColumnChange(column: column, old: row[column], new: new)
            }
            try writer.write(changes, of: model, over: row, record, table, &packer)
        }
        output.merged.append((model, table, record))
    }
}

/// Binds new objects of one class to insert statements.
struct RecordBinder {
    private let table: RegisteredTable
    private let scope: SaveScope
    private let hasKeys: Bool

    init(_ table: RegisteredTable, _ scope: SaveScope) {
        self.table = table
        self.scope = scope
        hasKeys = !table.layout.keys.isEmpty
    }

    /// Binds all columns of an object.
    @inline(__always)
    func bind(_ model: any PersistentModel, _ binder: ModelBinder, _ output: inout SaveOutput) throws {
        try model._$bind(table.layout.properties, to: binder)
        if !model._$state.keepsModificationDate { try stamp(model, binder, &output) }
        if hasKeys { try bindKeys(model, binder, &output) }
    }

    /// Inserts an object with its former record number; returns false if that number is in use.
    func insertWithFormerNumber(_ model: any PersistentModel, _ output: inout SaveOutput) throws -> Bool {
        let record = model._$state.reinsertedRecord
        let layout = table.layout
        let known = "SELECT 1 FROM \(layout.table) WHERE _id = ?"
        if try scope.connection.value(known, .integer(record)) != nil { return false }
        // The columns keep their parameter positions; the record number is the last parameter.
        let stored = layout.columns.indices.filter { layout.columns[$0].isStored }
        let names = stored.map { layout.columns[$0].quoted } + ["_id"]
        let marks = (stored + [layout.columns.count]).map { "?\($0 + 1)" }
        let statement = try scope.connection.statement(layout.insertion(names, marks))
        try model._$bind(layout.properties, to: statement.binder)
        try bindKeys(model, statement.binder, &output)
        try stamp(model, statement.binder, &output)
        statement.binder.bind(record, layout.columns.count)
        try statement.run()
        return true
    }

    /// Sets the derived columns of a new record.
    @inline(__always)
    private func stamp(
        _ model: any PersistentModel, _ binder: ModelBinder, _ output: inout SaveOutput
    ) throws {
        for column in table.layout.derivedColumns {
            try binder.bind(scope.now, column)
            output.stamped.append((model, column))
        }
    }

    /// Binds the foreign keys and positions of a new object.
    private func bindKeys(
        _ model: any PersistentModel, _ binder: ModelBinder, _ output: inout SaveOutput
    ) throws {
        let state = model._$state
        for key in table.layout.keys {
            let relationship = key.relationship
            switch LinkEnd(model, state, relationship).key {
            case .integer(let record):
                if try keepsStored(relationship, record) {
                    output.restored.append((model, table))
                    output.listsAreStale = true
                    binder.bindNull(relationship.column)
                } else {
                    binder.bind(record, relationship.column)
                }
            default:
                if LinkEnd(model, state, relationship).refersToUnsavedObject {
                    output.deferred.append(
                        DeferredReference(model: model, table: table, relationship: relationship))
                } else if relationship.isRequired {
                    throw ModelDataError.missingRelationship(
                        model: table.layout.name, property: relationship.name, record: nil)
                }
                // Zero is never a record number. The foreign key is checked at the commit.
                if relationship.isRequired {
                    binder.bind(Int64(0), relationship.column)
                } else {
                    binder.bindNull(relationship.column)
                }
            }
            if let column = key.orderColumn {
                let order = state.links?[relationship.index].order ?? 0
                if order == 0 { binder.bindNull(column) } else { binder.bind(order, column) }
            }
        }
    }

    /// Returns whether the store's one-to-one reference wins over a new object's reference.
    private func keepsStored(_ relationship: RelationshipShape, _ target: Int64) throws -> Bool {
        guard relationship.isOneToOne, !relationship.isRequired, scope.keepsStoredReferences else {
            return false
        }
        return try OneToOneReferences(scope: scope).keepsStored(
            relationship, .integer(target), except: 0, table)
    }
}
