import Localization
import Shell

extension StoreSession {
    /// Runs an import in one transaction and one step of undo, or tries it and takes it back. Where it fails or is
    /// interrupted, the store is as it was.
    ///
    /// - Parameters:
    ///   - isTrial: Whether the store stays as it is.
    ///   - label: The line of the history that names the import, where it did something.
    ///   - body: Imports; what it wants to be kept it saves.
    /// - Returns: What `body` returned.
    public func importing<Report>(
        isTrial: Bool, label: (Report) -> LocalizedText, _ body: () async throws -> Report
    ) async throws -> Report {
        guard isTrial else { return try await inOneTransaction(label: label, body) }
        try context.beginTransaction()
        defer { context.rollbackTransaction() }
        return try await body()
    }
}
