import Foundation

/// Finds the records of related objects by a unique property, and inserts missing ones.
struct RelatedRecords {
    /// The insert statement of one class, and its insertions for the history.
    private struct Kind {
        let type: any PersistentModel.Type
        let table: RegisteredTable
        let insertion: CompiledStatement
        var inserts = ChangePacker()
    }

    private let context: ModelContext
    private let table: RegisteredTable
    private let key: Int
    private let lookup: CompiledStatement
    private var known: [StoredValue: Int64] = [:]
    private var kinds: [Kind] = []

    /// The maximum number of cached records, which bounds the memory of large imports.
    private static let cacheLimit = 10_000

    /// Prepares the statements.
    ///
    /// - Throws: ``ModelDataError/noUniqueKey(model:properties:)`` if no single property of the model is
    ///   unique.
    init(_ model: any PersistentModel.Type, in context: ModelContext) throws {
        self.context = context
        table = try context.table(for: model)
        let layout = table.layout
        guard let key = layout.uniqueColumns.first(where: { $0.count == 1 })?.first else {
            throw ModelDataError.noUniqueKey(model: layout.name, properties: [])
        }
        self.key = key
        let sql =
            "SELECT _id FROM \(layout.table) WHERE \(layout.columns[key].quoted) = ?\(layout.andKind(""))"
        lookup = try table.session.connection.perform { try $0.statement(sql) }
    }

    /// Returns the record number of an object. If the object has no record, inserts one.
    mutating func record(of object: any PersistentModel) throws -> Int64 {
        if let record = record(ofSaved: object._$state) { return record }
        let value: StoredValue
        do {
            value = try object._$stored(key)
        } catch let problem as ValueProblem {
            throw RejectedEntry(error: ColumnProblems(layout: table.layout).invalid(object, problem))
        }
        if let record = known[value] { return record }
        let record = try find(value) ?? insert(object)
        if known.count >= Self.cacheLimit { known.removeAll(keepingCapacity: true) }
        known[value] = record
        return record
    }

    /// Returns the record number of an object that was saved in this store; otherwise nil.
    private func record(ofSaved state: ModelState) -> Int64? {
        guard state.record > 0, state.phase == .saved, let layout = state.layout,
            table.layout.covers(layout.origin)
        else { return nil }
        return state.record
    }

    private func find(_ value: StoredValue) throws -> Int64? {
        // NULL doesn't identify a record.
        if value == .null { return nil }
        try lookup.binder.bind(value, 0)
        defer { lookup.reset() }
        return try lookup.step() ? ModelRow(statement: lookup.handle).integer(-1) : nil
    }

    private mutating func insert(_ object: any PersistentModel) throws -> Int64 {
        let kind = try kind(of: object)
        let table = kinds[kind].table
        let layout = table.layout
        let binder = kinds[kind].insertion.binder
        do {
            try object._$bind(layout.properties, to: binder)
        } catch let problem as ValueProblem {
            throw RejectedEntry(error: ColumnProblems(layout: table.layout).invalid(object, problem))
        }
        for column in layout.derivedColumns {
            try binder.bind(.real(Date.now.timeIntervalSinceReferenceDate), column)
        }
        for key in layout.keys {
            let relationship = key.relationship
            if relationship.isRequired {
                throw RejectedEntry(
                    error: .missingRelationship(model: layout.name, property: relationship.name, record: nil))
            }
            binder.bindNull(relationship.column)
            if let column = key.orderColumn { binder.bindNull(column) }
        }
        do {
            try kinds[kind].insertion.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw RejectedEntry(
                error: .notUnique(
                    model: layout.name, properties: [layout.columns[self.key].name],
                    values: [try object._$stored(self.key)]))
        }
        let record = table.session.connection.lastInsertedRecord
        kinds[kind].inserts.insert(record)
        return record
    }

    /// Returns the index of an object's class in `kinds`.
    private mutating func kind(of object: any PersistentModel) throws -> Int {
        let type = type(of: object)
        if let known = kinds.firstIndex(where: { $0.type == type }) { return known }
        do {
            let table = try context.table(for: type)
            let insertion = try table.session.connection.perform {
                try $0.statement(table.layout.insertion)
            }
            kinds.append(Kind(type: type, table: table, insertion: insertion))
            return kinds.count - 1
        } catch let error as ModelDataError where !error.isOfSystem {
            // The container may not have this class as a model.
            throw RejectedEntry(error: error)
        }
    }

    /// Writes a batch's insertions to the history.
    mutating func finish(_ history: HistoryWriter) throws {
        for index in kinds.indices {
            try history.write(.insert, of: kinds[index].table.layout, &kinds[index].inserts)
            kinds[index].inserts = ChangePacker()
        }
    }
}
