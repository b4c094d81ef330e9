import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance

/// The error of a store whose first page was overwritten. The first page identifies the file as a store.
/// Without it, the file looks like a file of another program, and opening it fails. `repair` can recover the
/// other pages.
struct OverwrittenHeaderError: PresentableError {
    let path: String
    /// Whether the file is still a database, although its header names another program.
    private let isDatabase: Bool

    /// Makes the error; `nil` if the error has another cause, or if the file was never a store.
    init?(_ error: ModelDataError) {
        guard case .notAStore(let path, let reason) = error else { return nil }
        let maintainer = StoreMaintainer(url: URL(fileURLWithPath: path), for: Schema([]))
        switch reason {
        case .notADatabase where maintainer.hasStorePages: isDatabase = false
        case .foreignDatabase(let id) where maintainer.isOwnStore(applicationID: id): isDatabase = true
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
        text("“repair” saves the readable data; “restore” replaces the store with a backup.")
    }
    var failure: FailureKind { .badData }
}
