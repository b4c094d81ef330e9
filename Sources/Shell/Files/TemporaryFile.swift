import Basics
import Foundation
import Glibc

/// A temporary file beside the file that it will replace. The temporary file has a hidden name and is locked
/// as long as its program runs.
///
/// If the program is killed, the system releases the lock. The file is then removed when the same target is
/// written again, or when the program that owns the directory starts.
struct TemporaryFile {
    let path: String
    let descriptor: Int32

    private static let ending = ".new"
    /// The hidden name contains the beginning of the final name. This is the maximum length of that
    /// beginning, in bytes. File systems allow 255 bytes in total.
    private static let longestName = 200

    /// Creates an empty file that only the user can read, and removes abandoned temporary files of the same
    /// target.
    ///
    /// - Parameters:
    ///   - target: The absolute path of the file to replace.
    ///   - shown: The path that errors show.
    init(for target: String, shown: String) throws(FileError) {
        let (directory, name) = Self.parts(target)
        Self.removeStale(in: directory, of: name)
        // On a file system without locks, no process can lock the file. Therefore no process removes it as
        // abandoned, and this one continues without a lock.
        let file = ClaimedFile.make(startingWith: "\(directory)/\(Self.start(name))", ending: Self.ending) {
            flock($0, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }
        guard let file else { throw FileError.unwritable(path: shown, .last) }
        (path, descriptor) = file
    }

    /// Removes temporary files of killed programs from a directory; if a name is given, removes only the
    /// temporary files of that file.
    static func removeStale(in directory: String, of name: String? = nil) {
        let start = name.map { Self.start($0) } ?? "."
        for name in Directory.names(in: directory, startingWith: start) where isOurs(name) {
            removeIfStale("\(directory)/\(name)")
        }
    }

    private static func parts(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func start(_ name: String) -> String {
        var start = name
        while start.utf8.count > longestName { start.removeLast() }
        return ".\(start)."
    }

    /// Whether a name has the form of a temporary file's name.
    private static func isOurs(_ name: String) -> Bool {
        guard name.hasSuffix(ending) else { return false }
        let identifier = name.dropLast(ending.count).suffix(36)
        return identifier.count == 36 && UUID(uuidString: String(identifier)) != nil
    }

    private static func removeIfStale(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return }
        unlink(path)
    }
}
