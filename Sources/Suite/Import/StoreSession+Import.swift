import Localization
import Shell

extension StoreSession {
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
}
