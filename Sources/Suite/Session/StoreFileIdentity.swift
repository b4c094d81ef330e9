import Foundation
import Localization

/// Which files a store is, so that a session notices when others, or none, lie at their paths.
///
/// SQLite goes on writing to a file that was deleted, and everything that was said to be saved is gone at the end. So it
/// is with the write-ahead log, which nobody else sees any more.
struct StoreFileIdentity: Hashable {
    private let store: FileIdentity
    private var log: FileIdentity?

    /// The file at a path, and the log beside it; `nil` where there is none.
    init?(path: String) {
        guard let store = FileIdentity(path: path) else { return nil }
        self.store = store
        log = FileIdentity(path: Self.log(of: path))
    }

    private static func log(of path: String) -> String {
        (realpath(path, nil).map { real in
            defer { free(real) }
            return String(cString: real)
        } ?? path) + "-wal"
    }

    /// Throws where a file was deleted, moved or replaced.
    mutating func check() throws {
        guard FileIdentity(path: store.path) == store else { throw StoreFileGone(path: store.path) }
        // It is there from the first change on, for as long as somebody has the store open.
        guard let known = log else {
            log = FileIdentity(path: Self.log(of: store.path))
            return
        }
        guard FileIdentity(path: known.path) == known else { throw StoreLogGone(path: known.path) }
    }
}

/// Which file lies at a path.
private struct FileIdentity: Hashable {
    let path: String
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

/// The store's log was deleted, moved or replaced while it was open.
struct StoreLogGone: PresentableError {
    let path: String

    var problem: LocalizedText {
        text("“%@”, which belongs to the store, was deleted, moved or replaced while it was open.", path)
    }
    var remedy: LocalizedText? {
        text("Leave the program, start it again, and check that everything is there.")
    }
    var failure: FailureKind { .inputOutput }
}
