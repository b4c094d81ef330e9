import Foundation
import Localization

/// The identities of a store's files, so that a session notices when they are deleted, moved or replaced.
///
/// SQLite keeps writing to a deleted file, and everything saved there is lost when the program ends. The same
/// is true of a deleted write-ahead log, because other processes no longer see it.
struct StoreFileIdentity: Hashable {
    private let store: FileIdentity
    private var log: FileIdentity?

    /// Reads the identity of the file at a path and of its log; `nil` if there is no file at the path.
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

    /// Throws if a file was deleted, moved or replaced.
    ///
    /// - Throws: ``StoreFileGoneError``, ``StoreLogGoneError``.
    mutating func check() throws {
        guard FileIdentity(path: store.path) == store else { throw StoreFileGoneError(path: store.path) }
        // The write-ahead log exists only from the first change until the last process closes the store.
        guard let known = log else {
            log = FileIdentity(path: Self.log(of: store.path))
            return
        }
        guard FileIdentity(path: known.path) == known else { throw StoreLogGoneError(path: known.path) }
    }
}

/// The device and inode of the file at a path.
private struct FileIdentity: Hashable {
    let path: String
    private let device: UInt64
    private let number: UInt64

    /// Reads the identity of the file at a path; `nil` if there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

/// The error of a store that was deleted, moved or replaced while it was open.
struct StoreFileGoneError: PresentableError {
    let path: String

    var problem: LocalizedText {
        text("The store “%@” was deleted, moved or replaced while it was open.", path)
    }
    var remedy: LocalizedText? { text("Put it back, or start the program again.") }
    var failure: FailureKind { .inputOutput }
}

/// The error of a store whose log was deleted, moved or replaced while it was open.
struct StoreLogGoneError: PresentableError {
    let path: String

    var problem: LocalizedText {
        text("“%@”, which belongs to the store, was deleted, moved or replaced while it was open.", path)
    }
    var remedy: LocalizedText? {
        text("Exit the program, start it again, and check that no data is missing.")
    }
    var failure: FailureKind { .inputOutput }
}
