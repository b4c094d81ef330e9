import Foundation

extension ModelContext {
    /// Deletes all objects of a model that match a predicate, at the next save.
    ///
    /// ```swift
    /// try context.delete(model: Book.self, where: #Predicate { $0.rating == 1 })
    /// ```
    ///
    /// Records without registered objects are deleted by SQL, without creating objects. Until the save, the
    /// deletion can be rolled back, and fetches skip the records.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - predicate: The condition for objects. Default: all.
    ///   - includeSubclasses: Whether objects of subclasses are deleted too. Default: `true`.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `delete(model:where:includeSubclasses:)`.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        beginCall()
        defer { endCall() }
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let table = try table(for: T.self)
        // In the history, each class has its own records, and not every class has relationships.
        guard table.layout.isPolymorphic else { return try delete(FetchPlan(descriptor, table), of: table) }
        for kind in includeSubclasses ? table.kinds : [table] {
            try delete(FetchPlan(descriptor, table, only: kind), of: kind)
        }
    }

    /// Deletes the objects that a plan finds; they are all of the table's class.
    private func delete<T: PersistentModel>(_ plan: FetchPlan<T>, of table: RegisteredTable) throws {
        // Delete rules and undo need objects.
        guard !plan.filtersInMemory, undoManager == nil, table.layout.deletesByRows else {
            for object in try fetch(plan.descriptor) where plan.includes(object) { delete(object) }
            return
        }
        let matches = try pendingMatches(plan) ?? []
        let records = try records(of: plan, isLimited: false)
        for record in records {
            guard let state = table.state(record) else {
                table.pendingRowDeletions.insert(record)
                continue
            }
            // Objects with unsaved changes are checked by `matches` below.
            if state.hasChanges { continue }
            if let object = state.model as? T { delete(object) }
        }
        for object in matches { delete(object) }
        changes.noteRowDeletions(of: table)
        noteActivity()
    }

    /// Cascades a deletion to records without creating objects for them; returns false, without effect, if
    /// objects are needed.
    func cascadeByRows<T: PersistentModel>(
        _ owners: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws -> Bool {
        guard undoManager == nil, relationship.isToMany, !relationship.isJoined,
            let inverse = relationship.inverse
        else { return false }
        let table = try table(for: T.self)
        guard table.layout.isOwned(by: relationship) else { return false }
        var records: [Int64] = []
        for owner in owners {
            let state = owner._$state
            guard state.phase == .deleting, let link = state.graph?[relationship.index], !link.isLoaded,
                link.detail == nil
            else { return false }
            records.append(state.record)
        }
        let source = table.layout.source(of: relationship)
        let owned = try table.session.connection.perform { connection in
            try connection.numbers("SELECT _id FROM \(source.rows)", [.text(Self.list(records))])
        }
        var deletedRows: Set<Int64> = []
        for record in owned {
            guard let state = table.state(record) else {
                deletedRows.insert(record)
                continue
            }
            // An object that refers to another owner by now is kept.
            if state.phase == .saved, !state.changed.contains(inverse.column), let object = state.model as? T
            {
                delete(object)
            }
        }
        table.pendingRowDeletions.formUnion(deletedRows)
        changes.noteRowDeletions(of: table)
        return true
    }

    /// The numbers of the records that a plan finds by SQL alone.
    func records<T: PersistentModel>(of plan: FetchPlan<T>, isLimited: Bool) throws -> [Int64] {
        let (sql, arguments) = plan.sql(selecting: "_id", isLimited: isLimited)
        return try plan.table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            return try connection.numbers(sql, arguments)
        }
    }

    /// Creates objects for all pending row deletions.
    func makeObjectsOfPendingRowDeletions() {
        for table in changes.tablesWithRowDeletions {
            for record in table.pendingRowDeletions.sorted() {
                _ = model(for: PersistentIdentifier(origin: table.layout.origin, number: record))
            }
        }
    }
}

extension EntityLayout {
    /// Whether a record can be deleted without further effects.
    var deletesByRows: Bool { !isRelated }

    /// Returns whether the target's records are related only to their owner, so that they can be deleted
    /// with it without further effects.
    func isOwned(by relationship: RelationshipShape) -> Bool {
        guard let inverse = relationship.inverse, shape.relationships.count == 1, incoming.isEmpty,
            !isPolymorphic
        else {
            return false
        }
        return shape.relationships.first === inverse && inverse.holdsKey
            && inverse.relationship.deleteRule != .deny
    }
}
