import Foundation

extension ModelContext {
    /// Deletes all objects of a model that a predicate holds for; their records go when the context is saved.
    ///
    ///     try context.delete(model: Book.self, where: #Predicate { $0.rating == 1 })
    ///
    /// Records that the context has no objects of are deleted by SQL, without making any. Until the save,
    /// the deletion can be rolled back and fetches leave the records out.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - predicate: which objects; all when nil.
    ///   - includeSubclasses: whether objects of subclasses count.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `delete(model:where:includeSubclasses:)`.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        // What takes more than the rows themselves needs the objects.
        guard !plan.filtersInMemory, undoManager == nil, table.layout.deletesByRows else {
            for object in try fetch(descriptor) { delete(object) }
            return
        }
        let matches = try pendingMatches(plan) ?? []
        let records = try records(of: plan, isLimited: false)
        let wasEmpty = table.doomed.isEmpty
        for record in records {
            guard let state = table.state(record) else {
                table.doomed.insert(record)
                continue
            }
            // One that was changed here is judged by what it is here.
            if state.hasChanges { continue }
            if let object = state.model as? T { delete(object) }
        }
        for object in matches { delete(object) }
        if wasEmpty, !table.doomed.isEmpty { doomedTables.append(table) }
        noteActivity()
    }

    /// The numbers of the records that a plan finds by SQL alone.
    func records<T: PersistentModel>(of plan: FetchPlan<T>, isLimited: Bool) throws -> [Int64] {
        let (sql, arguments) = plan.sql(selecting: "_id", isLimited: isLimited)
        return try plan.table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            return try connection.rows(sql, arguments).compactMap { row in
                guard case .integer(let number)? = row.first else { return nil }
                return number
            }
        }
    }

    /// Takes an object that was made after its record was deleted here for what it is.
    func adoptDoomed<T: PersistentModel>(_ model: T, _ table: RegisteredTable) {
        model._$state.phase = .deleting
        pending.append(model, model._$state)
        if table.doomed.isEmpty { doomedTables.removeAll { $0 === table } }
    }

    /// Makes objects of the records that are deleted by SQL, for those who ask for them.
    func makeDoomedObjects() {
        for table in doomedTables {
            for record in table.doomed.sorted() {
                _ = model(for: PersistentIdentifier(origin: table.layout.origin, number: record))
            }
        }
    }

    func forgetDoomed() {
        for table in doomedTables { table.doomed = [] }
        doomedTables = []
    }
}

extension EntityLayout {
    /// Whether a record can go without anything else being done.
    var deletesByRows: Bool { !isRelated }
}

extension SaveOperation {
    /// Deletes records that have no objects, and keeps what they were in the history.
    func deleteRecords(_ records: Set<Int64>, of table: RegisteredTable) throws {
        let connection = session.connection
        var packer = ChangePacker()
        // The numbers go to SQLite as one text; a parameter for each would soon be too many.
        let list = "[" + records.sorted().map(String.init).joined(separator: ",") + "]"
        let condition = "WHERE _id IN (SELECT value FROM json_each(?))"
        let rows = try connection.statement(
            "SELECT \(table.layout.selection) FROM \(table.layout.table) \(condition) ORDER BY _id")
        try rows.binder.bind(list, 0)
        rows.isInUse = true
        defer {
            rows.reset()
            rows.isInUse = false
        }
        let row = ModelRow(statement: rows.handle)
        let columns = table.layout.columns.indices
        while try rows.step() { packer.delete(row.integer(-1), columns.map { row.stored($0) }) }
        rows.reset()
        try connection.run("DELETE FROM \(table.layout.table) \(condition)", .text(list))
        try history.write(.delete, of: table.layout, &packer)
    }
}
