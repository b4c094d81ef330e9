import Localization
import ModelData

extension ModelContext {
    /// Saves the changes with a label that `undo` shows.
    ///
    /// Commands don't need this method: the session saves their changes. If an output contains the numbers of
    /// new records, create it with `Output(label:whenSaved:)`.
    ///
    /// - Parameter label: What the command did, as a sentence.
    /// - Throws: `ModelDataError`, as `saveWhenUnlocked()` does; `CancellationError`.
    nonisolated(nonsending) public func save(as label: LocalizedText) async throws {
        transactionNote = CommandLabel.note(label)
        try await saveWhenUnlocked()
    }
}
