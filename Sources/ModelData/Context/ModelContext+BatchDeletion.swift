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
        autosave.beginCall()
        defer { autosave.endCall() }
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let table = try table(for: T.self)
        // In the history, each class has its own records, and not every class has relationships.
        guard table.layout.isPolymorphic else {
            return try BatchDeletion(context: self, plan: FetchPlan(descriptor, table), table: table).run()
        }
        for kind in includeSubclasses ? table.kinds : [table] {
            let plan = FetchPlan(descriptor, table, only: kind)
            try BatchDeletion(context: self, plan: plan, table: kind).run()
        }
    }

}

/// Deletes the objects that a plan finds; they are all of the table's class.
private struct BatchDeletion<T: PersistentModel> {
    let context: ModelContext
    let plan: FetchPlan<T>
    let table: RegisteredTable

    func run() throws {
        // Delete rules and undo need objects.
        guard !plan.filtersInMemory, table.custom == nil, context.undoManager == nil,
            !table.layout.isRelated
        else {
            for object in try context.fetch(plan.descriptor) where plan.includes(object) {
                context.delete(object)
            }
            return
        }
        let matches = try Fetcher(context).pendingMatches(plan) ?? []
        let records = try Fetcher(context).records(of: plan, isLimited: false)
        for record in records {
            guard let state = table.state(record) else {
                table.pendingRowDeletions.insert(record)
                continue
            }
            // Objects with unsaved changes are checked by `matches` below.
            if state.hasChanges { continue }
            if let object = state.model as? T { context.delete(object) }
        }
        for object in matches { context.delete(object) }
        context.changes.noteRowDeletions(of: table)
        context.autosave.noteActivity()
    }
}

extension EntityLayout {
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
