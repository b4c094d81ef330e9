import Basics

/// A temporary file beside the file that it will replace. The temporary file has a hidden name and is locked
/// as long as its program runs.
///
/// If the program is killed, the system releases the lock. The file is then removed when the same target is
/// written again, or when the program that owns the directory starts.
struct TemporaryFile {
    let path: String
    let descriptor: Int32

    private static let ending = ".new"

    /// Creates an empty file that only the user can read, and removes abandoned temporary files of the same
    /// target.
    ///
    /// - Parameters:
    ///   - target: The absolute path of the file to replace.
    ///   - shown: The path that errors show.
    init(for target: String, shown: String) throws(FileError) {
        ClaimedFile.removeStale(for: target, ending: Self.ending)
        // On a file system without locks, no process can lock the file. Therefore no process removes it as
        // abandoned, and this one continues without a lock.
        guard let file = ClaimedFile.make(for: target, ending: Self.ending) else {
            throw FileError.unwritable(path: shown, .last)
        }
        (path, descriptor) = file
    }

    /// Removes temporary files of killed programs from a directory.
    static func removeStale(in directory: String) {
        ClaimedFile.removeStale(in: directory, ending: ending)
    }
}
