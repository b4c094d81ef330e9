/// Writes a context's pending objects of one store in a transaction.
///
/// A save has five phases, and each is a function from its input to an output:
///
/// 1. ``LinkValidation`` checks relationships.
/// 2. ``SaveOrder`` groups the pending objects by store and model.
/// 3. This type writes the groups. Deletions come first, so that one save can move a unique value to another
///    record; then updates, then insertions.
/// 4. ``HistoryWriter`` records the changes, in the same transaction.
/// 5. ``SavePublication`` updates the objects, after nothing can fail any more.
///
/// SQLite's foreign keys would cascade deletions. Therefore records that refer to another record by now
/// lose their old reference first, and cascaded objects were deleted by their owner's delete rule and are
/// in the history.
enum SavePipeline {
    /// Writes the groups and their history.
    ///
    /// - Parameter groups: The groups of one store, sorted.
    static func save(
        _ groups: [SaveGroup], _ scope: SaveScope, history: HistoryWriter
    ) throws -> SaveOutput {
        let output = try write(groups, scope)
        try history.write(output.history)
        return output
    }

    /// Writes the groups.
    static func write(_ groups: [SaveGroup], _ scope: SaveScope) throws -> SaveOutput {
        guard groups.contains(where: { $0.table.layout.isRelated }) else {
            var output = try DeletionPhase.record(groups, scope)
            try DeletionPhase.delete(groups, keeping: output.kept.map(\.model), scope)
            let updates = try UpdatePhase.run(groups, PlannedUpdates(scope), scope)
            output.add(updates.output)
            output.add(try InsertionPhase.run(groups, updates.plans, scope))
            return output
        }
        var output = try JoinWriter.removePairs(groups, scope)
        output.add(try DeletionPhase.record(groups, scope))
        let plans = try DeletionPhase.releaseReferences(groups, scope)
        try DeletionPhase.delete(groups, keeping: output.kept.map(\.model), scope)
        let updates = try UpdatePhase.run(groups, plans, scope)
        output.add(updates.output)
        output.add(try InsertionPhase.run(groups, updates.plans, scope))
        output.add(try DeferredReference.write(output.deferred, updates.plans, scope))
        output.add(try JoinWriter.writePairs(groups, scope))
        return output
    }
}
