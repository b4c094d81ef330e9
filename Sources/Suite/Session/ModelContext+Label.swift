import Localization
import ModelData

extension ModelContext {
    /// Saves the changes with a label that `undo` shows.
    ///
    /// A command calls this only if it needs the numbers of new records before it returns. The session saves
    /// all other changes.
    ///
    /// - Parameter label: What the command did, as a sentence.
    /// - Throws: `ModelDataError`, as `save()` does.
    public func save(as label: LocalizedText) throws {
        transactionNote = CommandLabel.note(label)
        try save()
    }
}
