import Localization
import ModelData

extension ModelContext {
    /// Saves the changes with a label that `undo` shows.
    ///
    /// A command calls this method only if it needs the numbers of new records before it returns. Otherwise,
    /// the session saves the command's changes after the command returns.
    ///
    /// - Parameter label: What the command did, as a sentence.
    /// - Throws: `ModelDataError`, as `saveWhenUnlocked()` does; `CancellationError`.
    nonisolated(nonsending) public func save(as label: LocalizedText) async throws {
        transactionNote = CommandLabel.note(label)
        try await saveWhenUnlocked()
    }
}
