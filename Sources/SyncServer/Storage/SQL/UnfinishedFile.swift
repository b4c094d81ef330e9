import Basics
import Foundation

/// An incomplete backup or a temporary copy, locked as long as its process runs.
struct UnfinishedFile {
    let path: String
    /// The open file, which holds the lock.
    private let descriptor: Int32

    private static let ending = ".unfinished"
    /// The endings of the files that SQLite creates beside a database.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// Creates an empty file that only its owner can read, and removes files that killed processes left in its directory.
    ///
    /// - Parameter target: The backup, or the store that is filled from one. It gives the file its directory and its name.
    /// - Throws: ``BackupError/unwritable(_:code:)``.
    init(for target: String) throws {
        let directory = (target as NSString).deletingLastPathComponent
        ClaimedFile.removeStale(
            in: directory.isEmpty ? "." : directory, ending: Self.ending, companions: Self.companions)
        guard let file = ClaimedFile.make(for: target, ending: Self.ending) else {
            throw BackupError.unwritable(target, code: errno)
        }
        (path, descriptor) = file
    }

    /// Ends the lock of a file that has its final name.
    func release() { close(descriptor) }

    /// Removes the file and the files that SQLite created beside it.
    func remove() {
        for companion in Self.companions { unlink(path + companion) }
        unlink(path)
        close(descriptor)
    }
}
