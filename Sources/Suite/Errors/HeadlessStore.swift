import Foundation
import Localization
import ModelData
import Shell

/// A store whose first page, which tells what a file is and whose, was overwritten: opening it ends as that of any other
/// file does, and the rest of it can be saved.
struct HeadlessStore: PresentableError {
    let path: String
    /// Whether the file is a database still, though not ours by what it says.
    private let isDatabase: Bool

    /// The error; `nil` where something else is wrong, or the file never was a store.
    init?(_ error: ModelDataError) {
        guard case .notAStore(let path, let reason) = error else { return nil }
        let care = StoreCare(url: URL(fileURLWithPath: path), for: Schema([]))
        switch reason {
        case .notADatabase where care.hasPagesOfStore: isDatabase = false
        case .foreignDatabase(let id) where care.ownsDespite(applicationID: id): isDatabase = true
        default: return nil
        }
        self.path = path
    }

    var problem: LocalizedText {
        isDatabase
            ? text("The store “%@” is damaged.", path)
            : text("The store “%@” is damaged: its beginning can't be read.", path)
    }
    var remedy: LocalizedText? {
        text("“repair” saves what can be read of it, and “restore” puts a backup in its place.")
    }
    var failure: FailureKind { .badData }
}
