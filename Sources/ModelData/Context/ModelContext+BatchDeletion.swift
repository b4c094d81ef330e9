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
        let rules = DeleteRules(context: context)
        // Undo and most delete rules need objects.
        guard !plan.filtersInMemory, table.custom == nil, context.undoManager == nil,
            try !table.layout.isRelated || rules.deletesByRows(table)
        else {
            for object in try context.fetch(plan.descriptor) where plan.includes(object) {
                context.delete(object)
            }
            return
        }
        let matches = try Fetcher(context).pendingMatches(plan) ?? []
        let records = try Fetcher(context).records(of: plan, isLimited: false)
        // Objects with unsaved changes are checked by `matches`.
        rules.deleteRecords(records, of: table) { !$0.hasChanges }
        for object in matches { context.delete(object) }
        context.autosave.noteActivity()
    }
}
