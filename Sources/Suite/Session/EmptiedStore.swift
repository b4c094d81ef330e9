import Foundation
import Localization
import ModelData
import Shell

/// A store's file is empty, but what lies beside it says that there was something in it.
///
/// An empty file alone becomes a store: a first start that was interrupted leaves one, and so does `mktemp`. Where it was
/// a store before, that would hide that everything is gone, and SQLite would delete the log that belongs to it.
struct EmptiedStore: PresentableError {
    let path: String

    /// The error; `nil` where the file isn't empty, or never was anything else as far as one can tell.
    init?(_ location: StoreLocation) {
        guard case .file(let path) = location, Self.size(path) == 0 else { return nil }
        let care = StoreCare(url: URL(fileURLWithPath: path), for: Schema([]))
        guard Self.size(path + "-wal") ?? 0 > 0 || !care.copies().isEmpty else { return nil }
        self.path = path
    }

    /// The bytes of an ordinary file.
    private static func size(_ path: String) -> Int? {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(info.st_size)
    }

    var problem: LocalizedText { text("The store “%@” was emptied: nothing is left in the file.", path) }
    var remedy: LocalizedText? {
        text("“restore” puts a backup in its place; where you move the file away, a new store begins.")
    }
    var failure: FailureKind { .badData }
}
