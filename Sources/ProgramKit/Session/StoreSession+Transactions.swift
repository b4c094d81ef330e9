import Localization
import ModelData
import Shell

extension StoreSession {
    /// Runs changes that are saved in batches but form one transaction and one undo step. If the body throws,
    /// all its changes are rolled back.
    ///
    /// - Parameters:
    ///   - label: Returns the label for `undo` from the body's result.
    ///   - body: Makes the changes and saves them.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`, ``StoreFileGoneError``, ``StoreLogGoneError`` and `ModelDataError`.
    public func inOneTransaction<Result>(
        label: (Result) -> LocalizedText, _ body: () async throws -> Result
    ) async throws -> Result {
        try context.beginTransaction(endsAtFailedSave: true)
        do {
            let result = try await body()
            context.transactionNote = CommandLabel.note(label(result))
            try checkFile()
            try context.commitTransaction()
            return result
        } catch {
            context.rollbackTransaction()
            throw error
        }
    }

    /// Runs an import as one transaction and one undo step, or as a dry run that is rolled back. If it fails
    /// or is interrupted, the store is unchanged.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether all changes are rolled back.
    ///   - label: Returns the label for the history from the report.
    ///   - body: Imports, and saves in batches.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body` and `ModelDataError`.
    public func performImport<Report>(
        isDryRun: Bool, label: (Report) -> LocalizedText, _ body: () async throws -> Report
    ) async throws -> Report {
        guard isDryRun else { return try await inOneTransaction(label: label, body) }
        try context.beginTransaction(endsAtFailedSave: true)
        defer { context.rollbackTransaction() }
        return try await body()
    }

    /// Saves changes before the command ends, by the policy of all commands.
    ///
    /// - Returns: Warnings about changes of other processes that were replaced.
    /// - Throws: The errors of the save.
    public func save() throws -> [Block] { try services.store.saveContext() }

    /// Returns the warning that a change of this process replaced the change of another process.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - properties: The names of the properties that both processes changed.
    public func replacedChange(of model: any PersistentModel, _ properties: [String]) -> Block {
        services.store.replacedChange(of: model, properties)
    }
}
