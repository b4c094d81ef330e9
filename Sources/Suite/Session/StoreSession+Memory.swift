import ModelData

extension StoreSession {
    /// Changes objects of the models that are stored only in memory. `undo` doesn't affect these changes, and
    /// the history doesn't show them.
    ///
    /// ```swift
    /// try session.fillMemory { context in
    ///     for entry in entries { context.insert(Mission(entry)) }
    /// }
    /// ```
    ///
    /// - Parameter body: Inserts and deletes objects of the in-memory models. If it throws, its changes are
    ///   rolled back.
    /// - Throws: The errors of `body`, and `ModelDataError` from saving.
    public func fillMemory(_ body: (ModelContext) throws -> Void) throws {
        let author = context.author
        context.author = Self.memoryFillAuthor
        defer { context.author = author }
        do {
            try body(context)
            try context.save()
            memoryFillCount += 1
        } catch {
            context.rollback()
            throw error
        }
    }

    /// The author of in-memory changes in the history, which distinguishes them from the user's changes.
    private static var memoryFillAuthor: String { "built in" }

    /// Returns the latest steps of the history, the newest first, without in-memory changes.
    func historySummaries(limit: Int) throws -> [HistoryTransactionSummary] {
        let steps = try context.historySummaries(limit: limit + memoryFillCount)
        return Array(steps.filter { $0.author != Self.memoryFillAuthor }.prefix(limit))
    }

    /// Returns the number of steps in the history, without in-memory changes.
    func historyCount() throws -> Int { try context.historyCount(leavingOut: Self.memoryFillAuthor) }
}
