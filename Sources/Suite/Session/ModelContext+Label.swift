import Localization
import ModelData

extension ModelContext {
    /// Saves what has changed and says what was done, for `undo` to name.
    ///
    /// A command needs this only where it must know the numbers of new records before it returns; the session saves
    /// everything else.
    public func save(as label: LocalizedText) throws {
        transactionNote = CommandLabel.note(label)
        try save()
    }
}
