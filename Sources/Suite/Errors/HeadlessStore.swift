import Foundation
import Localization
import ModelData
import Shell

/// A store whose first page, which tells what a file is, was overwritten: opening it ends as that of any other file does,
/// and the rest of it can be saved.
struct HeadlessStore: PresentableError {
    let path: String

    /// The error; `nil` where something else is wrong, or the file never was a store.
    init?(_ error: ModelDataError) {
        guard case .notAStore(let path, .notADatabase) = error,
            StoreCare(url: URL(fileURLWithPath: path), for: Schema([])).hasPagesOfStore
        else { return nil }
        self.path = path
    }

    var problem: LocalizedText {
        text("The store “%@” is damaged: its beginning can't be read.", path)
    }
    var remedy: LocalizedText? {
        text("“repair” saves what can be read of it, and “restore” puts a backup in its place.")
    }
    var failure: FailureKind { .badData }
}
