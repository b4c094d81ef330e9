import ModelData

/// The records of announced awards in a store.
@MainActor
enum AwardAnnouncements {
    /// If `undo` is about to restore earlier records, deletes the present ones.
    ///
    /// In the first version, `reset` deleted these records. The awards were then announced and recorded
    /// again. The records' keys are unique, so `undo` would fail if the new records still existed.
    static func deleteBeforeUndo(_ context: ModelContext) async throws {
        guard let deleted = try context.undoableTransaction()?.deleted,
            deleted[AnnouncedAward.storeName] != nil
        else { return }
        let told = try context.fetch(FetchDescriptor<AnnouncedAward>())
        if told.isEmpty { return }
        for award in told { context.delete(award) }
        try await save(context)
    }

    /// Saves the records with a separate author, so that `undo` skips the transaction.
    static func save(_ context: ModelContext) async throws {
        let author = context.author
        context.author = "portfolio awards"
        defer { context.author = author }
        try await context.saveWhenUnlocked()
    }
}
