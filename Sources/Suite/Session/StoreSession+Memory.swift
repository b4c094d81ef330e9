import ModelData

extension StoreSession {
    /// Changes what is in memory only. No step of undo comes of it, and the history says nothing of it.
    ///
    /// ```swift
    /// try session.fillMemory { context in
    ///     for entry in entries { context.insert(Mission(entry)) }
    /// }
    /// ```
    ///
    /// - Parameter body: Inserts and deletes objects of the models that are in memory only. Where it throws, nothing of
    ///   it stays.
    public func fillMemory(_ body: (ModelContext) throws -> Void) throws {
        let author = context.author
        context.author = Self.fillingAuthor
        defer { context.author = author }
        do {
            try body(context)
            try context.save()
            fillings += 1
        } catch {
            context.rollback()
            throw error
        }
    }

    /// Who fills the memory, in the history; the person's own steps are told from these by it.
    private static var fillingAuthor: String { "built in" }

    /// The latest steps of the history, the newest first, without those that filled the memory.
    func historySummaries(limit: Int) throws -> [HistoryTransactionSummary] {
        let steps = try context.historySummaries(limit: limit + fillings)
        return Array(steps.filter { $0.author != Self.fillingAuthor }.prefix(limit))
    }

    /// How many steps the history holds, without those that filled the memory.
    func historyCount() throws -> Int { try context.historyCount(leavingOut: Self.fillingAuthor) }
}
