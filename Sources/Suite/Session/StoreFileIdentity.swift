import Foundation
import Localization

/// Which file a store is, so that a session notices when another one, or none, lies at its path.
///
/// SQLite goes on writing to a file that was deleted, and everything that was said to be saved is gone at the end.
struct StoreFileIdentity: Hashable {
    private let path: String
    private let device: UInt64
    private let number: UInt64

    /// The file at a path; `nil` where there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Throws where the file was deleted, moved or replaced.
    func check() throws {
        guard StoreFileIdentity(path: path) == self else { throw StoreFileGone(path: path) }
    }
}

/// The store was deleted, moved or replaced while it was open.
struct StoreFileGone: PresentableError {
    let path: String

    var problem: LocalizedText {
        text("The store “%@” was deleted, moved or replaced while it was open.", path)
    }
    var remedy: LocalizedText? { text("Put it back, or start the program again.") }
    var failure: FailureKind { .inputOutput }
}
